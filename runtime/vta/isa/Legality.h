// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of instructions whose fields fit but have no meaning.
#ifndef RUNTIME_VTA_ISA_LEGALITY_H
#define RUNTIME_VTA_ISA_LEGALITY_H

#include "runtime/core/Error.h"
#include "runtime/vta/isa/Instruction.h"

namespace tvm::runtime::vta {

/// Fails with TVM_INVALID_ARGUMENT if no module can execute the instruction.
/// (L1) LOAD transfers to UOP, WGT, INP or ACC (ACC_8BIT), STORE from OUT; (L2)
/// a STORE has no padding; (L3) an ALU does not reset; (L4) a FINISH has no
/// dependency bits; (L5) dependency bits refer to existing modules.
Status checkLegal(const Instruction &instruction);

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_ISA_LEGALITY_H
