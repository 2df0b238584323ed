// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small constants: computed shapes, moved elements.

#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/ElementTypes.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "transforms/Graph/Patterns.h"

using namespace mlir;

namespace tvm::graph {

/// Larger results are computed by kernels, or folded by running them.
static constexpr int64_t kMaxElements = 4096;

static bool isSmall(RankedTensorType type) {
  return type.hasStaticShape() && type.getNumElements() <= kMaxElements;
}

//===-- integers ----------------------------------------------------------===//

namespace {
/// An operator whose elements follow from constants and static dimensions.
struct EvaluateIntegers : RewritePattern {
  explicit EvaluateIntegers(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/2, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isa_and_nonnull<GraphDialect>(op->getDialect()) ||
        op->getNumResults() != 1 || isa<ConstantOp>(op))
      return rewriter.notifyMatchFailure(op, "computes no single tensor");
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!type || !type.getElementType().isInteger() || !type.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "computes no small integers");
    auto elements = evaluateInts(op->getResult(0));
    if (!elements)
      return rewriter.notifyMatchFailure(op, "depends on more");
    unsigned width = type.getElementTypeBitWidth();
    auto bits = llvm::map_to_vector(*elements, [&](int64_t element) {
      return APInt(64, element).sextOrTrunc(width);
    });
    rewriter.replaceOpWithNewOp<ConstantOp>(
        op, cast<TypedAttr>(DenseElementsAttr::get(type, bits)));
    return success();
  }
};
} // namespace

//===-- moved elements ----------------------------------------------------===//

/// The constant `value` as `type`, which has as many elements.
static TypedAttr retype(Attribute value, RankedTensorType type) {
  if (auto weight = dyn_cast<WeightAttr>(value))
    return WeightAttr::get(type.getContext(), weight.getName(),
                           weight.getOffset(), weight.getHash(), type);
  if (auto elements = dyn_cast<DenseElementsAttr>(value))
    return cast<TypedAttr>(elements.reshape(type));
  return {};
}

/// A reshape of a constant is a constant of another type.
template <typename Op>
static LogicalResult reshapeConstant(Op op, PatternRewriter &rewriter) {
  auto constant = op.getX().template getDefiningOp<ConstantOp>();
  auto type = cast<RankedTensorType>(op.getType());
  if (!constant || !type.hasStaticShape() ||
      type.getNumElements() != constant.getType().getNumElements())
    return rewriter.notifyMatchFailure(op, "operand is no constant");
  TypedAttr value = retype(constant.getValue(), type);
  if (!value)
    return rewriter.notifyMatchFailure(op, "constant cannot be reshaped");
  rewriter.replaceOpWithNewOp<ConstantOp>(op, value);
  return success();
}

/// Replaces `op` by the elements of its constant operand at `source(index)`,
/// an index per dimension of the result.
static LogicalResult
gatherConstant(Operation *op, PatternRewriter &rewriter,
               llvm::function_ref<void(MutableArrayRef<int64_t>)> source) {
  auto constant = op->getOperand(0).getDefiningOp<ConstantOp>();
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (!constant || !isSmall(type) || !isSmall(constant.getType()))
    return rewriter.notifyMatchFailure(op, "operand is no small constant");
  SmallVector<char> buffer, result;
  auto bytes = getConstantBytes(constant.getValue(), buffer);
  if (!bytes) {
    llvm::consumeError(bytes.takeError());
    return rewriter.notifyMatchFailure(op, "constant cannot be read");
  }
  size_t size = getElementBytes(type.getElementType());
  ArrayRef<int64_t> shape = constant.getType().getShape();
  for (int64_t i = 0; i < type.getNumElements(); ++i) {
    SmallVector<int64_t> index(type.getRank());
    int64_t rest = i;
    for (int64_t dim = type.getRank(); dim-- > 0;) {
      index[dim] = rest % type.getDimSize(dim);
      rest /= type.getDimSize(dim);
    }
    source(index);
    int64_t at = 0;
    for (auto [position, extent] : llvm::zip(index, shape))
      at = at * extent + position;
    result.append(bytes->begin() + at * size, bytes->begin() + (at + 1) * size);
  }
  auto owner = std::make_shared<SmallVector<char>>(std::move(result));
  rewriter.replaceOpWithNewOp<ConstantOp>(
      op, createConstant(type, "", *owner, owner));
  return success();
}

static LogicalResult transposeConstant(TransposeOp op,
                                       PatternRewriter &rewriter) {
  return gatherConstant(op, rewriter, [&](MutableArrayRef<int64_t> index) {
    SmallVector<int64_t> result(index);
    for (auto [i, dim] : llvm::enumerate(op.getPermutation()))
      index[dim] = result[i];
  });
}

static LogicalResult sliceConstant(SliceOp op, PatternRewriter &rewriter) {
  auto type = cast<RankedTensorType>(op.getX().getType());
  return gatherConstant(op, rewriter, [&](MutableArrayRef<int64_t> index) {
    for (auto [axis, start, end, step] :
         llvm::zip(op.getAxes(), op.getStarts(), op.getEnds(), op.getSteps())) {
      int64_t dim = axis < 0 ? axis + type.getRank() : axis;
      SliceBounds bounds =
          getSliceBounds(type.getDimSize(dim), start, end, step);
      index[dim] = bounds.start + index[dim] * step;
    }
  });
}

//===-- equal elements ----------------------------------------------------===//

static LogicalResult foldConstantOfShape(ConstantOfShapeOp op,
                                         PatternRewriter &rewriter) {
  auto type = cast<RankedTensorType>(op.getType());
  if (!isSmall(type))
    return rewriter.notifyMatchFailure(op, "is large or of unknown shape");
  Attribute element = *op.getValue().getValues<Attribute>().begin();
  rewriter.replaceOpWithNewOp<ConstantOp>(
      op, cast<TypedAttr>(DenseElementsAttr::get(type, element)));
  return success();
}

static LogicalResult expandSplat(ExpandOp op, PatternRewriter &rewriter) {
  auto constant = op.getX().getDefiningOp<ConstantOp>();
  auto type = cast<RankedTensorType>(op.getType());
  auto value = constant ? dyn_cast<DenseElementsAttr>(constant.getValue())
                        : DenseElementsAttr();
  if (!value || !value.isSplat() || !isSmall(type))
    return rewriter.notifyMatchFailure(op, "operand has no equal elements");
  rewriter.replaceOpWithNewOp<ConstantOp>(
      op, cast<TypedAttr>(
              DenseElementsAttr::get(type, value.getSplatValue<Attribute>())));
  return success();
}

void populateConstantPatterns(RewritePatternSet &patterns) {
  patterns.add<EvaluateIntegers>(patterns.getContext());
  patterns.add(reshapeConstant<ReshapeOp>);
  patterns.add(reshapeConstant<FlattenOp>);
  patterns.add(reshapeConstant<SqueezeOp>);
  patterns.add(reshapeConstant<UnsqueezeOp>);
  patterns.add(transposeConstant);
  patterns.add(sliceConstant);
  patterns.add(foldConstantOfShape);
  patterns.add(expandSplat);
}

} // namespace tvm::graph
