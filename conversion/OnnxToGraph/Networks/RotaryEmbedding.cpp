// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/Expansion.h"
#include "conversion/OnnxToGraph/SizeErrors.h"

#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "dialects/Graph/Tensors/GraphIndexing.h"
#include "dialects/Graph/Tensors/GraphShape.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

namespace {
/// Rotation of pairs of elements of each head by angles that depend on
/// positions.
class RotaryEmbedding {
public:
  explicit RotaryEmbedding(Node &node) : node(node), e(node) {}

  LogicalResult run();

private:
  FailureOr<int64_t> getSize();
  Value slice(Value x, int64_t start, int64_t end, int64_t step = 1);
  Value getAngles(int cache);
  Value join(ValueRange parts);
  Value rotate(Value x, int64_t size);
  Value rotatePairs(Value first, Value second, bool isInterleaved,
                    int64_t size);

  bool isFlat() const { return node.inputType(0).getRank() == 3; }

  Node &node;
  Expansion e;
};
} // namespace

static constexpr int64_t kLast = 3;

/// The number of elements of a head.
FailureOr<int64_t> RotaryEmbedding::getSize() {
  auto type = node.inputType(0);
  int64_t heads = node.getInt("num_heads", 0);
  int64_t size = type.getShape().back();
  if (isFlat() && (heads < 1 || ShapedType::isDynamic(size) || size % heads))
    return sizeError(node)
           << "expected num_heads that divides the last dimension "
              "of "
           << type << ", got " << heads;
  size = isFlat() ? size / heads : size;
  if (ShapedType::isDynamic(size) || size % 2 != 0)
    return sizeError(node) << "expected an even, known size of heads, got "
                           << type;
  return size;
}

Value RotaryEmbedding::slice(Value x, int64_t start, int64_t end,
                             int64_t step) {
  return e.create<SliceOp>(x, ArrayRef<int64_t>{kLast},
                           ArrayRef<int64_t>{start}, ArrayRef<int64_t>{end},
                           ArrayRef<int64_t>{step});
}

Value RotaryEmbedding::join(ValueRange parts) {
  return e.create<ConcatOp>(parts, kLast);
}

/// Cosines or sines per position, the same for all heads.
Value RotaryEmbedding::getAngles(int cache) {
  Value angles = node.input(cache);
  if (node.hasInput(3))
    angles = e.create<GatherOp>(angles, node.input(3), 0);
  int64_t heads = isFlat() ? 2 : 1;
  return e.create<UnsqueezeOp>(angles, ArrayRef<int64_t>{heads});
}

Value RotaryEmbedding::rotatePairs(Value first, Value second,
                                   bool isInterleaved, int64_t size) {
  Value cosine = getAngles(1), sine = getAngles(2);
  Value real = e.create<SubOp>(e.create<MulOp>(cosine, first),
                               e.create<MulOp>(sine, second));
  Value imaginary = e.create<AddOp>(e.create<MulOp>(sine, first),
                                    e.create<MulOp>(cosine, second));
  if (!isInterleaved)
    return join({real, imaginary});
  SmallVector<int64_t> behind{kLast + 1};
  Value pairs =
      e.create<ConcatOp>(ValueRange{e.create<UnsqueezeOp>(real, behind),
                                    e.create<UnsqueezeOp>(imaginary, behind)},
                         kLast + 1);
  return e.create<ReshapeOp>(pairs, node.constant({0, 0, 0, size}), false);
}

/// Rotates the first `size` elements of heads.
Value RotaryEmbedding::rotate(Value x, int64_t size) {
  bool isInterleaved = node.getInt("interleaved", 0) != 0;
  if (isInterleaved)
    return rotatePairs(slice(x, 0, size, 2), slice(x, 1, size, 2), true, size);
  return rotatePairs(slice(x, 0, size / 2), slice(x, size / 2, size), false,
                     size);
}

LogicalResult RotaryEmbedding::run() {
  for (int i = 0; i < 3; ++i)
    if (failed(node.requiredInput(i)))
      return failure();
  int64_t rank = node.inputType(0).getRank();
  if (rank != 3 && rank != 4)
    return node.error() << "expected data of 3 or 4 dimensions, got "
                        << node.inputType(0);
  auto size = getSize();
  if (failed(size))
    return failure();
  int64_t rotated = node.getInt("rotary_embedding_dim", 0);
  rotated = rotated == 0 ? *size : rotated;
  if (rotated < 0 || rotated > *size || rotated % 2 != 0)
    return node.error() << "expected an even rotary_embedding_dim of at most "
                        << *size << ", got " << rotated;
  Value x = node.input(0);
  if (isFlat())
    x = e.create<ReshapeOp>(x, node.constant({0, 0, -1, *size}), false);
  Value y = rotate(x, rotated);
  if (rotated < *size)
    y = join({y, slice(x, rotated, *size)});
  if (isFlat())
    y = e.create<ReshapeOp>(y, node.constant({0, 0, -1}), false);
  e.bind(0, y);
  return e.result();
}

void addRotaryEmbedding(NodeImporters &importers) {
  importers.add("RotaryEmbedding",
                [](Node &node) { return RotaryEmbedding(node).run(); });
}

} // namespace tvm::onnx_import
