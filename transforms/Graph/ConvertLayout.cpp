#include "dialects/Graph/GraphConvolution.h"
#include "dialects/Graph/GraphElementwise.h"
#include "dialects/Graph/GraphNormalization.h"
#include "dialects/Graph/GraphPooling.h"
#include "dialects/Graph/GraphReduction.h"
#include "dialects/Graph/GraphResize.h"
#include "dialects/Graph/GraphShape.h"
#include "dialects/Graph/GraphStructure.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "transforms/Graph/ChannelLast.h"
#include "transforms/Graph/ConstantExpressions.h"
#include "transforms/Graph/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_CONVERTLAYOUTPASS
#include "transforms/Graph/Passes.h.inc"

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static Value createTranspose(OpBuilder &builder, Location loc, Value x,
                             ArrayRef<int64_t> order) {
  return TransposeOp::create(builder, loc, permuteType(typeOf(x), order), x,
                             order);
}

//===-- conversion --------------------------------------------------------===//

namespace {

/// Converts a function in one walk: `channelLast` has the NHWC form of values
/// that exist in it. Operators are rebuilt on such values; the old ones stay
/// until the end and die then. What still reads a value in NCHW gets a
/// transpose.
class LayoutConverter {
public:
  explicit LayoutConverter(func::FuncOp function)
      : function(function), builder(function.getContext()) {}
  void run();

private:
  void convert(Operation *op);
  Value padInPlace(ConvOp op);
  void convertConvolution(ConvOp op);
  void convertConvolution(ConvTransposeOp op);
  void convertConvolution(WinogradConvOp op);
  template <typename Op> void convertWithLayout(Op op);
  void convertBroadcast(Operation *op);
  void convertConcat(ConcatOp op);
  void convertPad(PadOp op);
  void convertSlice(SliceOp op);
  template <typename Op> void convertSoftmax(Op op);
  void convertResize(ResizeOp op);
  void convertReduce(ReduceOp op);
  template <typename Op> void convertArgReduce(Op op);
  void convertTranspose(TransposeOp op);
  void convertShuffle(ReshapeOp op);
  void finish();

  bool isAvailable(Value value) {
    return channelLast.count(value) && !constants.isConstant(value);
  }
  Value getChannelLast(Value value);
  Value makeChannelLast(Value value);
  Value reshapeIfConstant(Value value, RankedTensorType type);
  Value extendRank(Value value, int64_t rank);
  Operation *rebuild(Operation *op, ValueRange operands);
  void replace(Operation *op, Value result);

  func::FuncOp function;
  OpBuilder builder;
  ConstantExpressions constants;
  DenseMap<Value, Value> channelLast;
  SmallVector<Operation *> converted;
};

} // namespace

/// `value` as a constant of another shape; null where it is no constant.
Value LayoutConverter::reshapeIfConstant(Value value, RankedTensorType type) {
  auto constant = value.getDefiningOp<ConstantOp>();
  TypedAttr reshaped =
      constant ? reshapeConstant(constant.getValue(), type) : TypedAttr();
  if (!reshaped)
    return {};
  return ConstantOp::create(builder, value.getLoc(), reshaped);
}

/// `value` in NHWC; a transpose behind its definition if need be.
Value LayoutConverter::getChannelLast(Value value) {
  Value &last = channelLast[value];
  if (!last) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfterValue(value);
    last = makeChannelLast(value);
  }
  return last;
}

Value LayoutConverter::makeChannelLast(Value value) {
  RankedTensorType type = typeOf(value);
  auto order = graph::getChannelLast(type.getRank());
  if (auto transpose = value.getDefiningOp<TransposeOp>()) {
    auto composed = permute(transpose.getPermutation(), order);
    if (llvm::is_sorted(composed))
      return transpose.getX();
    return createTranspose(builder, value.getLoc(), transpose.getX(), composed);
  }
  if (movesUnitsOnly(type.getShape(), order))
    if (Value moved = reshapeIfConstant(value, permuteType(type, order)))
      return moved;
  return createTranspose(builder, value.getLoc(), value, order);
}

