// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SplitToSequence.

#include "conversion/OnnxToGraph/Expansion.h"
#include "dialects/Graph/Sequences/GraphSequence.h"
#include "dialects/Graph/Tensors/GraphShape.h"

#include <numeric>

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

using Elements = SmallVector<Value>;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

//===-- pieces whose number is known --------------------------------------===//

static FailureOr<Elements> splitAt(Node &node, Value x, int64_t axis,
                                   ArrayRef<int64_t> sizes) {
  int64_t total = typeOf(x).getDimSize(axis);
  int64_t sum = std::accumulate(sizes.begin(), sizes.end(), int64_t(0));
  if (ShapedType::isStatic(total) && sum != total)
    return node.error() << "expected pieces of " << total
                        << " elements together, got " << sum;
  Elements pieces;
  int64_t start = 0;
  for (int64_t size : sizes) {
    auto piece = node.create<SliceOp>(
        x, ArrayRef<int64_t>{axis}, ArrayRef<int64_t>{start},
        ArrayRef<int64_t>{start + size}, ArrayRef<int64_t>{1});
    if (failed(piece))
      return failure();
    pieces.push_back(piece->getResult());
    start += size;
  }
  return pieces;
}

/// Splits into pieces whose sizes are known at run time, and whose number is
/// known at import.
static FailureOr<Elements> splitAtRunTime(Node &node, Value x, int64_t axis,
                                          Value sizes) {
  Expansion expansion(node);
  Value ends = expansion.create<CumulateOp>(sizes, ReduceKind::Sum, 0);
  Value starts = expansion.create<CumulateOp>(sizes, ReduceKind::Sum, 0,
                                              /*exclusive=*/true);
  auto get = [&](Value list, int64_t i) {
    return expansion.create<SliceOp>(
        list, ArrayRef<int64_t>{0}, ArrayRef<int64_t>{i},
        ArrayRef<int64_t>{i + 1}, ArrayRef<int64_t>{1});
  };
  Value axes = node.constant({axis});
  Elements pieces;
  for (int64_t i = 0; i < typeOf(sizes).getDimSize(0); ++i)
    pieces.push_back(expansion.create<DynamicSliceOp>(
        x, get(starts, i), get(ends, i), axes, Value()));
  if (failed(expansion.result()))
    return failure();
  return pieces;
}

/// The sizes of pieces of `total` elements: `size`, and a smaller last one.
static SmallVector<int64_t> getPieces(int64_t total, int64_t size) {
  SmallVector<int64_t> sizes;
  for (int64_t start = 0; start < total; start += size)
    sizes.push_back(std::min(size, total - start));
  return sizes;
}

/// The pieces of the node, if their number is known at import.
static FailureOr<std::optional<Elements>> getKnownPieces(Node &node, Value x,
                                                         int64_t axis) {
  int64_t total = typeOf(x).getDimSize(axis);
  RankedTensorType type = node.inputType(1);
  auto sizes = node.constantInts(1);
  FailureOr<Elements> pieces;
  if (sizes && llvm::any_of(*sizes, [&](int64_t n) {
        return n < (type.getRank() == 0 ? 1 : 0);
      }))
    return node.error() << "expected pieces of some size, got "
                        << *llvm::min_element(*sizes);
  if (type && type.getRank() == 1 && sizes)
    pieces = splitAt(node, x, axis, *sizes);
  else if (type && type.getRank() == 1 && type.hasStaticShape())
    pieces = splitAtRunTime(node, x, axis, node.input(1));
  else if (ShapedType::isDynamic(total) || (type && !sizes))
    return std::optional<Elements>();
  else
    pieces =
        splitAt(node, x, axis, getPieces(total, sizes ? sizes->front() : 1));
  if (failed(pieces))
    return failure();
  return std::optional(*pieces);
}

/// `pieces` of one element without their axis.
static LogicalResult squeeze(Node &node, Elements &pieces, int64_t axis) {
  for (Value &piece : pieces) {
    auto squeezed = node.create<SqueezeOp>(piece, ArrayRef<int64_t>{axis});
    if (failed(squeezed))
      return failure();
    piece = squeezed->getResult();
  }
  return success();
}

//===-- others ------------------------------------------------------------===//

/// The sizes of pieces of `size` elements, with a smaller last one, whose sum
/// is `total`. Both are scalars.
static Value getSizes(Expansion &e, Value total, Value size) {
  Value starts = e.create<RangeOp>(e.scalar(total, 0), total, size);
  return e.create<MinOp>(size, e.create<SubOp>(total, starts));
}

/// The sizes of pieces at run time.
static FailureOr<Value> readSizes(Node &node, Value x, int64_t axis) {
  Expansion expansion(node);
  Type i64 = node.builder().getI64Type();
  RankedTensorType type = node.inputType(1);
  if (type && type.getRank() > 1)
    return node.error() << "expected a size or a list of sizes, got " << type;
  Value sizes;
  if (type && type.getRank() == 1)
    sizes = expansion.cast(node.input(1), i64);
  else
    sizes = getSizes(expansion, expansion.dim(x, axis),
                     type ? expansion.cast(node.input(1), i64)
                          : expansion.integer(1));
  if (expansion.failed())
    return failure();
  return sizes;
}

static LogicalResult splitToReferences(Node &node, Value x, int64_t axis,
                                       bool squeeze) {
  auto sizes = readSizes(node, x, axis);
  if (failed(sizes))
    return failure();
  auto split = node.create<SequenceSplitOp>(x, *sizes, axis, squeeze);
  if (failed(split))
    return failure();
  ListType type{ListType::Sequence, typeOf(x).getElementType(),
                typeOf(x).getRank() - squeeze};
  node.setOutput(0, TensorList::atRunTime(type, *split));
  return success();
}

static LogicalResult importSplitToSequence(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  auto axis =
      normalizeAxis(node.loc(), node.getInt("axis", 0), typeOf(*x).getRank());
  if (!axis)
    return failure();
  // Without sizes, pieces of one may lose their axis.
  bool squeezes = !node.hasInput(1) && node.getInt("keepdims", 1) == 0;
  auto pieces = getKnownPieces(node, *x, *axis);
  if (failed(pieces))
    return failure();
  if (!*pieces)
    return splitToReferences(node, *x, *axis, squeezes);
  if (squeezes && failed(squeeze(node, **pieces, *axis)))
    return failure();
  return node.setOutput(0, TensorList{TensorList::Sequence, **pieces}),
         success();
}

void addSplitToSequence(NodeImporters &importers) {
  importers.add("SplitToSequence", importSplitToSequence);
}

} // namespace tvm::onnx_import
