// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/transforms/Schedule/fuzz/Execution.h"

using namespace mlir;

namespace tvm::fuzz {

uint64_t mix(uint64_t a, uint64_t b) {
  uint64_t x = a * 0x9E3779B97F4A7C15ull + b;
  x ^= x >> 31;
  x *= 0xBF58476D1CE4E5B9ull;
  return x ^ (x >> 29);
}

/// Value of fresh memory, where runs with different uses of it are compared.
static constexpr int64_t kUndefined = 0x5DEECE66D;

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
  if (count < 0 || count > options.maxSteps) {
    isTooLong = true;
    count = 0;
  }
  for (int64_t i = 0; i < count; ++i)
    buffer.data.push_back(
        options.isAbstract
            ? kUndefined
            : toElement(mix(options.garbage + buffers.size(), i), 17, options));
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

static Buffer makeArgument(Type type, unsigned number,
                           const RunOptions &options) {
  Buffer buffer;
  int64_t count = 1;
  for (int64_t size : cast<MemRefType>(type).getShape()) {
    buffer.shape.push_back(ShapedType::isDynamic(size) ? options.symbol : size);
    count *= buffer.shape.back();
  }
  for (int64_t i = 0; i < count; ++i)
    buffer.data.push_back(
        toElement(mix(options.seed + number, i), 13, options));
  buffer.isDefined.resize(count, true);
  return buffer;
}

static AffineMap getLayout(func::FuncOp kernel, unsigned argument) {
  auto layout =
      kernel.getArgAttrOfType<AffineMapAttr>(argument, "graph.layout");
  return layout ? layout.getValue() : AffineMap();
}

bool isLaidOut(func::FuncOp kernel, unsigned argument) {
  return static_cast<bool>(getLayout(kernel, argument));
}

static int64_t linearize(ArrayRef<int64_t> at, ArrayRef<int64_t> shape) {
  int64_t position = 0;
  for (auto [index, size] : llvm::zip(at, shape))
    position = position * size + index;
  return position;
}

/// Elements at other places; those in between are anything.
static Buffer layOut(const Buffer &from, AffineMap layout, Buffer to) {
  SmallVector<int64_t> at(from.shape.size());
  for (size_t i = 0; i < from.data.size(); ++i) {
    int64_t rest = i;
    for (size_t d = at.size(); d-- > 0; rest /= from.shape[d])
      at[d] = rest % from.shape[d];
    SmallVector<int64_t> place = layout.compose(at);
    to.data[linearize(place, to.shape)] = from.data[i];
  }
  return to;
}

std::vector<Buffer> makeArguments(func::FuncOp kernel,
                                  const RunOptions &options) {
  std::vector<Buffer> arguments;
  for (auto [i, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    arguments.push_back(makeArgument(type, i, options));
    if (AffineMap layout = getLayout(kernel, i); layout)
      arguments[i] = layOut(makeArgument(options.types[i], i, options), layout,
                            std::move(arguments[i]));
  }
  return arguments;
}

} // namespace tvm::fuzz
