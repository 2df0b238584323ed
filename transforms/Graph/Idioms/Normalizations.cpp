// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/Networks/GraphNormalization.h"
#include "dialects/Graph/Tensors/GraphReduction.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Parser/Parser.h"
#include "transforms/Graph/Idioms/Idioms.h"
#include "transforms/Graph/Idioms/Matchers.h"

using namespace mlir;
using namespace tvm::graph;

/// Whether `op` computes means of the last dimensions, which stay as 1.
static bool isRowMean(Operation *mean) {
  auto op = cast<ReduceOp>(mean);
  int64_t rank = cast<RankedTensorType>(op.getX().getType()).getRank();
  ArrayRef<int64_t> axes = op.getAxes();
  int64_t first = rank - static_cast<int64_t>(axes.size());
  return op.getKind() == ReduceKind::Mean && op.getKeepdims() &&
         !axes.empty() && llvm::equal(axes, llvm::seq<int64_t>(first, rank));
}

static bool isReduction(Operation *op, ReduceKind kind) {
  return cast<ReduceOp>(op).getKind() == kind;
}

/// Whether both reductions are along the same dimensions, which stay as 1.
static bool haveSameAxes(Operation *first, Operation *second) {
  auto a = cast<ReduceOp>(first), b = cast<ReduceOp>(second);
  return a.getAxes() == b.getAxes() && a.getKeepdims() && b.getKeepdims();
}

static Value createOne(OpBuilder &b, Location loc, Type elementType) {
  auto type = RankedTensorType::get({}, elementType);
  auto one = DenseElementsAttr::get(type, b.getFloatAttr(elementType, 1.0));
  return ConstantOp::create(b, loc, one);
}

/// The normalisation of `x` over the dimensions of `mean`, with a scale of 1.
template <typename Norm>
static Operation *createUnscaled(PatternRewriter &rewriter, Value x,
                                 Operation *mean, Value epsilon) {
  Location loc = mean->getLoc();
  Value one = createOne(rewriter, loc, getElementTypeOrSelf(x));
  IntegerAttr axis =
      rewriter.getI64IntegerAttr(cast<ReduceOp>(mean).getAxes().front());
  FloatAttr eps = rewriter.getF32FloatAttr(*getSplat(epsilon));
  if constexpr (std::is_same_v<Norm, LayerNormOp>)
    return Norm::create(rewriter, loc, x.getType(), x, one, Value(), axis, eps);
  else
    return Norm::create(rewriter, loc, x.getType(), x, one, axis, eps);
}

/// Whether `norm` multiplies by 1 and adds nothing.
static bool isUnscaled(Operation *norm) {
  return norm->getNumOperands() == 2 &&
         getSplat(norm->getOperand(1)) == std::optional<double>(1.0);
}

static Operation *addBias(OpBuilder &b, Operation *norm, Value bias) {
  auto op = cast<LayerNormOp>(norm);
  return LayerNormOp::create(b, op.getLoc(), op.getType(), op.getX(),
                             op.getScale(), bias, op.getAxisAttr(),
                             op.getEpsilonAttr());
}

/// The softmax of `x` along the dimensions of `sum`.
static Operation *createSoftmax(OpBuilder &b, Value x, Operation *sum) {
  return SoftmaxOp::create(b, sum->getLoc(), x.getType(), x,
                           cast<ReduceOp>(sum).getAxesAttr());
}

static Operation *createLogSoftmax(OpBuilder &b, Operation *softmax) {
  auto op = cast<SoftmaxOp>(softmax);
  return LogSoftmaxOp::create(b, op.getLoc(), op.getType(), op.getX(),
                              op.getAxesAttr());
}

#include "transforms/Graph/Idioms/Normalizations.h.inc"

void tvm::graph::populateNormalizationIdioms(RewritePatternSet &patterns) {
  populateGeneratedPDLLPatterns(patterns);
}
