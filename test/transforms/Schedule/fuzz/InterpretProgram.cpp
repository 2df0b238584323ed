// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// interpret_program PROGRAM.mlir IN.npz OUT.npz: interprets the only kernel of
// a program (tvmc tune --dump-kernels) at level loops, without its schedule,
// with floats as numbers of f64. OUT.npz has the outputs, floats as f64.

#include "compiler/Dialects.h"
#include "compiler/Dump.h"
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/GraphAttributes.h"
#include "mlir/IR/MLIRContext.h"
#include "test/transforms/Schedule/fuzz/Interpreter.h"
#include "tools/npz/Npz.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>

using namespace mlir;
using namespace tvm;
using namespace tvm::fuzz;

/// The operations that a run may take.
static constexpr int64_t kMaxSteps = 100'000'000;

static Buffer makeBuffer(MemRefType type) {
  Buffer buffer;
  buffer.shape.assign(type.getShape().begin(), type.getShape().end());
  buffer.data.resize(type.getNumElements());
  buffer.isDefined.resize(buffer.data.size(), true);
  return buffer;
}

template <typename T> static T readElement(const char *bytes, size_t i) {
  T value;
  std::memcpy(&value, bytes + i * sizeof(T), sizeof(T));
  return value;
}

static int64_t readElement(const char *bytes, Type type, size_t i) {
  if (type.isF32())
    return fromReal(readElement<float>(bytes, i));
  if (type.isF64())
    return fromReal(readElement<double>(bytes, i));
  if (type.isInteger(64))
    return readElement<int64_t>(bytes, i);
  if (type.isInteger(32))
    return readElement<int32_t>(bytes, i);
  return readElement<int8_t>(bytes, i);
}

static bool isKnown(Type type) {
  return type.isF32() || type.isF64() || type.isInteger(64) ||
         type.isInteger(32) || type.isInteger(8);
}

/// The value of the host that a launch reads, behind views.
static Value getSource(Value value) {
  Operation *op = value.getDefiningOp();
  return op && !isa<graph::ConstantOp>(op) ? getSource(op->getOperand(0))
                                           : value;
}

static llvm::Expected<Buffer>
readArgument(Value input, MemRefType type,
             const std::vector<tvmc::Array> &arrays) {
  Buffer buffer = makeBuffer(type);
  Type element = type.getElementType();
  if (!isKnown(element))
    return llvm::createStringError("unknown type of elements");
  llvm::SmallVector<char> memory;
  const char *bytes = nullptr;
  size_t size = 0;
  if (auto constant = getSource(input).getDefiningOp<graph::ConstantOp>()) {
    auto found = graph::getConstantBytes(constant.getValue(), memory);
    if (!found)
      return found.takeError();
    bytes = found->data(), size = found->size();
  } else {
    auto argument = cast<BlockArgument>(getSource(input));
    std::string name = "x" + std::to_string(argument.getArgNumber());
    for (const tvmc::Array &array : arrays)
      if (array.name == name)
        bytes = array.data.data(), size = array.data.size();
  }
  if (size * 8 != buffer.data.size() * element.getIntOrFloatBitWidth())
    return llvm::createStringError("expected all bytes of an input");
  for (size_t i = 0; i < buffer.data.size(); ++i)
    buffer.data[i] = readElement(bytes, element, i);
  return buffer;
}

static tvmc::Array makeOutput(const Buffer &buffer, Type element,
                              const std::string &name) {
  tvmc::Array array{name,
                    isa<FloatType>(element) ? "float64" : "int64",
                    buffer.shape,
                    {},
                    {}};
  const char *bytes = reinterpret_cast<const char *>(buffer.data.data());
  array.data.assign(bytes, bytes + buffer.data.size() * sizeof(int64_t));
  return array;
}

static llvm::Error interpret(ModuleOp program, StringRef inputs,
                             StringRef outputs) {
  auto arrays = tvmc::readArrays(inputs);
  if (!arrays)
    return arrays.takeError();
  graph::LaunchOp launch;
  program.walk([&](graph::LaunchOp op) { launch = op; });
  func::FuncOp kernel;
  (*program.getOps<ModuleOp>().begin()).walk([&](func::FuncOp function) {
    if (function.isPublic())
      kernel = function;
  });
  RunOptions options;
  options.isReal = true;
  options.maxSteps = kMaxSteps;
  auto types = llvm::map_to_vector(kernel.getArgumentTypes(), [](Type type) {
    return cast<MemRefType>(type);
  });
  unsigned numInputs = launch.getInputs().size();
  for (auto [input, type] : llvm::zip(launch.getInputs(), types)) {
    auto buffer = readArgument(input, type, *arrays);
    if (!buffer)
      return buffer.takeError();
    options.arguments.push_back(std::move(*buffer));
  }
  for (MemRefType type : ArrayRef(types).drop_front(numInputs))
    options.arguments.push_back(makeBuffer(type));
  RunResult result = run(kernel, options);
  if (result.isTooLong || !result.error.empty())
    return llvm::createStringError(result.isTooLong ? "it runs too long"
                                                    : result.error);
  std::vector<tvmc::Array> results;
  for (size_t i = numInputs; i < types.size(); ++i)
    results.push_back(makeOutput(result.arguments[i], types[i].getElementType(),
                                 "y" + std::to_string(i - numInputs)));
  return tvmc::writeArrays(outputs, std::move(results));
}

int main(int argc, char **argv) {
  if (argc != 4) {
    llvm::errs() << "usage: interpret_program PROGRAM.mlir IN.npz OUT.npz\n";
    return 2;
  }
  MLIRContext context(compiler::getDialects(),
                      MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  auto program = compiler::readDump(std::nullopt, argv[1], &context);
  if (!program)
    return 1;
  llvm::Error error = interpret(*program, argv[2], argv[3]);
  if (!error)
    return 0;
  llvm::errs() << "error: " << llvm::toString(std::move(error)) << "\n";
  return 1;
}
