// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/Networks/Attention.h"
#include "conversion/OnnxToGraph/SizeErrors.h"

#include "dialects/Graph/Networks/GraphMatMul.h"
#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "dialects/Graph/Tensors/GraphReduction.h"
#include "dialects/Graph/Tensors/GraphShape.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

namespace {
/// Inputs of Attention by number.
enum Input { kQuery, kKey, kValue, kMask, kPastKey, kPastValue, kLengths };
/// Dimensions of data: [batch, heads, sequence, size of a head].
enum Dim { kBatch, kHeads, kSequence, kSize };

/// A score with a share of 0.
constexpr double kNothing = -std::numeric_limits<double>::infinity();

/// The expansion of a node to products, a softmax, and the steps on scores in
/// between.
class AttentionExpansion {
public:
  explicit AttentionExpansion(Node &node) : node(node), e(node) {}

  LogicalResult run();

private:
  LogicalResult checkInputs();
  LogicalResult checkHeads();
  Value splitHeads(Value x, int64_t heads);
  void prepareOperands();
  Value append(int past, Value x);
  Value repeatHeads(Value x) {
    return onnx_import::repeatHeads(node, e, x, getDim(query, kHeads));
  }
  Value computeScores();
  Value maskWhere(Value condition, Value scores);
  Value addMask(Value scores);
  Value maskLater(Value scores);
  Value maskPadding(Value scores);
  Value computeShares(Value scores);
  void bindScores(int64_t mode, Value scores);

  static int64_t getDim(Value x, Dim dim) {
    return cast<RankedTensorType>(x.getType()).getDimSize(dim);
  }
  bool isFlat() const { return node.inputType(kQuery).getRank() == 3; }

  Node &node;
  Expansion e;
  Value query, key, value;
};
} // namespace

LogicalResult AttentionExpansion::checkInputs() {
  for (int i : {kQuery, kKey, kValue}) {
    auto x = node.requiredInput(i);
    if (failed(x))
      return failure();
    int64_t rank = node.inputType(i).getRank();
    if (rank != node.inputType(kQuery).getRank() || (rank != 3 && rank != 4))
      return node.error() << "expected query, key and value of 3 or of 4 "
                             "dimensions, got "
                          << node.inputType(i);
  }
  if (node.hasInput(kPastKey) != node.hasInput(kPastValue))
    return node.error() << "expected both past_key and past_value, or none";
  if (isFlat() &&
      (node.getInt("q_num_heads", 0) < 1 || node.getInt("kv_num_heads", 0) < 1))
    return node.error() << "expected q_num_heads and kv_num_heads with inputs "
                           "of 3 dimensions";
  return success();
}

/// [batch, sequence, heads * size] -> [batch, heads, sequence, size].
Value AttentionExpansion::splitHeads(Value x, int64_t heads) {
  if (!isFlat())
    return x;
  Value split = e.create<ReshapeOp>(x, node.constant({0, 0, heads, -1}), false);
  return e.create<TransposeOp>(split, ArrayRef<int64_t>{0, 2, 1, 3});
}

Value AttentionExpansion::append(int past, Value x) {
  if (!node.hasInput(past))
    return x;
  return e.create<ConcatOp>(ValueRange{node.input(past), x}, kSequence);
}

/// Splits operands into heads, and appends keys and values to past ones.
void AttentionExpansion::prepareOperands() {
  int64_t heads = node.getInt("kv_num_heads", 0);
  query = splitHeads(node.input(kQuery), node.getInt("q_num_heads", 0));
  key = append(kPastKey, splitHeads(node.input(kKey), heads));
  value = append(kPastValue, splitHeads(node.input(kValue), heads));
  e.bind(1, key);
  e.bind(2, value);
}

LogicalResult AttentionExpansion::checkHeads() {
  int64_t heads = getDim(query, kHeads), shared = getDim(key, kHeads);
  if (ShapedType::isDynamic(heads) || ShapedType::isDynamic(shared) ||
      ShapedType::isDynamic(getDim(key, kSize)) ||
      ShapedType::isDynamic(getDim(value, kSize)))
    return sizeError(node) << "expected known numbers and sizes of heads, got "
                           << query.getType() << " and " << key.getType();
  if (shared == 0 || heads % shared != 0)
    return node.error() << "expected a number of query heads that is a "
                           "multiple of the "
                        << shared << " key heads, got " << heads;
  return success();
}

Value repeatHeads(Node &node, Expansion &e, Value x, int64_t heads) {
  if (e.failed())
    return {};
  ArrayRef<int64_t> shape = cast<RankedTensorType>(x.getType()).getShape();
  int64_t shared = shape[kHeads];
  if (heads == shared)
    return x;
  Value group = e.unsqueeze(x, {kSequence});
  Value repeated =
      e.create<ExpandOp>(group, node.constant({1, 1, heads / shared, 1, 1}));
  return e.reshape(repeated, {0, heads, -1, shape[kSize]});
}

