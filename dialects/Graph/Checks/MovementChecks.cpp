// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of sizes that are known only when the model runs, for operators that
// move elements.

#include "dialects/Graph/Checks/OperatorChecks.h"

#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/Learning/GraphTrees.h"
#include "dialects/Graph/Shapes/ShapeInference.h"
#include "dialects/Graph/Tensors/GraphIndexing.h"
#include "dialects/Graph/Tensors/GraphResize.h"
#include "dialects/Graph/Tensors/GraphSampling.h"
#include "dialects/Graph/Tensors/GraphSelection.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;

namespace tvm::graph {

static SmallVector<int64_t> getAxesOf(Value tensor) {
  return llvm::to_vector(llvm::seq<int64_t>(0, getRank(tensor)));
}

//===-- indices -----------------------------------------------------------===//

/// Indices do not go beyond `x`, but along `axis`.
static void checkIndices(Checks &checks, Value indices, Value x, int64_t axis) {
  axis = fromFront(axis, getRank(x));
  for (int64_t i = 0; i < getRank(x); ++i)
    if (i != axis)
      createBoundCheck(checks.builder, checks.op, "a dimension of indices",
                       checks.dim(indices, i), checks.dim(x, i));
}

void GatherOp::buildChecks(OpBuilder &builder) {
  Checks{builder, *this}.elements(getX(),
                                  fromFront(getAxis(), getRank(getX())));
}

bool GatherOp::hasChecks() {
  return mayLackElements(*this, getX(), fromFront(getAxis(), getRank(getX())));
}

void GatherElementsOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  checkIndices(checks, getIndices(), getX(), getAxis());
  checks.elements(getX(), fromFront(getAxis(), getRank(getX())));
}

void GatherNDOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  for (int64_t i = 0, e = getBatchDims(); i < e; ++i)
    checks.equal("batch dimensions", getX(), i, getIndices(), i);
  int64_t count =
      cast<RankedTensorType>(getIndices().getType()).getShape().back();
  checks.elements(getX(), llvm::to_vector(llvm::seq<int64_t>(
                              getBatchDims(), getBatchDims() + count)));
}

void ScatterElementsOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  checkIndices(checks, getIndices(), getX(), getAxis());
  checks.shape("dimensions of indices and updates", getIndices(),
               getDims(builder, getLoc(), getUpdates()));
}

void ScatterNDOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  auto expected = getDims(builder, getLoc(), getIndices());
  expected.pop_back();
  int64_t count =
      cast<RankedTensorType>(getIndices().getType()).getShape().back();
  llvm::append_range(
      expected, llvm::drop_begin(getDims(builder, getLoc(), getX()), count));
  checks.shape("dimensions of updates", getUpdates(), expected);
}

void TensorScatterOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  int64_t axis = fromFront(getAxis(), getRank(getX()));
  for (int64_t i = 0; i < getRank(getX()); ++i)
    if (i != axis)
      checks.equal("dimensions", getX(), i, getUpdate(), i);
  createBoundCheck(builder, *this, "an update", checks.dim(getUpdate(), axis),
                   checks.dim(getX(), axis));
  if (getPositions())
    checks.equal("numbers of positions", getPositions(), 0, getX(), 0);
}

void ReverseSequenceOp::buildChecks(OpBuilder &builder) {
  Checks{builder, *this}.equal("numbers of sequences", getLengths(), 0, getX(),
                               getBatchAxis());
}

//===-- shapes ------------------------------------------------------------===//

void ConcatOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  Value first = getInputs().front();
  int64_t axis = fromFront(getAxis(), getRank(first));
  for (Value input : getInputs().drop_front())
    for (int64_t i = 0; i < getRank(first); ++i)
      if (i != axis)
        checks.equal("dimensions", first, i, input, i);
}

