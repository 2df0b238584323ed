// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The insertion of buffer addresses into a program.
#ifndef RUNTIME_VTA_PROGRAM_RELOCATION_H
#define RUNTIME_VTA_PROGRAM_RELOCATION_H

#include "runtime/vta/program/Program.h"

namespace tvm::runtime::vta {

/// Returns the instructions of a checked program with dram_base counted from
/// address 0. `addresses` has the address of each buffer, and then the address
/// of the micro-ops. Fails with TVM_INVALID_ARGUMENT if an address is too large
/// for dram_base, or not a multiple of the size of its elements.
Status relocate(const Program &program, const std::vector<uint64_t> &addresses,
                std::vector<Word> &stream);

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_PROGRAM_RELOCATION_H
