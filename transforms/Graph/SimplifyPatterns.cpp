// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "dialects/Graph/Tensors/GraphIndexing.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "transforms/Graph/Patterns.h"
#include "transforms/Graph/ShapeBuilders.h"

using namespace mlir;

namespace tvm::graph {

//===-- casts -------------------------------------------------------------===//

/// Whether every value of `from`, NaN, infinities and -0 included, is one of
/// `to`.
static bool isLossless(FloatType from, FloatType to) {
  return from.getWidth() < to.getWidth() && to.getWidth() >= 16 &&
         APFloat::isRepresentableBy(from.getFloatSemantics(),
                                    to.getFloatSemantics());
}

static bool isLossless(Type from, Type to) {
  if (from == to || from.isInteger(1))
    return true;
  auto narrow = dyn_cast<FloatType>(from), wide = dyn_cast<FloatType>(to);
  if (narrow || wide)
    return narrow && wide && isLossless(narrow, wide);
  bool isUnsigned = from.isUnsignedInteger();
  return to.getIntOrFloatBitWidth() > from.getIntOrFloatBitWidth() &&
         (isUnsigned || !to.isUnsignedInteger());
}

static LogicalResult composeCasts(CastOp op, PatternRewriter &rewriter) {
  auto inner = op.getX().getDefiningOp<CastOp>();
  if (!inner)
    return rewriter.notifyMatchFailure(op, "operand is no cast");
  if (!isLossless(getElementTypeOrSelf(inner.getX()),
                  getElementTypeOrSelf(inner)))
    return rewriter.notifyMatchFailure(op, "inner cast loses values");
  rewriter.replaceOpWithNewOp<CastOp>(op, op.getType(), inner.getX(),
                                      op.getToAttr());
  return success();
}

//===-- commutative operators ---------------------------------------------===//

/// Whether `a` is computed before `b`, in the same block.
static bool isEarlier(Value a, Value b) {
  Operation *first = a.getDefiningOp(), *second = b.getDefiningOp();
  if (!first || !second)
    return second && a.getParentBlock() == second->getBlock();
  return first->getBlock() == second->getBlock() &&
         first->isBeforeInBlock(second);
}

static bool isConstant(Value value) {
  return matchPattern(value, m_Constant());
}

namespace {
/// The operand that is computed first comes first, but for constants, which
/// folding moves to the end: `a * b` and `b * a` are one, for CSE and idioms.
struct SortOperands : OpTraitRewritePattern<OpTrait::IsCommutative> {
  using Base::Base;

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isa<GraphDialect>(op->getDialect()) || op->getNumOperands() != 2)
      return rewriter.notifyMatchFailure(op, "expected two operands");
    if (op->hasAttr("graph.equal_dims"))
      return rewriter.notifyMatchFailure(op, "operands are marked");
    Value lhs = op->getOperand(0), rhs = op->getOperand(1);
    if (isConstant(lhs) || isConstant(rhs) || !isEarlier(rhs, lhs))
      return rewriter.notifyMatchFailure(op, "operands are in order");
    rewriter.modifyOpInPlace(op, [&] { op->setOperands({rhs, lhs}); });
    return success();
  }
};
} // namespace

//===-- gather ------------------------------------------------------------===//

/// Gathering one constant index is a slice.
static LogicalResult sliceInsteadOfGather(GatherOp op,
                                          PatternRewriter &rewriter) {
  auto indices = getConstantInts(op.getIndices());
  auto type = cast<RankedTensorType>(op.getX().getType());
  if (!indices || indices->size() != 1)
    return rewriter.notifyMatchFailure(op, "expected one constant index");
  int64_t axis = op.getAxis();
  axis += axis < 0 ? type.getRank() : 0;
  int64_t index = indices->front(), size = type.getDimSize(axis);
  bool isInside = ShapedType::isDynamic(size) ? index == 0 || index == -1
                                              : index >= -size && index < size;
  if (!isInside)
    return rewriter.notifyMatchFailure(op, "index may be outside");
  int64_t end = index == -1 ? std::numeric_limits<int64_t>::max() : index + 1;
  SmallVector<int64_t> shape(type.getShape());
  shape[axis] = 1;
  Value slice =
      SliceOp::create(rewriter, op.getLoc(), type.clone(shape), op.getX(),
                      ArrayRef<int64_t>{axis}, ArrayRef<int64_t>{index},
                      ArrayRef<int64_t>{end}, ArrayRef<int64_t>{1});
  // Dimensions of 1 come and go: (1) for scalars, (1, 1 ...) for tensors.
  int64_t rank = cast<RankedTensorType>(op.getIndices().getType()).getRank();
  if (rank == 0) {
    rewriter.replaceOpWithNewOp<SqueezeOp>(op, op.getType(), slice,
                                           ArrayRef<int64_t>{axis});
    return success();
  }
  SmallVector<int64_t> axes =
      llvm::to_vector(llvm::seq<int64_t>(axis, axis + rank - 1));
  rewriter.replaceOpWithNewOp<UnsqueezeOp>(op, op.getType(), slice, axes);
  return success();
}