/// `value` with dimensions of 1 in front.
Value LayoutConverter::extendRank(Value value, int64_t rank) {
  RankedTensorType type = typeOf(value);
  int64_t missing = rank - type.getRank();
  if (missing == 0)
    return value;
  SmallVector<int64_t> shape(missing, 1);
  llvm::append_range(shape, type.getShape());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(value);
  if (Value extended = reshapeIfConstant(value, type.clone(shape)))
    return extended;
  return UnsqueezeOp::create(builder, value.getLoc(), type.clone(shape), value,
                             llvm::to_vector(llvm::seq<int64_t>(0, missing)));
}

/// A copy of `op` on NHWC operands, with NHWC results that stand for the old
/// ones. The caller changes its attributes.
Operation *LayoutConverter::rebuild(Operation *op, ValueRange operands) {
  builder.setInsertionPoint(op);
  Operation *copy = builder.clone(*op);
  copy->setOperands(operands);
  for (auto [old, result] : llvm::zip(op->getResults(), copy->getResults())) {
    RankedTensorType type = typeOf(old);
    result.setType(permuteType(type, graph::getChannelLast(type.getRank())));
    channelLast[old] = result;
  }
  converted.push_back(op);
  return copy;
}

/// Replaces an operator whose result has no layout.
void LayoutConverter::replace(Operation *op, Value result) {
  op->getResult(0).replaceAllUsesWith(result);
  converted.push_back(op);
}

//===-- operators with a layout -------------------------------------------===//

/// The data of `op` with its border, in NHWC, if it is there in NCHW only; else
/// null. The convolution can read it in that order: nothing need move.
Value LayoutConverter::padInPlace(ConvOp op) {
  Value x = op.getX();
  bool isPadded = llvm::any_of(op.getPads(), [](int64_t n) { return n != 0; });
  if (channelLast.count(x) || x.getDefiningOp<TransposeOp>() ||
      constants.isConstant(x) || op.getGroup() != 1 || !isPadded ||
      op.getAutoPad() != "NOTSET")
    return {};
  RankedTensorType type = typeOf(x);
  ArrayRef<int64_t> pads = op.getPads();
  SmallVector<int64_t> low{0, 0}, high{0, 0}, shape(type.getShape());
  llvm::append_range(low, pads.take_front(pads.size() / 2));
  llvm::append_range(high, pads.drop_front(pads.size() / 2));
  for (auto [size, before, after] : llvm::zip(shape, low, high))
    if (!ShapedType::isDynamic(size))
      size += before + after;
  builder.setInsertionPoint(op);
  Value padded = PadOp::create(builder, op.getLoc(), type.clone(shape), x,
                               /*value=*/Value(), low, high, PadMode::Constant);
  return createTranspose(builder, op.getLoc(), padded,
                         graph::getChannelLast(type.getRank()));
}

/// Whether a convolution of each channel by itself is as fast in NCHW: vectors
/// are loaded along the last dimension, with stride 2 every other element,
/// which short rows are not worth.
static bool staysChannelSecond(ConvOp op) {
  constexpr int64_t kShortRow = 8;
  int64_t group = op.getGroup(), stride = op.getStrides().back();
  RankedTensorType result = typeOf(op.getResult());
  int64_t width = result.getShape().back();
  bool isDepthwise = group > 1 && group == typeOf(op.getX()).getDimSize(1) &&
                     group == result.getDimSize(1);
  return isDepthwise &&
         (stride == 1 ||
          (stride == 2 && (ShapedType::isDynamic(width) || width > kShortRow)));
}

void LayoutConverter::convertConvolution(ConvOp op) {
  if (!channelLast.count(op.getX()) && staysChannelSecond(op))
    return;
  int64_t rank = typeOf(op.getX()).getRank();
  Value weight = op.getWeight();
  bool packs = op.getKernelLayout() == "OIHW" && constants.isConstant(weight);
  if (packs) {
    auto order = llvm::to_vector(llvm::seq<int64_t>(2, rank));
    order.append({1, 0});
    builder.setInsertionPoint(op);
    weight = createTranspose(builder, weight.getLoc(), weight, order);
  }
  Value padded = padInPlace(op);
  Value x = padded ? padded : getChannelLast(op.getX());
  auto copy = cast<ConvOp>(rebuild(op, {x, weight}));
  copy.setLayout("NHWC");
  if (padded)
    copy.setPads(SmallVector<int64_t>(op.getPads().size(), 0));
  if (packs)
    copy.setKernelLayout("HWIO");
}

