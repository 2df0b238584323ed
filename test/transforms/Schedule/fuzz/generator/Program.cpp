// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/transforms/Schedule/fuzz/generator/Generator.h"

#include <algorithm>

// Text is small here.
// NOLINTBEGIN(performance-inefficient-*)
namespace tvm::fuzz {

std::string join(const std::vector<std::string> &parts) {
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : ", ") + part;
  return text;
}

int64_t Generator::pickSize() {
  if (hasSymbol && random.chance(40))
    return kSymbolic;
  static const std::vector<int64_t> kSizes = {0, 1, 1, 2, 2, 3, 3,
                                              4, 4, 5, 5, 6, 7};
  return random.pick(kSizes);
}

std::string Generator::typeOf(const std::vector<int64_t> &shape) {
  std::string text = "memref<";
  for (int64_t size : shape)
    text += (size == kSymbolic ? "?" : std::to_string(size)) + "x";
  return text + type + ">";
}

MemRef Generator::makeBuffer(const std::vector<int64_t> &shape,
                             bool isArgument) {
  MemRef buffer{"%b" + std::to_string(buffers.size()), shape, isArgument};
  if (!isArgument) {
    std::vector<std::string> dims(std::count(shape.begin(), shape.end(), -1),
                                  "%n");
    allocations += "  " + buffer.name + " = memref.alloc(" + join(dims) +
                   ") : " + typeOf(shape) + "\n";
  }
  buffers.push_back(buffer);
  return buffer;
}

std::string Generator::number(int64_t value) {
  return std::to_string(value) + (isFloat ? ".0" : "");
}

std::string Generator::attributesOf(const MemRef &argument) {
  std::vector<std::string> attributes;
  if (isFloat)
    attributes.push_back("graph.finite");
  if (argument.isConstant)
    attributes.push_back("graph.constant");
  return attributes.empty() ? "" : " {" + join(attributes) + "}";
}

Program Generator::generate() {
  isFloat = random.chance(35);
  type = isFloat ? "f32" : (random.chance(50) ? "i64" : "i32");
  hasSymbol = random.chance(30);
  for (int64_t i = random.between(2, 3); i > 0; --i)
    sizes.push_back(pickSize());
  if (hasSymbol)
    sizes.push_back(kSymbolic);
  makeBuffer({hasSymbol ? kSymbolic : sizes[0]}, true);
  makeBuffer({random.pick(sizes), random.pick(sizes)}, true);
  if (random.chance(60))
    makeBuffer({random.pick(sizes)}, true);
  std::vector<Stage> stages;
  for (int64_t i = random.between(1, 4); i > 0; --i)
    stages.push_back(makeStage());
  if (random.chance(20))
    addSkippedPadding(stages);
  if (random.chance(20))
    addChosenSum(stages);
  if (random.chance(10))
    addStencil(stages);
  if (random.chance(10))
    addChain(stages);
  if (random.chance(15))
    addProduct(stages);
  if (random.chance(10))
    addMatrixSum(stages);
  for (size_t i = 0; i < stages.size(); ++i) {
    if (i + 1 < stages.size() && countCommonLoops(stages[i], stages[i + 1]) &&
        random.chance(35)) {
      emitTogether(stages[i], stages[i + 1]);
      ++i;
      continue;
    }
    emit(stages[i]);
  }
  std::vector<std::string> arguments;
  for (const MemRef &buffer : buffers)
    if (buffer.isArgument)
      arguments.push_back(buffer.name + ": " + typeOf(buffer.shape) +
                          attributesOf(buffer));
  Program program;
  program.text = "func.func @kernel(" + join(arguments) + ") {\n";
  if (hasSymbol)
    program.text += "  %c0 = arith.constant 0 : index\n  %n = memref.dim %b0, "
                    "%c0 : " +
                    typeOf(buffers[0].shape) + "\n";
  program.text += allocations + nests + "  return\n}\n" + intrinsics;
  program.symbols = {0};
  if (hasSymbol)
    program.symbols = {random.between(0, 2), random.between(3, 7)};
  return program;
}

Program generateProgram(uint64_t seed) { return Generator(seed).generate(); }

} // namespace tvm::fuzz
// NOLINTEND(performance-inefficient-*)
