// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Folds and canonicalisations of shape operators.

#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace tvm::graph {

static RankedTensorType typeOf(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

/// A constant `tensor<nxi64>`.
static Value createInts(OpBuilder &builder, Location loc,
                        ArrayRef<int64_t> values) {
  auto type = RankedTensorType::get({static_cast<int64_t>(values.size())},
                                    builder.getI64Type());
  return ConstantOp::create(builder, loc, DenseElementsAttr::get(type, values));
}

/// Replaces `op` by a reshape of `x`. In a dynamic shape 0 is a copy.
static void replaceByReshape(PatternRewriter &rewriter, Operation *op, Value x,
                             ArrayRef<int64_t> shape) {
  auto type = typeOf(op->getResult(0));
  bool allowZero = type.hasStaticShape() && llvm::is_contained(shape, 0);
  Value target = createInts(rewriter, op->getLoc(), shape);
  rewriter.replaceOpWithNewOp<ReshapeOp>(op, type, x, target, allowZero);
}

//===-- transpose ---------------------------------------------------------===//

OpFoldResult TransposeOp::fold(FoldAdaptor) {
  if (getType() == getX().getType() && isIdentityPermutation(getPermutation()))
    return getX();
  return {};
}

/// Transpose of transpose.
static LogicalResult composeTransposes(TransposeOp op,
                                       PatternRewriter &rewriter) {
  auto inner = op.getX().getDefiningOp<TransposeOp>();
  if (!inner)
    return rewriter.notifyMatchFailure(op, "operand is no transpose");
  SmallVector<int64_t> permutation;
  for (int64_t dim : op.getPermutation())
    permutation.push_back(inner.getPermutation()[dim]);
  rewriter.replaceOpWithNewOp<TransposeOp>(op, op.getType(), inner.getX(),
                                           permutation);
  return success();
}

/// Replaces a transpose that only moves dimensions of size 1: it moves no
/// element.
static LogicalResult reshapeUnitTranspose(TransposeOp op,
                                          PatternRewriter &rewriter) {
  auto type = typeOf(op.getX());
  SmallVector<int64_t> moved;
  for (int64_t dim : op.getPermutation())
    if (type.getDimSize(dim) != 1)
      moved.push_back(dim);
  if (!type.hasStaticShape() || !llvm::is_sorted(moved))
    return rewriter.notifyMatchFailure(op, "moves elements");
  replaceByReshape(rewriter, op, op.getX(), typeOf(op.getResult()).getShape());
  return success();
}

void TransposeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *) {
  patterns.add(composeTransposes);
  patterns.add(reshapeUnitTranspose);
}

//===-- reshape and its kin -----------------------------------------------===//

/// `shape` as the constant operand of a reshape of `x`, dimensions that `x`
/// has at the same place as 0. Nothing where two dimensions stay unknown, or
/// where a dimension without elements is not yet part of the result's `type`.
static std::optional<SmallVector<int64_t>>
getConstantShape(ShapeValues &values, Value x, ArrayRef<AffineExpr> shape,
                 RankedTensorType type) {
  SmallVector<int64_t> result;
  bool isInferred = false;
  bool hasZero = false, copies = false;
  SymbolicShape dims = values.getDims(x);
  for (auto [i, expr] : llvm::enumerate(shape)) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
      if (constant.getValue() < 0)
        return std::nullopt;
      hasZero |= constant.getValue() == 0;
      result.push_back(constant.getValue());
    } else if (i < dims.size() && dims[i] == expr) {
      copies = true;
      result.push_back(0);
    } else if (!isInferred) {
      isInferred = true;
      result.push_back(-1);
    } else {
      return std::nullopt;
    }
  }
  // A dimension without elements is neither a copy nor something to divide by.
  if (hasZero && (copies || isInferred || !type.hasStaticShape()))
    return std::nullopt;
  return result;
}