/// Checks that there are as many elements before as after.
void ReshapeOp::buildChecks(OpBuilder &builder) {
  ShapeValues values(getContext());
  auto shape = getSymbolicShape(values);
  if (failed(shape))
    return;
  AffineExpr before = values.product(values.getDims(getX()));
  AffineExpr after = values.product(*shape);
  auto ratio = values.divide(before, after);
  if ((ratio && *ratio == values.constant(1)) || values.isUnknown(before) ||
      values.isUnknown(after))
    return;
  Checks{builder, *this}.results();
  auto build = [&](AffineExpr expr) {
    return getValueOrCreateConstantIndexOp(
        builder, getLoc(), values.build(builder, getLoc(), expr));
  };
  Value l = build(before), r = build(after);
  Value isEqual =
      arith::CmpIOp::create(builder, getLoc(), arith::CmpIPredicate::eq, l, r);
  createCheck(builder, *this, isEqual, "cannot reshape {0} elements to {1}",
              {l, r});
}

void SqueezeOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  for (int64_t axis : getAxes())
    createEqualCheck(builder, *this, "dimensions",
                     checks.dim(getX(), fromFront(axis, getRank(getX()))),
                     checks.size(1));
}

void ExpandOp::buildChecks(OpBuilder &builder) {
  ShapeValues values(getContext());
  auto target = values.getElements(getShape());
  auto isUnknown = [&](AffineExpr size) { return values.isUnknown(size); };
  if (!target || llvm::any_of(*target, isUnknown))
    return;
  int64_t rank = getRank(getX()), count = target->size();
  for (int64_t i = 0; i < std::min(rank, count); ++i) { // from the last one
    OpFoldResult size =
        values.build(builder, getLoc(), (*target)[count - 1 - i]);
    createSizeCheck(builder, *this, "dimensions", size);
    createBroadcastCheck(builder, *this,
                         getDim(builder, getLoc(), getX(), rank - 1 - i), size);
  }
}

void TileOp::buildChecks(OpBuilder &builder) {
  Checks{builder, *this}.results();
}

/// Dimensions of a slice that its type says, and that a run may contradict.
static SmallVector<int64_t> getPromisedDims(SliceOp op) {
  auto from = cast<RankedTensorType>(op.getX().getType());
  auto to = cast<RankedTensorType>(op.getType());
  SmallVector<int64_t> dims;
  for (int64_t i = 0; i < from.getRank(); ++i)
    if (from.isDynamicDim(i) && !to.isDynamicDim(i))
      dims.push_back(i);
  return dims;
}

bool SliceOp::hasChecks() { return !getPromisedDims(*this).empty(); }

void SliceOp::buildChecks(OpBuilder &builder) {
  SmallVector<int64_t> dims = getPromisedDims(*this);
  ShapeValues values(getContext());
  auto shape = getSymbolicShape(values);
  if (failed(shape))
    return;
  for (int64_t i : dims)
    if (!values.isUnknown((*shape)[i]))
      createEqualCheck(builder, *this, "sizes",
                       values.build(builder, getLoc(), (*shape)[i]),
                       builder.getIndexAttr(
                           cast<RankedTensorType>(getType()).getDimSize(i)));
}

void DynamicSliceOp::buildChecks(OpBuilder &builder) {
  Checks{builder, *this}.elements(getX(), getAxesOf(getX()));
}

/// Dimensions of `op` whose border shows elements of `x`.
static SmallVector<int64_t> getBorders(PadOp op) {
  SmallVector<int64_t> axes;
  for (auto [i, low, high] : llvm::enumerate(op.getLow(), op.getHigh()))
    if (op.getMode() != PadMode::Constant && (low > 0 || high > 0))
      axes.push_back(static_cast<int64_t>(i));
  return axes;
}

void PadOp::buildChecks(OpBuilder &builder) {
  Checks{builder, *this}.elements(getX(), getBorders(*this));
  auto isNegative = [](int64_t size) { return size < 0; };
  if (llvm::any_of(getLow(), isNegative) || llvm::any_of(getHigh(), isNegative))
    Checks{builder, *this}.results();
}

void DynamicPadOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  checks.results();
  if (getMode() != PadMode::Constant)
    checks.elements(getX(), getAxesOf(getX()));
}

void ConstantOfShapeOp::buildChecks(OpBuilder &builder) {
  Checks{builder, *this}.results();
}