void LayoutConverter::convertConvolution(ConvTransposeOp op) {
  int64_t rank = typeOf(op.getX()).getRank();
  Value weight = op.getWeight();
  bool packs = op.getKernelLayout() == "IOHW" && constants.isConstant(weight);
  if (packs) {
    auto order = llvm::to_vector(llvm::seq<int64_t>(2, rank));
    order.append({0, 1});
    builder.setInsertionPoint(op);
    weight = createTranspose(builder, weight.getLoc(), weight, order);
  }
  auto copy =
      cast<ConvTransposeOp>(rebuild(op, {getChannelLast(op.getX()), weight}));
  copy.setLayout("NHWC");
  if (packs)
    copy.setKernelLayout("HWIO");
}

void LayoutConverter::convertConvolution(WinogradConvOp op) {
  auto copy = rebuild(op, {getChannelLast(op.getX()), op.getWeight()});
  cast<WinogradConvOp>(copy).setLayout("NHWC");
}

template <typename Op> void LayoutConverter::convertWithLayout(Op op) {
  if (op.getLayout() != "NCHW" || !isAvailable(op.getX()))
    return;
  SmallVector<Value> operands(op->getOperands());
  operands[0] = getChannelLast(op.getX());
  cast<Op>(rebuild(op, operands)).setLayout("NHWC");
}

//===-- operators on any layout -------------------------------------------===//

/// Whether all that `op` knows of its operands is that they broadcast.
static bool isLayoutAgnostic(Operation *op) {
  auto fusion = dyn_cast<FusionInterface>(op);
  if (!fusion || op->getNumResults() != 1 || isa<BatchNormOp, ExpandOp>(op))
    return false;
  if (fusion.getFusionKind() != FusionKind::ElementWise &&
      fusion.getFusionKind() != FusionKind::Broadcast)
    return false;
  DictionaryAttr attributes = op->getAttrDictionary();
  return llvm::none_of(ArrayRef<StringRef>{"axis", "axes", "layout", "shape"},
                       [&](StringRef name) { return attributes.get(name); });
}

void LayoutConverter::convertBroadcast(Operation *op) {
  int64_t rank = typeOf(op->getResult(0)).getRank();
  bool isReady = false;
  for (Value operand : op->getOperands()) {
    if (!isAvailable(operand))
      continue;
    isReady = true;
    if (typeOf(operand).getRank() != rank)
      return;
  }
  if (!isReady)
    return;
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    RankedTensorType type = typeOf(operand);
    bool isScalar = type.hasStaticShape() && type.getNumElements() == 1;
    operands.push_back(isScalar ? operand
                                : getChannelLast(extendRank(operand, rank)));
  }
  rebuild(op, operands);
}

void LayoutConverter::convertConcat(ConcatOp op) {
  int64_t rank = typeOf(op.getResult()).getRank();
  if (llvm::none_of(op.getInputs(), [&](Value x) { return isAvailable(x); }))
    return;
  SmallVector<Value> operands;
  for (Value input : op.getInputs())
    operands.push_back(getChannelLast(input));
  cast<ConcatOp>(rebuild(op, operands)).setAxis(moveAxis(op.getAxis(), rank));
}

void LayoutConverter::convertPad(PadOp op) {
  if (!isAvailable(op.getX()))
    return;
  SmallVector<Value> operands(op->getOperands());
  operands[0] = getChannelLast(op.getX());
  auto order = graph::getChannelLast(typeOf(op.getX()).getRank());
  auto copy = cast<PadOp>(rebuild(op, operands));
  copy.setLow(permute(op.getLow(), order));
  copy.setHigh(permute(op.getHigh(), order));
}

void LayoutConverter::convertSlice(SliceOp op) {
  if (!isAvailable(op.getX()))
    return;
  int64_t rank = typeOf(op.getX()).getRank();
  auto copy = cast<SliceOp>(rebuild(op, getChannelLast(op.getX())));
  copy.setAxes(moveAxes(op.getAxes(), rank));
}

template <typename Op> void LayoutConverter::convertSoftmax(Op op) {
  if (!isAvailable(op.getX()))
    return;
  auto axes = moveAxes(op.getAxes(), typeOf(op.getX()).getRank());
  llvm::sort(axes);
  cast<Op>(rebuild(op, getChannelLast(op.getX()))).setAxes(axes);
}

