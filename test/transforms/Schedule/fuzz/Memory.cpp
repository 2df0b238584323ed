#include "test/transforms/Schedule/fuzz/Execution.h"

using namespace mlir;

namespace tvm::fuzz {

uint64_t mix(uint64_t a, uint64_t b) {
  uint64_t x = a * 0x9E3779B97F4A7C15ull + b;
  x ^= x >> 31;
  x *= 0xBF58476D1CE4E5B9ull;
  return x ^ (x >> 29);
}

/// One of `count` small numbers.
static int64_t toElement(uint64_t number, int64_t count,
                         const RunOptions &options) {
  return static_cast<int64_t>(options.isAbstract ? number : number % count) -
         count / 2;
}

int64_t Interpreter::allocate(MemRefType type, ArrayRef<int64_t> dims) {
  Buffer buffer;
  int64_t count = 1;
  for (int64_t size : type.getShape()) {
    if (ShapedType::isDynamic(size)) {
      size = std::max<int64_t>(dims.front(), 0);
      dims = dims.drop_front();
    }
    buffer.shape.push_back(size);
    count *= size;
  }
  for (int64_t i = 0; i < count; ++i)
    buffer.data.push_back(
        toElement(mix(options.garbage + buffers.size(), i), 17, options));
  buffer.isDefined.resize(count);
  buffers.push_back(std::move(buffer));
  return buffers.size() - 1;
}

int64_t *Interpreter::element(Operation *op, int64_t buffer,
                              ArrayRef<int64_t> at, bool isWrite,
                              Frame &frame) {
  if (threads)
    threads->access();
  Buffer &memory = buffers[buffer];
  int64_t offset = 0;
  for (auto [index, size] : llvm::zip(at, memory.shape)) {
    if (index < 0 || index >= size) {
      fail(op, "access outside of its buffer");
      return nullptr;
    }
    offset = offset * size + index;
  }
  if (options.trace)
    options.trace->push_back(
        {static_cast<unsigned>(buffer), offset, isWrite, memory.data[offset],
         op, op->getParentOfType<te::BlockOp>(), frame.spatial, frame.loops});
  if (isWrite)
    memory.isDefined[offset] = true;
  readsUndefined |= !memory.isDefined[offset];
  return &memory.data[offset];
}

std::vector<Buffer> makeArguments(func::FuncOp kernel,
                                  const RunOptions &options) {
  std::vector<Buffer> arguments;
  for (Type type : kernel.getArgumentTypes()) {
    Buffer buffer;
    int64_t count = 1;
    for (int64_t size : cast<MemRefType>(type).getShape()) {
      buffer.shape.push_back(ShapedType::isDynamic(size) ? options.symbol
                                                         : size);
      count *= buffer.shape.back();
    }
    for (int64_t i = 0; i < count; ++i)
      buffer.data.push_back(
          toElement(mix(options.seed + arguments.size(), i), 13, options));
    buffer.isDefined.resize(count, true);
    arguments.push_back(std::move(buffer));
  }
  return arguments;
}

} // namespace tvm::fuzz