/// The shape operand that says the same as `op` does about its result.
template <typename Op>
static std::optional<SmallVector<int64_t>> getTarget(Op op) {
  auto type = typeOf(op.getResult());
  if (type.hasStaticShape())
    return SmallVector<int64_t>(type.getShape());
  ShapeValues values(op.getContext());
  auto shape = op.getSymbolicShape(values);
  if (failed(shape))
    return std::nullopt;
  for (auto [i, size] : llvm::enumerate(type.getShape()))
    if (!ShapedType::isDynamic(size))
      (*shape)[i] = values.constant(size);
  return getConstantShape(values, op.getX(), *shape, type);
}

OpFoldResult ReshapeOp::fold(FoldAdaptor) {
  if (getType() != getX().getType())
    return {};
  // At most one unknown dimension: the others leave it no choice.
  if (typeOf(getX()).getNumDynamicDims() <= 1)
    return getX();
  ShapeValues values(getContext());
  auto shape = getSymbolicShape(values);
  if (succeeded(shape) && *shape == values.getDims(getX()))
    return getX();
  return {};
}

/// The shape becomes a constant in normal form.
static LogicalResult makeShapeConstant(ReshapeOp op,
                                       PatternRewriter &rewriter) {
  auto target = getTarget(op);
  if (!target)
    return rewriter.notifyMatchFailure(op, "two dimensions stay unknown");
  bool keepsZero =
      llvm::is_contained(*target, 0) && typeOf(op.getResult()).hasStaticShape();
  auto current = getConstantInts(op.getShape());
  if (current && ArrayRef<int64_t>(*current) == ArrayRef<int64_t>(*target) &&
      op.getAllowZero() == keepsZero &&
      getElementTypeOrSelf(op.getShape()).isInteger(64))
    return rewriter.notifyMatchFailure(op, "shape is in normal form");
  replaceByReshape(rewriter, op, op.getX(), *target);
  return success();
}

static Value getReshaped(Operation *op) {
  return op && op->hasTrait<KeepsElementOrder>() ? op->getOperand(0) : Value();
}

/// Reshape of reshape, where the inner shape is not needed to say the result.
static LogicalResult composeReshapes(ReshapeOp op, PatternRewriter &rewriter) {
  Value x = getReshaped(op.getX().getDefiningOp());
  if (!x)
    return rewriter.notifyMatchFailure(op, "operand is no reshape");
  auto type = typeOf(op.getResult());
  ShapeValues values(op.getContext());
  auto shape = op.getSymbolicShape(values);
  if (failed(shape))
    return rewriter.notifyMatchFailure(op, "shape is unknown");
  for (auto [i, size] : llvm::enumerate(type.getShape()))
    if (!ShapedType::isDynamic(size))
      (*shape)[i] = values.constant(size);
  auto target = getConstantShape(values, x, *shape, type);
  if (!target)
    return rewriter.notifyMatchFailure(op, "two dimensions stay unknown");
  replaceByReshape(rewriter, op, x, *target);
  return success();
}

void ReshapeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *) {
  patterns.add(makeShapeConstant);
  patterns.add(composeReshapes);
}

/// Replaces an operator that only regroups dimensions by a reshape.
template <typename Op>
static LogicalResult becomeReshape(Op op, PatternRewriter &rewriter) {
  auto target = getTarget(op);
  if (!target)
    return rewriter.notifyMatchFailure(op, "two dimensions stay unknown");
  replaceByReshape(rewriter, op, op.getX(), *target);
  return success();
}

OpFoldResult SqueezeOp::fold(FoldAdaptor) {
  return getAxes().empty() && getType() == getX().getType() ? getX() : Value();
}

OpFoldResult UnsqueezeOp::fold(FoldAdaptor) {
  return getAxes().empty() && getType() == getX().getType() ? getX() : Value();
}

void FlattenOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *) {
  patterns.add(becomeReshape<FlattenOp>);
}

void SqueezeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *) {
  patterns.add(becomeReshape<SqueezeOp>);
}

void UnsqueezeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *) {
  patterns.add(becomeReshape<UnsqueezeOp>);
}

