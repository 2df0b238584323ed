// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ConcatFromSequence.

#include "conversion/OnnxToGraph/Sequences/Sequences.h"

#include "dialects/Graph/Checks/OperatorChecks.h"
#include "dialects/Graph/Sequences/GraphSequence.h"
#include "dialects/Graph/Tensors/GraphShape.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

Value stack(Expansion &expansion, ArrayRef<Value> elements, int64_t axis) {
  SmallVector<Value> rows;
  for (Value element : elements)
    rows.push_back(
        expansion.create<UnsqueezeOp>(element, ArrayRef<int64_t>{axis}));
  return expansion.create<ConcatOp>(rows, axis);
}

/// Concatenates all elements of a run-time list along an axis.
static LogicalResult concatAtRunTime(Node &node, const TensorList &list,
                                     bool isNew) {
  int64_t rank = list.type.rank;
  if (rank < 0)
    rank = getDeclaredRank(node, 0) - isNew;
  if (!list.type.element || rank < 0)
    return node.error() << "expected elements of known type and rank, got "
                        << describe(list.type)
                        << ": give the model's values their shapes";
  auto axis = normalizeAxis(node.loc(), node.getInt("axis", 0), rank + isNew);
  if (!axis)
    return failure();
  Expansion expansion(node);
  Value shape = expansion.create<SequenceConcatShapeOp>(
      list.references, *axis, list.type.element, rank, isNew);
  expansion.bind(0, expansion.create<SequenceConcatOp>(list.references, shape,
                                                       *axis, list.type.element,
                                                       isNew));
  return expansion.result();
}

static LogicalResult importConcat(Node &node) {
  auto list = requireSequence(node, 0);
  if (failed(list))
    return failure();
  bool isNew = node.getInt("new_axis", 0) != 0;
  if (!list->isKnown())
    return concatAtRunTime(node, *list, isNew);
  if (list->elements.empty())
    return node.error() << "expected a sequence with elements, got none";
  auto axis = normalizeAxis(node.loc(), node.getInt("axis", 0),
                            graph::getRank(list->elements.front()) + isNew);
  if (!axis)
    return failure();
  Expansion expansion(node);
  expansion.bind(0, isNew ? stack(expansion, list->elements, *axis)
                          : expansion.create<ConcatOp>(list->elements, *axis));
  return expansion.result();
}

void addConcatFromSequence(NodeImporters &importers) {
  importers.addForLists("ConcatFromSequence", importConcat);
}

} // namespace tvm::onnx_import
