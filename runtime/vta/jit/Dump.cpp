// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/jit/Dump.h"

#include "runtime/vta/isa/Encoding.h"
#include "runtime/vta/isa/Fields.h"
#include "runtime/vta/isa/Stream.h"

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

namespace {

class FieldPrinter {
public:
  explicit FieldPrinter(std::string &text) : text(text) {}

  /// Writes flags by their names. The title contains memory type and opcode.
  void operator()(const Field &field, bool flag) {
    if (flag)
      text += std::string(" ") + field.name;
  }
  void operator()(const Field &, MemoryType) {}
  void operator()(const Field &, AluOpcode) {}
  void operator()(const Field &field, uint32_t value) { print(field, value); }
  void operator()(const Field &field, int32_t value) { print(field, value); }

private:
  void print(const Field &field, int64_t value) {
    if (value)
      text += std::string(" ") + field.name + " " + std::to_string(value);
  }

  std::string &text;
};

} // namespace

std::string tvm::runtime::vta::dumpInstructions(
    const Configuration &configuration,
    const std::vector<Instruction> &instructions) {
  FieldWidths widths(configuration);
  std::string text;
  for (size_t i = 0; i < instructions.size(); ++i) {
    Instruction instruction = instructions[i];
    text += titleOf(i, instruction);
    std::visit(
        [&](auto &body) { visitFields(widths, body, FieldPrinter(text)); },
        instruction.body);
    visitFields(widths, instruction.dependencies, FieldPrinter(text));
    text += "\n";
  }
  return text;
}

std::string
tvm::runtime::vta::dumpMicroOps(const Configuration &configuration,
                                const std::vector<uint32_t> &words) {
  Encoding encoding(configuration);
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) {
    MicroOp microOp;
    if (encoding.decode(words[i], microOp).failed())
      __builtin_unreachable();
    text += "micro-op " + std::to_string(i) + ": dst " +
            std::to_string(microOp.dst) + " src " +
            std::to_string(microOp.src) + " wgt " +
            std::to_string(microOp.wgt) + "\n";
  }
  return text;
}
