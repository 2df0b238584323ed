// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/isa/Stream.h"

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

std::string tvm::runtime::vta::titleOf(size_t index,
                                       const Instruction &instruction) {
  return "instruction " + std::to_string(index) + ": " + instruction.title();
}

static Status checkFinish(const std::vector<Instruction> &instructions) {
  if (instructions.empty())
    return error(TVM_INVALID_ARGUMENT,
                 "expected FINISH at the end, got no instruction");
  for (size_t i = 0, last = instructions.size() - 1; i <= last; ++i)
    if ((instructions[i].opcode() == Opcode::Finish) != (i == last))
      return error(TVM_INVALID_ARGUMENT,
                   "%s: expected FINISH at the end and nowhere else",
                   titleOf(i, instructions[i]).c_str());
  return TVM_OK;
}

Status tvm::runtime::vta::decodeStream(const Encoding &encoding,
                                       const std::vector<Word> &words,
                                       std::vector<Instruction> &instructions) {
  instructions.resize(words.size());
  for (size_t i = 0; i < words.size(); ++i) {
    Status status = encoding.decode(words[i], instructions[i]);
    if (status.failed())
      return within("instruction " + std::to_string(i), status);
  }
  return checkFinish(instructions);
}
