// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/Networks/GraphConvolution.h"
#include "dialects/Graph/Networks/GraphNormalization.h"
#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "transforms/Graph/ConstantExpressions.h"
#include "transforms/Graph/DecisionKeeper.h"
#include "transforms/Graph/Passes.h"

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_FOLDBATCHNORMPASS
#include "transforms/Graph/Passes.h.inc"

/// Constant `vector` along dimension `dim` of a tensor of `rank` dimensions.
static Value alignConstant(OpBuilder &builder, Value vector, int64_t rank,
                           int64_t dim) {
  auto constant = vector.getDefiningOp<ConstantOp>();
  auto type = cast<RankedTensorType>(vector.getType());
  SmallVector<int64_t> shape(rank, 1);
  shape[dim] = type.getDimSize(0);
  return ConstantOp::create(
      builder, vector.getLoc(),
      reshapeConstant(constant.getValue(), type.clone(shape)));
}

namespace {
/// The constant operands of a batch normalisation, along one dimension.
struct Parameters {
  Value scale, bias, mean, variance;
  float epsilon;

  static std::optional<Parameters> get(OpBuilder &builder, BatchNormOp op,
                                       int64_t rank, int64_t dim);
  /// `scale / sqrt(variance + epsilon)`.
  Value getFactor(OpBuilder &builder, Location loc) const;
  /// `bias - mean * factor`.
  Value getOffset(OpBuilder &builder, Location loc, Value factor) const;
};
} // namespace

std::optional<Parameters> Parameters::get(OpBuilder &builder, BatchNormOp op,
                                          int64_t rank, int64_t dim) {
  Type element = op.getX().getType().getElementType();
  for (Value operand : op->getOperands().drop_front()) {
    auto constant = operand.getDefiningOp<ConstantOp>();
    if (!constant || !isa<DenseElementsAttr, WeightAttr>(constant.getValue()) ||
        constant.getType().getElementType() != element)
      return std::nullopt;
  }
  auto align = [&](Value vector) {
    return alignConstant(builder, vector, rank, dim);
  };
  return Parameters{align(op.getScale()), align(op.getBias()),
                    align(op.getMean()), align(op.getVariance()),
                    op.getEpsilon().convertToFloat()};
}

Value Parameters::getFactor(OpBuilder &builder, Location loc) const {
  auto type = cast<RankedTensorType>(variance.getType());
  auto scalar = RankedTensorType::get({}, type.getElementType());
  Value shift = ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(
          scalar, builder.getFloatAttr(type.getElementType(), epsilon)));
  Value shifted = AddOp::create(builder, loc, type, variance, shift);
  Value root = SqrtOp::create(builder, loc, type, shifted);
  return DivOp::create(builder, loc, type, scale, root);
}

Value Parameters::getOffset(OpBuilder &builder, Location loc,
                            Value factor) const {
  Value shift = MulOp::create(builder, loc, mean.getType(), mean, factor);
  return SubOp::create(builder, loc, mean.getType(), bias, shift);
}

/// A batch normalisation of known parameters is a product and a sum.
static LogicalResult decompose(BatchNormOp op, PatternRewriter &rewriter) {
  int64_t rank = op.getX().getType().getRank();
  int64_t channel = TensorLayout(op.getLayout(), rank).channel();
  auto parameters = Parameters::get(rewriter, op, rank, channel);
  if (!parameters)
    return rewriter.notifyMatchFailure(op, "parameters are not constant");
  Location loc = op.getLoc();
  Value factor = parameters->getFactor(rewriter, loc);
  Value offset = parameters->getOffset(rewriter, loc, factor);
  Value product = MulOp::create(rewriter, loc, op.getType(), op.getX(), factor);
  rewriter.replaceOpWithNewOp<AddOp>(op, op.getType(), product, offset);
  return success();
}

/// Scales the weights of a convolution, and its bias, by the factors of the
/// normalisation behind it.
template <typename Conv>
static LogicalResult foldIntoConvolution(BatchNormOp op,
                                         PatternRewriter &rewriter) {
  auto conv = op.getX().getDefiningOp<Conv>();
  if (!conv || !conv->hasOneUse() || op.getLayout() != conv.getLayout())
    return rewriter.notifyMatchFailure(op, "data is no convolution of its own");
  ConstantExpressions constants;
  if (!constants.isConstant(conv.getWeight()))
    return rewriter.notifyMatchFailure(op, "weights cannot be scaled");
  if (conv.getBias() && !constants.isConstant(conv.getBias()))
    return rewriter.notifyMatchFailure(op, "bias cannot be scaled");
  int64_t rank = conv.getType().getRank();
  KernelLayout kernel(conv.getKernelLayout(), rank);
  auto ofWeight = Parameters::get(rewriter, op, rank, kernel.output());
  if (!ofWeight)
    return rewriter.notifyMatchFailure(op, "parameters are not constant");
  Location loc = op.getLoc();
  Value weight =
      MulOp::create(rewriter, conv.getLoc(), conv.getWeight().getType(),
                    conv.getWeight(), ofWeight->getFactor(rewriter, loc));
  auto ofBias = *Parameters::get(rewriter, op, /*rank=*/1, /*dim=*/0);
  Value factor = ofBias.getFactor(rewriter, loc);
  Value bias = ofBias.getOffset(rewriter, loc, factor);
  if (conv.getBias()) {
    Value scaled = MulOp::create(rewriter, loc, conv.getBias(), factor);
    bias = AddOp::create(rewriter, loc, scaled, bias);
  }
  auto folded = cast<Conv>(rewriter.clone(*conv));
  folded->setLoc(rewriter.getFusedLoc({conv.getLoc(), loc}));
  folded.getWeightMutable().assign(weight);
  folded.getBiasMutable().assign(bias);
  rewriter.replaceOp(op, folded);
  return success();
}

namespace {
struct FoldBatchNormPass : impl::FoldBatchNormPassBase<FoldBatchNormPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add(foldIntoConvolution<ConvOp>, /*benefit=*/2);
    patterns.add(foldIntoConvolution<ConvTransposeOp>, /*benefit=*/2);
    patterns.add(decompose);
    DecisionKeeper keeper;
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns),
                                  GreedyRewriteConfig().setListener(&keeper))))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm::graph
