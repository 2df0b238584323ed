// A program gets the addresses of its buffers.
#ifndef RUNTIME_VTA_PROGRAM_RELOCATION_H
#define RUNTIME_VTA_PROGRAM_RELOCATION_H

#include "runtime/vta/program/Program.h"

namespace tvm::runtime::vta {

/// The instructions of a checked program with dram_base counted from address
/// 0. `addresses`: of the program's buffers, then of its micro-ops.
/// TVM_INVALID_ARGUMENT if one is no multiple of its elements' size or too
/// large for dram_base.
Status relocate(const Program &program, const std::vector<uint64_t> &addresses,
                std::vector<Word> &stream);

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_PROGRAM_RELOCATION_H
