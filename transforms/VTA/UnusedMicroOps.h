#ifndef TVM_TRANSFORMS_VTA_UNUSEDMICROOPS_H
#define TVM_TRANSFORMS_VTA_UNUSEDMICROOPS_H

#include "dialects/VTA/VTAProgram.h"

namespace tvm::vta {

/// Removes micro-ops that no instruction uses from the program's list and from
/// what is loaded. Only where each place on the chip is loaded once, as rows
/// without padding.
void removeUnusedMicroOps(ProgramOp program);

} // namespace tvm::vta

#endif // TVM_TRANSFORMS_VTA_UNUSEDMICROOPS_H
