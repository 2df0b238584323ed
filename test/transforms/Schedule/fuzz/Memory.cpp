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
  if (count < 0 || count > kMaxSteps) {
    isTooLong = true;
    count = 0;
  }
  for (int64_t i = 0; i < count; ++i)
    buffer.data.push_back(
        toElement(mix(options.garbage + buffers.size(), i), 17, options));
  buffer.isDefined.resize(count);
  buffers.push_back(std::move(buffer));
  return buffers.size() - 1;
}

View Interpreter::getView(int64_t memory) const {
  if (memory < 0)
    return views[-1 - memory];
  View view{memory, 0, {}, {}};
  const std::vector<int64_t> &shape = buffers[memory].shape;
  view.shape.assign(shape.begin(), shape.end());
  view.strides.resize(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0; stride *= shape[i])
    view.strides[i] = stride;
  return view;
}

int64_t Interpreter::addView(memref::SubViewOp op, Frame &frame) {
  View source = getView(get(frame, op.getSource()));
  View view{source.buffer, source.offset, {}, {}};
  llvm::SmallBitVector dropped = op.getDroppedDims();
  auto valueOf = [&](OpFoldResult number) {
    if (auto attribute = dyn_cast<Attribute>(number))
      return cast<IntegerAttr>(attribute).getInt();
    return get(frame, cast<Value>(number));
  };
  for (auto [i, offset, size, stride] : llvm::enumerate(
           op.getMixedOffsets(), op.getMixedSizes(), op.getMixedStrides())) {
    view.offset += valueOf(offset) * source.strides[i];
    if (dropped[i])
      continue;
    view.shape.push_back(valueOf(size));
    view.strides.push_back(valueOf(stride) * source.strides[i]);
  }
  views.push_back(std::move(view));
  return -static_cast<int64_t>(views.size());
}

int64_t *Interpreter::element(Operation *op, int64_t buffer,
                              ArrayRef<int64_t> at, bool isWrite,
                              Frame &frame) {
  if (threads)
    threads->access();
  View view = getView(buffer);
  int64_t offset = view.offset;
  for (auto [index, size, stride] : llvm::zip(at, view.shape, view.strides)) {
    if (index < 0 || index >= size) {
      fail(op, "access outside of its buffer");
      return nullptr;
    }
    offset += index * stride;
  }
  Buffer &memory = buffers[view.buffer];
  if (options.trace)
    options.trace->push_back({static_cast<unsigned>(view.buffer), offset,
                              isWrite, memory.data[offset], op,
                              op->getParentOfType<te::BlockOp>(), frame.spatial,
                              frame.loops});
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
