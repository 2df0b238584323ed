// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cycles that an instruction occupies its module, without DRAM.
#ifndef RUNTIME_VTA_CYCLES_MODULECYCLES_H
#define RUNTIME_VTA_CYCLES_MODULECYCLES_H

#include "runtime/vta/isa/Configuration.h"
#include "runtime/vta/isa/Instruction.h"

namespace tvm::runtime::vta {

/// The cycles of a LOAD or STORE until its first address is sent, and all
/// cycles of other instructions.
uint64_t moduleCycles(const Configuration &configuration,
                      const Instruction &instruction);

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_CYCLES_MODULECYCLES_H
