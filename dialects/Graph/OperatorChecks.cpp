// What operators ask of sizes that are known when the model runs only: what
// their verifiers ask where sizes are known before.

#include "dialects/Graph/GraphConvolution.h"
#include "dialects/Graph/GraphIndexing.h"
#include "dialects/Graph/GraphMatMul.h"
#include "dialects/Graph/GraphNormalization.h"
#include "dialects/Graph/GraphPooling.h"
#include "dialects/Graph/GraphRecurrent.h"
#include "dialects/Graph/GraphSampling.h"
#include "dialects/Graph/GraphSelection.h"
#include "dialects/Graph/GraphShape.h"
#include "dialects/Graph/GraphStructure.h"
#include "dialects/Graph/GraphTrees.h"
#include "dialects/Graph/GraphWindows.h"
#include "dialects/Graph/RuntimeChecks.h"
#include "dialects/Graph/ShapeInference.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;

namespace tvm::graph {

static int64_t getRank(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getRank();
}

static int64_t fromFront(int64_t axis, int64_t rank) {
  return axis < 0 ? axis + rank : axis;
}

namespace {
/// Makes the checks of one operator.
struct Checks {
  OpBuilder &builder;
  Operation *op;

  OpFoldResult dim(Value tensor, int64_t i) {
    return getDim(builder, op->getLoc(), tensor, i);
  }

  OpFoldResult size(int64_t constant) { return builder.getIndexAttr(constant); }

  void equal(StringRef what, Value lhs, int64_t i, Value rhs, int64_t j) {
    createEqualCheck(builder, op, what, dim(lhs, i), dim(rhs, j));
  }

  /// That `tensor`, where there is one, has these dimensions.
  void shape(StringRef what, Value tensor, ArrayRef<OpFoldResult> sizes) {
    if (!tensor)
      return;
    for (auto [i, expected] : llvm::enumerate(sizes))
      createEqualCheck(builder, op, what, dim(tensor, i), expected);
  }

  /// That `from` broadcasts to the last dimensions of `into`.
  void broadcastTo(Value from, Value into) {
    if (!from)
      return;
    int64_t extra = getRank(into) - getRank(from);
    for (int64_t i = 0; i < getRank(from); ++i)
      createExpansionCheck(builder, op, dim(from, i), dim(into, i + extra));
  }

  /// That `window` fits into the padded spatial dimensions of `x`.
  void window(const Window &window, Value x, StringRef layoutName) {
    if (window.isSame())
      return;
    TensorLayout layout(layoutName, getRank(x));
    DimMath math(builder, op->getLoc());
    for (int64_t i = 0; i < window.numDims(); ++i)
      createBoundCheck(builder, op, "window size", size(window.extent(i)),
                       window.padded(math, i, dim(x, layout.spatial(i))));
  }

  /// That no dimension of the results is negative.
  void results() {
    auto reified = cast<ReifyRankedShapedTypeOpInterface>(op);
    ReifiedRankedShapedTypeDims shapes;
    if (failed(reified.reifyResultShapes(builder, shapes)))
      return;
    for (ArrayRef<OpFoldResult> dims : shapes)
      for (OpFoldResult dim : dims)
        createSizeCheck(builder, op, "dimensions", dim);
  }
};
} // namespace

//===-- products ----------------------------------------------------------===//

void MatMulOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  checks.equal("inner dimensions", getA(), getInnerDimOfA(), getB(),
               getInnerDimOfB());
  int64_t batches = std::min(getRank(getA()), getRank(getB())) - 2;
  for (int64_t i = 0; i < batches; ++i) // from the last one
    createBroadcastCheck(builder, *this,
                         checks.dim(getA(), getRank(getA()) - 3 - i),
                         checks.dim(getB(), getRank(getB()) - 3 - i));
}

void EinsumOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  EinsumEquation equation(getEquation());
  std::map<char, SmallVector<OpFoldResult>> sizes;
  for (auto [letters, input] : llvm::zip(equation.inputs, getInputs()))
    for (auto [i, letter] : llvm::enumerate(letters))
      sizes[letter].push_back(checks.dim(input, i));
  for (auto &[letter, dims] : sizes)
    for (size_t i = 0; i < dims.size(); ++i)
      for (size_t j = i + 1; j < dims.size(); ++j)
        createBroadcastCheck(builder, *this, dims[i], dims[j]);
}

void DetOp::buildChecks(OpBuilder &builder) {
  int64_t rank = getRank(getX());
  Checks{builder, *this}.equal("sizes of a matrix", getX(), rank - 2, getX(),
                               rank - 1);
}

/// Data has the channels that the weights of all groups read.
template <typename Op> static void checkChannels(Op op, OpBuilder &builder) {
  Checks checks{builder, op};
  int64_t rank = getRank(op.getX());
  TensorLayout layout(op.getLayout(), rank);
  KernelLayout kernel(op.getKernelLayout(), rank);
  OpFoldResult expected = DimMath(builder, op.getLoc())
                              .mul(checks.dim(op.getWeight(), kernel.input()),
                                   checks.size(op.getGroup()));
  createEqualCheck(builder, op, "channels",
                   checks.dim(op.getX(), layout.channel()), expected);
}

