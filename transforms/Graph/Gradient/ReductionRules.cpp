// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Tensors/GraphReduction.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "transforms/Graph/Gradient/Rules.h"

using namespace mlir;

namespace tvm::graph {

/// `gradient`, one per combined element, where these are.
static Value spread(ReduceOp op, Value gradient, GradientBuilder &b) {
  if (!op.getKeepdims() && !op.getAxes().empty())
    gradient = b.create<UnsqueezeOp>(gradient, op.getAxes());
  return b.expand(gradient, op.getX());
}

/// The number of elements that are combined, if it is known.
static std::optional<int64_t> countElements(ReduceOp op) {
  auto type = cast<RankedTensorType>(op.getX().getType());
  int64_t count = 1;
  for (int64_t axis : op.getAxes()) {
    if (type.isDynamicDim(axis))
      return std::nullopt;
    count *= type.getDimSize(axis);
  }
  return count;
}

/// Sums and means of any elements; of the other kinds, none is known.
static void ofReduce(ReduceOp op, Value gradient, GradientBuilder &b,
                     MutableArrayRef<Value> operands) {
  Value x = op.getX();
  if (op.getKind() == ReduceKind::Sum)
    operands[0] = spread(op, gradient, b);
  if (op.getKind() == ReduceKind::SumSquare)
    operands[0] = b.mul(spread(op, gradient, b), b.mul(x, b.number(x, 2)));
  if (auto count = countElements(op); count && op.getKind() == ReduceKind::Mean)
    operands[0] = spread(
        op, b.mul(gradient, b.number(x, 1.0 / static_cast<double>(*count))), b);
}

/// `y (dy - sum(dy y))`
static void ofSoftmax(SoftmaxOp op, Value gradient, GradientBuilder &b,
                      MutableArrayRef<Value> operands) {
  Value y = op.getResult();
  Value sum = b.sum(b.mul(gradient, y), op.getAxes());
  operands[0] = b.mul(y, b.sub(gradient, sum));
}

/// `dy - exp(y) sum(dy)`
static void ofLogSoftmax(LogSoftmaxOp op, Value gradient, GradientBuilder &b,
                         MutableArrayRef<Value> operands) {
  Value probability = b.create<ExpOp>(op.getResult());
  Value sum = b.sum(gradient, op.getAxes());
  operands[0] = b.sub(gradient, b.mul(probability, sum));
}

void attachReductionGradients(MLIRContext *context) {
  attachGradient<ReduceOp, ofReduce>(context);
  attachGradient<SoftmaxOp, ofSoftmax>(context);
  attachGradient<LogSoftmaxOp, ofLogSoftmax>(context);
}

} // namespace tvm::graph
