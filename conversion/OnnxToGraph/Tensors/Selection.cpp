// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators whose result sizes depend on data.

#include "conversion/OnnxToGraph/Expansion.h"
#include "conversion/OnnxToGraph/ShapeHelpers.h"

#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "dialects/Graph/Tensors/GraphIndexing.h"
#include "dialects/Graph/Tensors/GraphSelection.h"
#include "dialects/Graph/Tensors/GraphShape.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

static RankedTensorType typeOf(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

/// All elements of `x` as one dimension.
static Value flatten(Expansion &expansion, Node &node, Value x) {
  return expansion.create<ReshapeOp>(x, node.constant({-1}), false);
}

/// `x` with `axis` in front.
static Value moveToFront(Expansion &expansion, Value x, int64_t axis) {
  SmallVector<int64_t> permutation{axis};
  for (int64_t i = 0, rank = typeOf(x).getRank(); i < rank; ++i)
    if (i != axis)
      permutation.push_back(i);
  return axis ? expansion.create<TransposeOp>(x, permutation) : x;
}

/// The first `count` elements of `x`, a tensor of one element.
static Value takeFirst(Expansion &expansion, Node &node, Value x, Value count) {
  return expansion.create<DynamicSliceOp>(x, node.constant({0}), count,
                                          node.constant({0}), Value());
}

//===-- top_k -------------------------------------------------------------===//

static LogicalResult createTopK(Node &node, Value x, Value k, int64_t axis) {
  auto normal = requireAxis(node, axis, typeOf(x).getRank());
  if (failed(normal))
    return failure();
  return node.replaceWith<TopKOp>(x, k, *normal,
                                  node.getInt("largest", 1) != 0);
}

static LogicalResult importOldTopK(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  return createTopK(node, *x, node.constant({node.getInt("k", -1)}),
                    node.getInt("axis", -1));
}

static LogicalResult importTopK(Node &node) {
  auto x = node.requiredInput(0), k = node.requiredInput(1);
  if (failed(x) || failed(k))
    return failure();
  return createTopK(node, *x, *k, node.getInt("axis", -1));
}

//===-- nonzero, compress -------------------------------------------------===//

/// The indices of the true elements of `mask`.
static Value createNonzero(Expansion &expansion, Node &node, Value mask) {
  Type i64 = node.builder().getI64Type();
  Value numbers = expansion.create<CastOp>(mask, i64);
  Value count = expansion.reduceAll(numbers, ReduceKind::Sum);
  return expansion.create<NonzeroOp>(mask, count);
}

static LogicalResult importNonZero(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  Expansion expansion(node);
  Type type = typeOf(*x).getElementType();
  if (!type.isIntOrFloat())
    return node.error() << "expected numbers or bools, got " << typeOf(*x);
  Value mask = *x;
  if (!type.isInteger(1)) {
    Value isZero = expansion.create<EqualOp>(mask, expansion.scalar(mask, 0));
    mask = expansion.create<NotOp>(isZero);
  }
  expansion.bind(0, createNonzero(expansion, node, mask));
  return expansion.result();
}

/// `x` and the axis that the node names, or all elements in one dimension.
static FailureOr<std::pair<Value, int64_t>> getAlongAxis(Expansion &expansion,
                                                         Node &node, Value x) {
  if (!node.hasAttribute("axis"))
    return std::pair(flatten(expansion, node, x), int64_t(0));
  auto axis = requireAxis(node, node.getInt("axis", 0), typeOf(x).getRank());
  if (failed(axis))
    return failure();
  return std::pair(x, *axis);
}

/// Selects slices of the data along an axis, or elements of all data, for which
/// the condition is true. The condition may be shorter; additional elements are
/// ignored.
static LogicalResult importCompress(Node &node) {
  auto x = node.requiredInput(0), condition = node.requiredInput(1);
  if (failed(x) || failed(condition))
    return failure();
  if (typeOf(*condition).getRank() != 1)
    return node.error() << "expected a condition of one dimension, got "
                        << typeOf(*condition);
  Expansion expansion(node);
  auto data = getAlongAxis(expansion, node, *x);
  if (failed(data))
    return failure();
  auto [values, axis] = *data;
  Value size = expansion.create<ShapeOp>(values, axis, axis + 1);
  Value mask = takeFirst(expansion, node, *condition, size);
  Value indices = createNonzero(expansion, node, mask);
  Value list = expansion.create<SqueezeOp>(indices, ArrayRef<int64_t>{0});
  expansion.bind(0, expansion.create<GatherOp>(values, list, axis));
  return expansion.result();
}

//===-- unique ------------------------------------------------------------===//

/// Rows: the slices of `x` along `axis`.
static Value createRows(Expansion &expansion, Value x, int64_t axis) {
  Value front = moveToFront(expansion, x, axis);
  if (!front)
    return {};
  if (typeOf(front).getRank() == 1)
    return expansion.create<UnsqueezeOp>(front, ArrayRef<int64_t>{1});
  return expansion.create<FlattenOp>(front, 1);
}

static LogicalResult importUnique(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  Expansion expansion(node);
  auto data = getAlongAxis(expansion, node, *x);
  if (failed(data))
    return failure();
  auto [values, axis] = *data;
  Value rows = createRows(expansion, values, axis);
  if (!rows)
    return failure();
  auto unique = node.create<UniqueOp>(rows, node.getInt("sorted", 1) != 0);
  if (failed(unique))
    return failure();
  auto take = [&](Value list) {
    return takeFirst(expansion, node, list, unique->getNumber());
  };
  Value first = take(unique->getFirst());
  expansion.bind(0, expansion.create<GatherOp>(values, first, axis));
  expansion.bind(1, first);
  expansion.bind(2, unique->getInverse());
  if (node.hasOutput(3))
    expansion.bind(3, take(unique->getCounts()));
  return expansion.result();
}

//===-- non_max_suppression -----------------------------------------------===//

static LogicalResult importNonMaxSuppression(Node &node) {
  auto boxes = node.requiredInput(0), scores = node.requiredInput(1);
  if (failed(boxes) || failed(scores))
    return failure();
  Type f32 = node.builder().getF32Type();
  Value limit = node.hasInput(2) ? node.input(2) : node.constant({0});
  Value overlap = node.hasInput(3) ? node.input(3) : node.scalar(f32, 0);
  auto selected = node.create<NonMaxSuppressionOp>(
      *boxes, *scores, limit, overlap, node.input(4),
      node.getInt("center_point_box", 0) != 0);
  if (failed(selected))
    return failure();
  Expansion expansion(node);
  expansion.bind(0, takeFirst(expansion, node, selected->getSelected(),
                              selected->getNumber()));
  return expansion.result();
}

void addSelection(NodeImporters &importers) {
  importers.add("TopK", importOldTopK);
  importers.add("TopK", importTopK, 10);
  importers.add("NonZero", importNonZero, 9);
  importers.add("Compress", importCompress, 9);
  importers.add("Unique", importUnique, 11);
  importers.add("NonMaxSuppression", importNonMaxSuppression, 10);
}

} // namespace tvm::onnx_import
