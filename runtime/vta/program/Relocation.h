// The insertion of buffer addresses into a program.
#ifndef RUNTIME_VTA_PROGRAM_RELOCATION_H
#define RUNTIME_VTA_PROGRAM_RELOCATION_H

#include "runtime/vta/program/Program.h"

namespace tvm::runtime::vta {

/// The instructions of a checked program with dram_base counted from address 0.
/// `addresses` belong to the program's buffers, and then to its micro-ops.
/// TVM_INVALID_ARGUMENT if one is not a multiple of its elements' size or too
/// large for dram_base.
Status relocate(const Program &program, const std::vector<uint64_t> &addresses,
                std::vector<Word> &stream);

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_PROGRAM_RELOCATION_H
