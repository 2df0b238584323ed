// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A whole program of encoded instructions.
#ifndef RUNTIME_VTA_ISA_STREAM_H
#define RUNTIME_VTA_ISA_STREAM_H

#include "runtime/vta/isa/Encoding.h"

#include <vector>

namespace tvm::runtime::vta {

/// A title: "instruction 3: LOAD INP".
std::string titleOf(size_t index, const Instruction &instruction);

/// Decodes all words. Exactly the last instruction must be FINISH. Fails with
/// TVM_INVALID_ARGUMENT and the index of the instruction.
Status decodeStream(const Encoding &encoding, const std::vector<Word> &words,
                    std::vector<Instruction> &instructions);

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_ISA_STREAM_H