//===-- concat ------------------------------------------------------------===//

OpFoldResult ConcatOp::fold(FoldAdaptor) {
  if (getInputs().size() == 1 && getType() == getInputs()[0].getType())
    return getInputs()[0];
  return {};
}

/// Inputs without elements go; a concatenation along the same axis is merged.
static LogicalResult flattenConcat(ConcatOp op, PatternRewriter &rewriter) {
  int64_t rank = typeOf(op.getResult()).getRank();
  auto axisOf = [&](ConcatOp concat) {
    int64_t axis = concat.getAxis();
    return axis < 0 ? axis + rank : axis;
  };
  int64_t axis = axisOf(op);
  SmallVector<Value> inputs;
  for (Value input : op.getInputs()) {
    auto inner = input.getDefiningOp<ConcatOp>();
    if (inner && inner->hasOneUse() && axisOf(inner) == axis)
      llvm::append_range(inputs, inner.getInputs());
    else if (typeOf(input).getDimSize(axis) != 0)
      inputs.push_back(input);
  }
  if (inputs.empty() || ValueRange(inputs) == ValueRange(op.getInputs()))
    return rewriter.notifyMatchFailure(op, "nothing to merge");
  rewriter.replaceOpWithNewOp<ConcatOp>(op, op.getType(), inputs, axis);
  return success();
}

void ConcatOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *) {
  patterns.add(flattenConcat);
}

//===-- slice -------------------------------------------------------------===//

/// Whether `start:end:1` takes everything of any size.
static bool takesAll(int64_t start, int64_t end, int64_t step, int64_t size) {
  if (step != 1)
    return false;
  if (ShapedType::isDynamic(size))
    return start == 0 && end >= std::numeric_limits<int32_t>::max();
  return getSliceBounds(size, start, end, step).size == size;
}

OpFoldResult SliceOp::fold(FoldAdaptor) {
  auto type = typeOf(getX());
  if (getType() != type)
    return {};
  for (auto [axis, start, end, step] :
       llvm::zip(getAxes(), getStarts(), getEnds(), getSteps())) {
    int64_t dim = axis < 0 ? axis + type.getRank() : axis;
    if (!takesAll(start, end, step, type.getDimSize(dim)))
      return {};
  }
  return getX();
}

/// Axes that are taken whole need not be named.
static LogicalResult dropWholeAxes(SliceOp op, PatternRewriter &rewriter) {
  auto type = typeOf(op.getX());
  SmallVector<int64_t> axes, starts, ends, steps;
  for (auto [axis, start, end, step] :
       llvm::zip(op.getAxes(), op.getStarts(), op.getEnds(), op.getSteps())) {
    int64_t dim = axis < 0 ? axis + type.getRank() : axis;
    if (takesAll(start, end, step, type.getDimSize(dim)))
      continue;
    axes.push_back(dim);
    starts.push_back(start);
    ends.push_back(end);
    steps.push_back(step);
  }
  if (axes.size() == op.getAxes().size())
    return rewriter.notifyMatchFailure(op, "all axes are cut");
  rewriter.replaceOpWithNewOp<SliceOp>(op, op.getType(), op.getX(), axes,
                                       starts, ends, steps);
  return success();
}

void SliceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *) {
  patterns.add(dropWholeAxes);
}

static LogicalResult makeSliceStatic(DynamicSliceOp op,
                                     PatternRewriter &rewriter) {
  auto starts = evaluateInts(op.getStarts());
  auto ends = evaluateInts(op.getEnds());
  if (!starts || !ends)
    return rewriter.notifyMatchFailure(op, "bounds are unknown");
  std::optional<SmallVector<int64_t>> axes =
      llvm::to_vector(llvm::seq<int64_t>(starts->size()));
  std::optional<SmallVector<int64_t>> steps(
      SmallVector<int64_t>(starts->size(), 1));
  if (op.getAxes())
    axes = evaluateInts(op.getAxes());
  if (op.getSteps())
    steps = evaluateInts(op.getSteps());
  if (!axes || !steps || llvm::is_contained(*steps, 0))
    return rewriter.notifyMatchFailure(op, "axes or steps are unknown");
  rewriter.replaceOpWithNewOp<SliceOp>(op, op.getType(), op.getX(), *axes,
                                       *starts, *ends, *steps);
  return success();
}

void DynamicSliceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                 MLIRContext *) {
  patterns.add(makeSliceStatic);
}

//===-- pad, expand, tile, gather -----------------------------------------===//

OpFoldResult PadOp::fold(FoldAdaptor) {
  auto isZero = [](int64_t size) { return size == 0; };
  if (getType() == getX().getType() && llvm::all_of(getLow(), isZero) &&
      llvm::all_of(getHigh(), isZero))
    return getX();
  return {};
}

static LogicalResult makePadStatic(DynamicPadOp op, PatternRewriter &rewriter) {
  auto pads = evaluateInts(op.getPads());
  int64_t rank = typeOf(op.getX()).getRank();
  std::optional<SmallVector<int64_t>> axes =
      llvm::to_vector(llvm::seq<int64_t>(rank));
  if (op.getAxes())
    axes = evaluateInts(op.getAxes());
  if (!pads || !axes || pads->size() != 2 * axes->size())
    return rewriter.notifyMatchFailure(op, "pads are unknown");
  SmallVector<int64_t> low(rank, 0), high(rank, 0);
  for (auto [i, axis] : llvm::enumerate(*axes)) {
    low[axis < 0 ? axis + rank : axis] = (*pads)[i];
    high[axis < 0 ? axis + rank : axis] = (*pads)[i + axes->size()];
  }
  rewriter.replaceOpWithNewOp<PadOp>(op, op.getType(), op.getX(), op.getValue(),
                                     low, high, op.getMode());
  return success();
}

void DynamicPadOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *) {
  patterns.add(makePadStatic);
}

OpFoldResult ExpandOp::fold(FoldAdaptor) {
  auto type = typeOf(getX());
  if (getType() != type)
    return {};
  if (type.hasStaticShape())
    return getX();
  ShapeValues values(getContext());
  auto shape = getSymbolicShape(values);
  if (succeeded(shape) && *shape == values.getDims(getX()))
    return getX();
  return {};
}

/// The shape becomes a constant: 1 where the dimension of `x` stays.
static LogicalResult makeExpandConstant(ExpandOp op,
                                        PatternRewriter &rewriter) {
  if (getConstantInts(op.getShape()))
    return rewriter.notifyMatchFailure(op, "shape is constant");
  auto type = typeOf(op.getResult());
  ShapeValues values(op.getContext());
  auto shape = op.getSymbolicShape(values);
  if (failed(shape))
    return rewriter.notifyMatchFailure(op, "shape is unknown");
  SymbolicShape dims = values.getDims(op.getX());
  SmallVector<int64_t> target;
  int64_t offset = type.getRank() - dims.size();
  for (int64_t i = 0; i < type.getRank(); ++i) {
    if (!type.isDynamicDim(i))
      target.push_back(type.getDimSize(i));
    else if (i >= offset && dims[i - offset] == (*shape)[i])
      target.push_back(1);
    else
      return rewriter.notifyMatchFailure(op, "expands to an unknown size");
  }
  Value constant = createInts(rewriter, op.getLoc(), target);
  rewriter.replaceOpWithNewOp<ExpandOp>(op, op.getType(), op.getX(), constant);
  return success();
}

void ExpandOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *) {
  patterns.add(makeExpandConstant);
}

OpFoldResult TileOp::fold(FoldAdaptor) {
  auto repeats = getConstantInts(getRepeats());
  if (repeats && getType() == getX().getType() &&
      llvm::all_of(*repeats, [](int64_t times) { return times == 1; }))
    return getX();
  return {};
}

} // namespace tvm::graph