/// Sizes, scales and regions are listed by axis: they stay.
void LayoutConverter::convertResize(ResizeOp op) {
  if (!isAvailable(op.getX()))
    return;
  SmallVector<Value> operands(op->getOperands());
  operands[0] = getChannelLast(op.getX());
  auto copy = cast<ResizeOp>(rebuild(op, operands));
  copy.setAxes(moveAxes(op.getAxes(), typeOf(op.getX()).getRank()));
}

//===-- reductions --------------------------------------------------------===//

void LayoutConverter::convertReduce(ReduceOp op) {
  int64_t rank = typeOf(op.getX()).getRank();
  auto axes = moveAxes(op.getAxes(), rank);
  llvm::sort(axes);
  if (!isAvailable(op.getX()) || (!op.getKeepdims() && !keepsOrder(axes, rank)))
    return;
  Value x = getChannelLast(op.getX());
  if (op.getKeepdims()) {
    cast<ReduceOp>(rebuild(op, x)).setAxes(axes);
    return;
  }
  builder.setInsertionPoint(op);
  replace(op, ReduceOp::create(builder, op.getLoc(), op.getType(), x,
                               op.getKind(), axes, op.getKeepdims()));
}

template <typename Op> void LayoutConverter::convertArgReduce(Op op) {
  int64_t rank = typeOf(op.getX()).getRank();
  int64_t axis = moveAxis(op.getAxis(), rank);
  if (!isAvailable(op.getX()) || (!op.getKeepdims() && !keepsOrder(axis, rank)))
    return;
  Value x = getChannelLast(op.getX());
  if (op.getKeepdims()) {
    cast<Op>(rebuild(op, x)).setAxis(axis);
    return;
  }
  builder.setInsertionPoint(op);
  replace(op, Op::create(builder, op.getLoc(), op.getType(), x, axis,
                         op.getKeepdims(), op.getLast()));
}

/// A transpose of NCHW data becomes another one of NHWC data, or none.
void LayoutConverter::convertTranspose(TransposeOp op) {
  if (!isAvailable(op.getX()))
    return;
  int64_t rank = typeOf(op.getX()).getRank();
  auto order = moveAxes(op.getPermutation(), rank);
  Value x = getChannelLast(op.getX());
  builder.setInsertionPoint(op);
  bool isIdentity = llvm::is_sorted(order) && x.getType() == op.getType();
  replace(op, isIdentity ? x
                         : TransposeOp::create(builder, op.getLoc(),
                                               op.getType(), x, order)
                               .getResult());
}

/// Matches `reshape(transpose(reshape(x)))` that splits channels into groups,
/// exchanges groups and members, and joins them again: a channel shuffle of
/// `groups`.
static std::optional<int64_t> matchShuffle(ReshapeOp split, ReshapeOp &join) {
  RankedTensorType type = typeOf(split.getX()), parts = typeOf(split);
  int64_t rank = type.getRank();
  if (!split->hasOneUse() || parts.getRank() != rank + 1 ||
      parts.getShape().drop_front(3) != type.getShape().drop_front(2) ||
      !type.hasStaticShape() || parts.getDimSize(0) != type.getDimSize(0))
    return std::nullopt;
  auto exchange = dyn_cast<TransposeOp>(*split->user_begin());
  if (!exchange || !exchange->hasOneUse())
    return std::nullopt;
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, rank + 1));
  std::swap(order[1], order[2]);
  join = dyn_cast<ReshapeOp>(*exchange->user_begin());
  if (exchange.getPermutation() != ArrayRef<int64_t>(order) || !join ||
      join.getX() != exchange || join.getType() != type)
    return std::nullopt;
  return parts.getDimSize(1);
}

static Value createReshape(OpBuilder &builder, Location loc, Value x,
                           ArrayRef<int64_t> shape) {
  auto type = RankedTensorType::get({static_cast<int64_t>(shape.size())},
                                    builder.getI64Type());
  Value target =
      ConstantOp::create(builder, loc, DenseElementsAttr::get(type, shape));
  return ReshapeOp::create(builder, loc, typeOf(x).clone(shape), x, target,
                           /*allow_zero=*/true);
}

