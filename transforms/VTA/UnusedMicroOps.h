// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_VTA_UNUSEDMICROOPS_H
#define TVM_TRANSFORMS_VTA_UNUSEDMICROOPS_H

#include "dialects/VTA/VTAProgram.h"

namespace tvm::vta {

/// Removes unused micro-ops from the program's list and from transfers. Applies
/// only where each place on the chip is loaded once, in rows without padding.
void removeUnusedMicroOps(ProgramOp program);

} // namespace tvm::vta

#endif // TVM_TRANSFORMS_VTA_UNUSEDMICROOPS_H