void RangeOp::buildChecks(OpBuilder &builder) {
  ShapeValues values(getContext());
  auto delta = values.getElements(getDelta());
  if (!delta || isa<AffineConstantExpr>(delta->front()) ||
      values.isUnknown(delta->front()))
    return;
  Value step = getValueOrCreateConstantIndexOp(
      builder, getLoc(), values.build(builder, getLoc(), delta->front()));
  Value zero = arith::ConstantIndexOp::create(builder, getLoc(), 0);
  Value isFine = arith::CmpIOp::create(builder, getLoc(),
                                       arith::CmpIPredicate::ne, step, zero);
  createCheck(builder, *this, isFine, "expected a step other than 0", {});
}

void SpaceToDepthOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  DimMath math(builder, getLoc());
  for (int64_t i : {2, 3}) {
    OpFoldResult size = checks.dim(getX(), i);
    OpFoldResult whole =
        math.mul(math.div(size, getBlockSize()), checks.size(getBlockSize()));
    createEqualCheck(builder, *this, "multiples of the block size", size,
                     whole);
  }
}

//===-- samples, boxes, trees ---------------------------------------------===//

/// The dimensions that an operator resizes, from the front.
static SmallVector<int64_t> getResizedAxes(ResizeOp op) {
  return llvm::map_to_vector(op.getAxes(), [&](int64_t axis) {
    return fromFront(axis, getRank(op.getX()));
  });
}

void ResizeOp::buildChecks(OpBuilder &builder) {
  Checks{builder, *this}.elements(getX(), getResizedAxes(*this));
}

bool ResizeOp::hasChecks() {
  return llvm::any_of(getResizedAxes(*this), [&](int64_t axis) {
    return mayLackElements(*this, getX(), axis);
  });
}

void GridSampleOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  if (getPadding() != GridPadding::Zeros)
    checks.elements(getX(), ArrayRef(getAxesOf(getX())).drop_front(2));
  checks.equal("batches", getX(), 0, getGrid(), 0);
  createEqualCheck(builder, *this, "numbers of coordinates",
                   checks.dim(getGrid(), getRank(getX()) - 1),
                   checks.size(getRank(getX()) - 2));
}

void MaxRoiPoolOp::buildChecks(OpBuilder &builder) {
  Checks{builder, *this}.elements(getX(), 0);
}

void RoiAlignOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  checks.elements(getX(), {0, 2, 3});
  checks.equal("numbers of regions", getRois(), 0, getBatches(), 0);
  createEqualCheck(builder, *this, "numbers of coordinates",
                   checks.dim(getRois(), 1), checks.size(4));
}

void DeformColumnsOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  checks.equal("batches", getX(), 0, getOffset(), 0);
  if (!getMask())
    return;
  for (int64_t i = 0; i < getRank(getMask()); ++i)
    if (i != 1) // channels, which are known
      checks.equal("sizes of offsets and mask", getOffset(), i, getMask(), i);
}

void NonMaxSuppressionOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  checks.equal("batches", getBoxes(), 0, getScores(), 0);
  checks.equal("numbers of boxes", getBoxes(), 1, getScores(), 2);
  createEqualCheck(builder, *this, "numbers of coordinates",
                   checks.dim(getBoxes(), 2), checks.size(4));
}

/// The largest of the features that trees ask for, where they are constant.
static std::optional<int64_t> getLargest(Value features) {
  auto constant = features.getDefiningOp<ConstantOp>();
  SmallVector<char> buffer;
  if (!constant)
    return std::nullopt;
  auto bytes = getConstantBytes(constant.getValue(), buffer);
  if (!bytes) {
    llvm::consumeError(bytes.takeError());
    return std::nullopt;
  }
  if (bytes->empty())
    return std::nullopt;
  ArrayRef<int64_t> numbers(reinterpret_cast<const int64_t *>(bytes->data()),
                            bytes->size() / sizeof(int64_t));
  return *llvm::max_element(numbers);
}

void TreeLeavesOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  if (auto largest = getLargest(getFeatures()))
    createBoundCheck(builder, *this, "an index of features",
                     checks.size(*largest + 1), checks.dim(getX(), 1));
}

} // namespace tvm::graph
