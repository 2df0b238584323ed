// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program of a run, as text.
#ifndef RUNTIME_VTA_JIT_DUMP_H
#define RUNTIME_VTA_JIT_DUMP_H

#include "runtime/vta/isa/Configuration.h"
#include "runtime/vta/isa/Instruction.h"

#include <string>
#include <vector>

namespace tvm::runtime::vta {

/// A text with a line per instruction: its index, its title, and the fields
/// other than 0.
std::string dumpInstructions(const Configuration &configuration,
                             const std::vector<Instruction> &instructions);

/// A text with a line per micro-op: its position in DRAM, and its three
/// indices.
std::string dumpMicroOps(const Configuration &configuration,
                         const std::vector<uint32_t> &words);

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_JIT_DUMP_H