void ConvOp::buildChecks(OpBuilder &builder) {
  checkChannels(*this, builder);
  Checks{builder, *this}.window(getConvolutionWindow(*this, getAutoPad()),
                                getX(), getLayout());
}

void ConvTransposeOp::buildChecks(OpBuilder &builder) {
  checkChannels(*this, builder);
  Checks{builder, *this}.results();
}

void WinogradConvOp::buildChecks(OpBuilder &builder) {
  Checks{builder, *this}.window(getWinogradWindow(getPads()), getX(),
                                getLayout());
}

//===-- pooling -----------------------------------------------------------===//

template <typename Op> static void checkWindow(Op op, OpBuilder &builder) {
  Checks{builder, op}.window(getPoolWindow(op), op.getX(), op.getLayout());
}

void MaxPoolOp::buildChecks(OpBuilder &builder) { checkWindow(*this, builder); }

void MaxPoolWithIndicesOp::buildChecks(OpBuilder &builder) {
  checkWindow(*this, builder);
}

void AveragePoolOp::buildChecks(OpBuilder &builder) {
  checkWindow(*this, builder);
}

void LpPoolOp::buildChecks(OpBuilder &builder) { checkWindow(*this, builder); }

//===-- normalisation -----------------------------------------------------===//

void BatchNormOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  int64_t channel = TensorLayout(getLayout(), getRank(getX())).channel();
  for (Value vector : getOperands().drop_front())
    checks.equal("channels", vector, 0, getX(), channel);
}

void LayerNormOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  checks.broadcastTo(getScale(), getX());
  checks.broadcastTo(getBias(), getX());
}

void RMSNormOp::buildChecks(OpBuilder &builder) {
  Checks{builder, *this}.broadcastTo(getScale(), getX());
}

void GroupNormOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  int64_t channel = TensorLayout(getLayout(), getRank(getX())).channel();
  for (Value vector : {getScale(), getBias()})
    checks.equal("channels", vector, 0, getX(), channel);
}

//===-- recurrence --------------------------------------------------------===//

/// T steps, B sequences of I elements, D directions, H hidden elements.
template <typename Op>
static void checkRecurrent(Op op, OpBuilder &builder,
                           ArrayRef<Value> initialStates) {
  Checks checks{builder, op};
  OpFoldResult directions = checks.dim(op.getR(), 0);
  OpFoldResult rows = checks.dim(op.getR(), 1);
  OpFoldResult hidden = checks.dim(op.getR(), 2);
  OpFoldResult batch = checks.dim(op.getX(), !op.getBatchFirst());
  checks.shape("sizes of w", op.getW(),
               {directions, rows, checks.dim(op.getX(), 2)});
  checks.shape("numbers of sequences", op.getLengths(), batch);
  SmallVector<OpFoldResult> state{directions, batch, hidden};
  if (op.getBatchFirst())
    std::swap(state[0], state[1]);
  for (Value initial : initialStates)
    checks.shape("sizes of states", initial, state);
}

void RnnOp::buildChecks(OpBuilder &builder) {
  checkRecurrent(*this, builder, getInitialH());
}

void GruOp::buildChecks(OpBuilder &builder) {
  checkRecurrent(*this, builder, getInitialH());
}

void LstmOp::buildChecks(OpBuilder &builder) {
  checkRecurrent(*this, builder, {getInitialH(), getInitialC()});
}

void LinearAttentionOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  SmallVector<OpFoldResult> tokens{checks.dim(getQuery(), 0),
                                   checks.dim(getQuery(), 1)};
  for (Value value : {getKey(), getValue(), getDecay(), getBeta()})
    checks.shape("numbers of tokens", value, tokens);
  checks.shape("numbers of sequences", getPast(), tokens.front());
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

void GatherElementsOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  checkIndices(checks, getIndices(), getX(), getAxis());
}

void GatherNDOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  for (int64_t i = 0, e = getBatchDims(); i < e; ++i)
    checks.equal("batch dimensions", getX(), i, getIndices(), i);
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

/// That there are as many elements before as after.
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

void PadOp::buildChecks(OpBuilder &builder) {
  auto isNegative = [](int64_t size) { return size < 0; };
  if (llvm::any_of(getLow(), isNegative) || llvm::any_of(getHigh(), isNegative))
    Checks{builder, *this}.results();
}

void DynamicPadOp::buildChecks(OpBuilder &builder) {
  Checks{builder, *this}.results();
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

void GridSampleOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  checks.equal("batches", getX(), 0, getGrid(), 0);
  createEqualCheck(builder, *this, "numbers of coordinates",
                   checks.dim(getGrid(), getRank(getX()) - 1),
                   checks.size(getRank(getX()) - 2));
}

void RoiAlignOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
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