/// The same shuffle of the last dimension.
void LayoutConverter::convertShuffle(ReshapeOp op) {
  ReshapeOp join;
  if (!isAvailable(op.getX()))
    return;
  auto groups = matchShuffle(op, join);
  if (!groups)
    return;
  Value x = getChannelLast(op.getX());
  int64_t rank = typeOf(x).getRank();
  SmallVector<int64_t> shape(typeOf(x).getShape().drop_back());
  shape.append({*groups, typeOf(op).getDimSize(2)});
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, rank + 1));
  std::swap(order[rank - 1], order[rank]);
  builder.setInsertionPoint(join);
  Value split = createReshape(builder, op.getLoc(), x, shape);
  Value exchanged = createTranspose(builder, op.getLoc(), split, order);
  channelLast[join] =
      createReshape(builder, join.getLoc(), exchanged, typeOf(x).getShape());
  Operation *exchange = *op->user_begin();
  converted.append({op, exchange, join});
}

//===-- the walk ----------------------------------------------------------===//

void LayoutConverter::convert(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<ConvOp, ConvTransposeOp, WinogradConvOp>([&](auto conv) {
        if (conv.getLayout() == "NCHW")
          convertConvolution(conv);
      })
      .Case<MaxPoolOp, AveragePoolOp, LpPoolOp, BatchNormOp, GroupNormOp,
            LRNOp>([&](auto layered) { convertWithLayout(layered); })
      .Case([&](ConcatOp concat) { convertConcat(concat); })
      .Case([&](PadOp pad) { convertPad(pad); })
      .Case([&](SliceOp slice) { convertSlice(slice); })
      .Case<SoftmaxOp, LogSoftmaxOp>(
          [&](auto softmax) { convertSoftmax(softmax); })
      .Case([&](ResizeOp resize) { convertResize(resize); })
      .Case([&](ReduceOp reduce) { convertReduce(reduce); })
      .Case<ArgMaxOp, ArgMinOp>([&](auto reduce) { convertArgReduce(reduce); })
      .Case([&](ReshapeOp reshape) { convertShuffle(reshape); })
      .Case([&](TransposeOp transpose) { convertTranspose(transpose); })
      .Default([&](Operation *other) {
        if (isLayoutAgnostic(other))
          convertBroadcast(other);
      });
}

/// Erases the old operators, consumers first. What is left of a value's uses
/// reads it in NCHW.
void LayoutConverter::finish() {
  for (Operation *op : llvm::reverse(converted)) {
    for (Value result : op->getResults()) {
      if (result.use_empty())
        continue;
      Value last = channelLast[result];
      builder.setInsertionPointAfterValue(last);
      Value back = createTranspose(builder, op->getLoc(), last,
                                   getChannelSecond(typeOf(result).getRank()));
      back.setType(result.getType());
      result.replaceAllUsesWith(back);
    }
    op->erase();
  }
}

void LayoutConverter::run() {
  SmallVector<Operation *> ops;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa_and_nonnull<GraphDialect>(op->getDialect()))
      ops.push_back(op);
  });
  for (Operation *op : ops)
    convert(op);
  finish();
}

//===-- pass --------------------------------------------------------------===//

static void reportTransposes(func::FuncOp function) {
  bool hasLayouts = false;
  function.walk([&](Operation *op) { hasLayouts |= op->hasAttr("layout"); });
  if (!hasLayouts)
    return;
  ConstantExpressions constants;
  int count = 0;
  function.walk([&](TransposeOp op) {
    auto shape = typeOf(op.getX()).getShape();
    count += !constants.isConstant(op) &&
             !movesUnitsOnly(shape, op.getPermutation());
  });
  function.emitRemark() << count << " run-time transpose"
                        << (count == 1 ? "" : "s") << " after the conversion "
                        << "to channel-last layout";
}

namespace {
struct ConvertLayoutPass : impl::ConvertLayoutPassBase<ConvertLayoutPass> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    LayoutConverter(function).run();
    RewritePatternSet patterns(&getContext());
    TransposeOp::getCanonicalizationPatterns(patterns, &getContext());
    if (failed(applyPatternsGreedily(function, std::move(patterns))))
      return signalPassFailure();
    reportTransposes(function);
  }
};
} // namespace

} // namespace tvm::graph