/// Computes scores. Query and key are each scaled by a square root, because
/// their product may overflow.
Value AttentionExpansion::computeScores() {
  double size = static_cast<double>(getDim(query, kSize));
  double scale = node.hasAttribute("scale") ? node.getFloat("scale", 0)
                                            : 1 / std::sqrt(size);
  bool isWide = cast<FloatType>(getElementTypeOrSelf(query)).getWidth() >= 32;
  double ofQuery = isWide ? scale : std::sqrt(scale);
  Value scaled = e.create<MulOp>(query, e.scalar(query, ofQuery));
  Value repeated = repeatHeads(key);
  if (!isWide)
    repeated = e.create<MulOp>(repeated, e.scalar(query, ofQuery));
  Value transposed =
      e.create<TransposeOp>(repeated, ArrayRef<int64_t>{0, 1, 3, 2});
  return e.create<MatMulOp>(scaled, transposed, false, false);
}

/// `scores` where the condition holds; otherwise scores without a share.
Value AttentionExpansion::maskWhere(Value condition, Value scores) {
  return e.create<WhereOp>(condition, scores, e.scalar(scores, kNothing));
}

/// Adds the mask. It may be shorter than the keys; the remaining keys have no
/// share.
Value AttentionExpansion::addMask(Value scores) {
  if (!node.hasInput(kMask) || failed(e.result()))
    return scores;
  Value mask = node.input(kMask);
  auto type = cast<RankedTensorType>(mask.getType());
  bool isCondition = type.getElementType().isInteger(1);
  int64_t total = getDim(key, kSequence);
  int64_t length = type.getShape().empty() ? 1 : type.getShape().back();
  if (!ShapedType::isDynamic(total) && !ShapedType::isDynamic(length) &&
      length < total && length != 1) {
    SmallVector<int64_t> low(type.getRank(), 0), high = low;
    high.back() = total - length;
    Value rest = e.scalar(mask, isCondition ? 0 : kNothing);
    mask = e.create<PadOp>(mask, rest, low, high, PadMode::Constant);
  }
  if (isCondition)
    return maskWhere(mask, scores);
  return e.create<AddOp>(scores, e.cast(mask, getElementTypeOrSelf(scores)));
}

/// Masks later positions, so that no position of the query attends to them.
Value AttentionExpansion::maskLater(Value scores) {
  if (node.getInt("is_causal", 0) == 0)
    return scores;
  Value ones = e.create<ExpandOp>(node.scalar(node.builder().getI64Type(), 1),
                                  e.create<ShapeOp>(scores, kSequence, 4));
  Value past;
  if (node.hasInput(kPastKey))
    past = e.create<ShapeOp>(node.input(kPastKey), kSequence, kSequence + 1);
  Value earlier = e.create<TriluOp>(ones, past, false);
  return maskWhere(e.create<EqualOp>(earlier, ones), scores);
}

/// Masks keys behind the length of each batch.
Value AttentionExpansion::maskPadding(Value scores) {
  if (!node.hasInput(kLengths))
    return scores;
  Type type = node.builder().getI64Type();
  Value total = e.create<SqueezeOp>(
      e.create<ShapeOp>(key, kSequence, kSequence + 1), ArrayRef<int64_t>{0});
  Value positions =
      e.create<RangeOp>(node.scalar(type, 0), total, node.scalar(type, 1));
  Value lengths = e.create<ReshapeOp>(node.input(kLengths),
                                      node.constant({-1, 1, 1, 1}), false);
  return maskWhere(e.create<LessOp>(positions, lengths), scores);
}

/// Computes the softmax, in another precision if the node requires it.
Value AttentionExpansion::computeShares(Value scores) {
  constexpr int64_t kLast = 3;
  Type precision = node.hasAttribute("softmax_precision")
                       ? getCastableType(node.getInt("softmax_precision", 0),
                                         node.builder().getContext())
                       : Type();
  if (!precision || precision == getElementTypeOrSelf(query))
    return e.create<SoftmaxOp>(scores, ArrayRef<int64_t>{kLast});
  Value shares = e.create<SoftmaxOp>(e.create<CastOp>(scores, precision),
                                     ArrayRef<int64_t>{kLast});
  return e.create<CastOp>(shares, getElementTypeOrSelf(query));
}

/// Binds the fourth result to one of the stages of scores.
void AttentionExpansion::bindScores(int64_t mode, Value scores) {
  if (node.getInt("qk_matmul_output_mode", 0) == mode)
    e.bind(3, scores);
}

LogicalResult AttentionExpansion::run() {
  if (failed(checkInputs()))
    return failure();
  prepareOperands();
  if (failed(e.result()) || failed(checkHeads()))
    return failure();
  Value scores = computeScores();
  bindScores(0, scores);
  if (float cap = node.getFloat("softcap", 0)) {
    Value bent =
        e.create<TanhOp>(e.create<DivOp>(scores, e.scalar(query, cap)));
    scores = e.create<MulOp>(bent, e.scalar(query, cap));
  }
  bindScores(1, scores);
  scores = maskPadding(maskLater(addMask(scores)));
  bindScores(2, scores);
  scores = computeShares(scores);
  bindScores(3, scores);
  Value y = e.create<MatMulOp>(scores, repeatHeads(value), false, false);
  if (isFlat()) {
    y = e.create<TransposeOp>(y, ArrayRef<int64_t>{0, 2, 1, 3});
    y = e.create<ReshapeOp>(y, node.constant({0, 0, -1}), false);
  }
  e.bind(0, y);
  return e.result();
}

void addAttention(NodeImporters &importers) {
  importers.add("Attention",
                [](Node &node) { return AttentionExpansion(node).run(); });
}

} // namespace tvm::onnx_import