//===-- expand ------------------------------------------------------------===//

/// Whether `op` broadcasts its operands itself, to the same shape without the
/// expand of operand `index`.
static bool broadcastsAnyway(Operation *op, unsigned index) {
  auto fusion = dyn_cast<FusionInterface>(op);
  if (!fusion || fusion.getFusionKind() != FusionKind::Broadcast ||
      op->getNumResults() != 1 || isa<ExpandOp>(op))
    return false;
  auto expand = op->getOperand(index).getDefiningOp<ExpandOp>();
  ShapeValues values(op->getContext());
  auto target = values.getElements(expand.getShape());
  if (!target)
    return false;
  // The expand's own dimension or another operand has what it asks for.
  SymbolicShape own = values.getDims(expand.getX());
  for (auto [i, size] : llvm::enumerate(*target)) {
    size_t fromEnd = target->size() - i;
    auto constant = dyn_cast<AffineConstantExpr>(size);
    bool isThere = (constant && constant.getValue() == 1) ||
                   (fromEnd <= own.size() && own[own.size() - fromEnd] == size);
    for (OpOperand &operand : op->getOpOperands()) {
      size_t rank = cast<RankedTensorType>(operand.get().getType()).getRank();
      if (operand.getOperandNumber() != index && rank >= fromEnd)
        isThere |= values.getDim(operand.get(), rank - fromEnd) == size;
    }
    if (!isThere)
      return false;
  }
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  int64_t rank = type.getRank();
  // The rank has to stay, too.
  return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
    Value value =
        operand.getOperandNumber() == index ? expand.getX() : operand.get();
    return cast<RankedTensorType>(value.getType()).getRank() == rank;
  });
}

/// An operator that broadcasts needs no expand before it.
static LogicalResult dropExpand(ExpandOp op, PatternRewriter &rewriter) {
  bool isDropped = false;
  // One by one: of two operands that are `op`, one may have to stay.
  for (OpOperand &use : llvm::make_early_inc_range(op->getUses())) {
    Operation *user = use.getOwner();
    if (!broadcastsAnyway(user, use.getOperandNumber()))
      continue;
    rewriter.modifyOpInPlace(user, [&] { use.set(op.getX()); });
    isDropped = true;
  }
  if (!isDropped)
    return rewriter.notifyMatchFailure(op, "users do not broadcast");
  return success();
}

//===-- concatenations ----------------------------------------------------===//

/// The shape of one of equal inputs of `concat`, in the last dimension, where
/// `type` keeps them apart there: `[…, 2 * n]` as `[…, 2, n]`. The 2 is 1 in
/// it.
static std::optional<SmallVector<int64_t>> getStacked(ConcatOp concat,
                                                      RankedTensorType type) {
  ValueRange inputs = concat.getInputs();
  auto input = cast<RankedTensorType>(inputs.front().getType());
  int64_t rank = input.getRank();
  if (!input.hasStaticShape() || !type.hasStaticShape() ||
      (concat.getAxis() != rank - 1 && concat.getAxis() != -1) ||
      !llvm::all_equal(inputs.getTypes()))
    return std::nullopt;
  SmallVector<int64_t> shape(input.getShape());
  shape.insert(shape.end() - 1, inputs.size());
  if (type.getShape() != ArrayRef(shape))
    return std::nullopt;
  shape[rank - 1] = 1;
  return shape;
}

/// Parts that are kept apart are joined along a dimension of their own: which
/// one an element belongs to follows from one subscript.
static LogicalResult stackInsteadOfReshape(ReshapeOp op,
                                           PatternRewriter &rewriter) {
  auto concat = op.getX().getDefiningOp<ConcatOp>();
  if (!concat || !concat->hasOneUse())
    return rewriter.notifyMatchFailure(op, "operand is no concat of its own");
  auto type = cast<RankedTensorType>(op.getType());
  auto shape = getStacked(concat, type);
  if (!shape)
    return rewriter.notifyMatchFailure(op, "shape does not keep inputs apart");
  SmallVector<Value> parts;
  for (Value input : concat.getInputs())
    parts.push_back(createReshape(rewriter, op.getLoc(), input, *shape));
  rewriter.replaceOpWithNewOp<ConcatOp>(op, type, parts, type.getRank() - 2);
  return success();
}

void populateSimplifyPatterns(RewritePatternSet &patterns) {
  patterns.add(composeCasts);
  patterns.add<SortOperands>(patterns.getContext());
  patterns.add(sliceInsteadOfGather);
  patterns.add(dropExpand);
  patterns.add(stackInsteadOfReshape);
}

} // namespace tvm::graph
