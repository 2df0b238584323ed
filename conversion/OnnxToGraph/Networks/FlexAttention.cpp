// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/InputChecks.h"
#include "conversion/OnnxToGraph/Networks/Attention.h"
#include "conversion/OnnxToGraph/SizeErrors.h"

#include "dialects/Graph/Networks/GraphMatMul.h"

#include <cmath>

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

/// Checks query, key and value of [batch, heads, sequence, size] each.
static LogicalResult checkOperands(Node &node) {
  if (failed(node.requireInputs(3)))
    return failure();
  for (int i = 0; i < 3; ++i) {
    auto type = node.inputType(i);
    if (type.getRank() != 4 || type.isDynamicDim(1) || type.isDynamicDim(3) ||
        !isa<FloatType>(type.getElementType()))
      return sizeError(node) << "expected floats of 4 dimensions, with known "
                                "numbers and sizes of heads, got "
                             << type;
  }
  ArrayRef<int64_t> key = node.inputType(1).getShape();
  if (failed(checkShape(
          node, 2, {key[0], key[1], key[2], node.inputType(2).getDimSize(3)})))
    return failure();
  int64_t heads = node.inputType(0).getDimSize(1), shared = key[1];
  if (shared == 0 || heads % shared != 0)
    return node.error() << "expected a number of query heads that is a "
                           "multiple of the "
                        << shared << " key heads, got " << heads;
  return success();
}

/// `x` after the subgraph in attribute `name`, if there is one.
static FailureOr<Value> applySubgraph(Node &node, StringRef name, Value x) {
  if (!node.hasAttribute(name))
    return x;
  auto graph = node.getGraph(name);
  if (failed(graph))
    return failure();
  if ((*graph)->input_size() != 1)
    return node.error() << "expected " << name << " of one input, got "
                        << (*graph)->input_size();
  auto outputs = node.importGraph(**graph, x);
  if (failed(outputs))
    return failure();
  if (outputs->size() != 1 ||
      !areCompatibleTypes((*outputs)[0].getType(), x.getType()))
    return node.error() << "expected " << name << " with a result "
                        << x.getType();
  return (*outputs)[0];
}

/// Computes scores, scaled by a square root on each side, because their product
/// may overflow.
static Value computeScores(Node &node, Expansion &e, Type precision) {
  int64_t heads = node.inputType(0).getDimSize(1);
  double scale =
      node.hasAttribute("scale")
          ? node.getFloat("scale", 0)
          : 1 / std::sqrt(static_cast<double>(node.inputType(0).getDimSize(3)));
  double root = std::sqrt(std::abs(scale));
  auto scaled = [&](Value x, double factor) {
    return e.create<MulOp>(x, e.scalar(x, factor));
  };
  Value key = repeatHeads(node, e, node.input(1), heads);
  Value transposed =
      e.create<TransposeOp>(scaled(key, root), ArrayRef<int64_t>{0, 1, 3, 2});
  Value query = scaled(node.input(0), std::copysign(root, scale));
  Value scores = e.create<MatMulOp>(query, transposed, false, false);
  return e.cast(scores, precision);
}

static LogicalResult importFlexAttention(Node &node) {
  if (failed(checkOperands(node)))
    return failure();
  Type element = node.inputType(0).getElementType();
  Type precision = element.isF64() ? element : node.builder().getF32Type();
  if (node.hasAttribute("softmax_precision"))
    precision = getCastableType(node.getInt("softmax_precision", 0),
                                node.builder().getContext());
  if (!isa_and_nonnull<FloatType>(precision))
    return node.error() << "expected a softmax_precision of floats, got "
                        << node.getInt("softmax_precision", 0);
  Expansion e(node);
  Value scores = computeScores(node, e, precision);
  if (e.failed())
    return failure();
  auto changed = applySubgraph(node, "score_mod", scores);
  if (failed(changed))
    return failure();
  Value shares = e.create<SoftmaxOp>(*changed, ArrayRef<int64_t>{3});
  changed = applySubgraph(node, "prob_mod", shares);
  if (failed(changed))
    return failure();
  int64_t heads = node.inputType(0).getDimSize(1);
  Value value = repeatHeads(node, e, e.cast(node.input(2), precision), heads);
  Value y = e.create<MatMulOp>(*changed, value, false, false);
  e.bind(0, e.cast(y, element));
  return e.result();
}

void addFlexAttention(NodeImporters &importers) {
  importers.add("FlexAttention", importFlexAttention, 1, "ai.onnx.preview");
}

} // namespace tvm::onnx_import
