// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The least number of cycles that an instruction occupies its module.
#ifndef RUNTIME_VTA_CORE_IDEALCYCLES_H
#define RUNTIME_VTA_CORE_IDEALCYCLES_H

#include "runtime/vta/isa/Configuration.h"
#include "runtime/vta/isa/Instruction.h"

namespace tvm::runtime::vta {

/// The least number of cycles of an instruction: a GEMM takes one per micro-op,
/// an ALU one, or two with two tensors; LOAD and STORE take the bus cycles of
/// their bytes, and a LOAD one more per element of padding. Every instruction
/// takes at least one.
uint64_t idealCycles(const Configuration &configuration,
                     const Instruction &instruction);

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_CORE_IDEALCYCLES_H
