#include "conversion/OnnxToGraph/Expansion.h"
#include "conversion/OnnxToGraph/ShapeHelpers.h"

#include "dialects/Graph/GraphElementwise.h"
#include "dialects/Graph/GraphMatMul.h"
#include "dialects/Graph/GraphShape.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

static RankedTensorType typeOf(Value x) {
  return cast<RankedTensorType>(x.getType());
}

//===-- scales and zero points --------------------------------------------===//

namespace {
/// How scales and zero points spread over data: one for all, one per position
/// of an axis, or one per block along it.
struct Spread {
  RankedTensorType data;
  int64_t axis = 0, blockSize = 0;
};
} // namespace

static FailureOr<Spread> getSpread(Node &node) {
  Spread spread{node.inputType(0), node.getInt("axis", 1),
                node.getInt("block_size", 0)};
  int64_t rank = spread.data.getRank(), given = spread.axis;
  auto scale = node.inputType(1);
  if (scale.getRank() == 0)
    return spread;
  auto axis = requireAxis(node, given, rank);
  if (failed(axis))
    return failure();
  spread.axis = *axis;
  if (spread.blockSize < 0 || (spread.blockSize > 0 && scale.getRank() != rank))
    return node.error() << "expected scales of " << rank
                        << " dimensions, one per block, got " << scale;
  if (spread.blockSize == 0 && scale.getRank() != 1)
    return node.error() << "expected one scale, or one per position of axis "
                        << given << ", got " << scale;
  if (spread.blockSize > 0 &&
      (!scale.hasStaticShape() || spread.data.isDynamicDim(spread.axis)))
    return node.error() << "expected blocks of known number, got " << scale
                        << " for " << spread.data;
  return spread;
}

/// Repeats each element along the axis as often as a block is long.
static Value repeat(Node &node, Expansion &e, Value x, const Spread &spread) {
  int64_t axis = spread.axis, size = spread.data.getDimSize(axis);
  SmallVector<int64_t> shape(typeOf(x).getShape());
  SmallVector<int64_t> times(shape.size() + 1, 1);
  times[axis + 1] = spread.blockSize;
  shape[axis] *= spread.blockSize;
  Value repeated =
      e.create<ExpandOp>(e.create<UnsqueezeOp>(x, ArrayRef<int64_t>{axis + 1}),
                         node.constant(times));
  Value all = e.create<ReshapeOp>(repeated, node.constant(shape), false);
  if (shape[axis] == size)
    return all;
  return e.create<SliceOp>(all, ArrayRef<int64_t>{axis}, ArrayRef<int64_t>{0},
                           ArrayRef<int64_t>{size}, ArrayRef<int64_t>{1});
}

/// `x`, scales or zero points, as it broadcasts to the data.
static Value spreadOver(Node &node, Expansion &e, Value x,
                        const Spread &spread) {
  int64_t rank = spread.data.getRank();
  if (typeOf(x).getRank() == 0)
    return x;
  if (spread.blockSize > 0)
    return repeat(node, e, x, spread);
  SmallVector<int64_t> shape(rank, 1);
  shape[spread.axis] = -1;
  return e.create<ReshapeOp>(x, node.constant(shape), false);
}

/// Whether the zero point, if there is one, has the shape of the scales.
static LogicalResult checkZeroPoint(Node &node) {
  if (node.hasInput(2) &&
      node.inputType(2).getRank() != node.inputType(1).getRank())
    return node.error() << "expected a zero point of the shape of the scale, "
                        << node.inputType(1) << ", got " << node.inputType(2);
  return success();
}

//===-- to and from integers ----------------------------------------------===//

/// The range of an integer type of at most 16 bits; nothing for others.
static std::optional<std::pair<double, double>> getRange(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.getWidth() > 16 || integer.getWidth() < 8)
    return std::nullopt;
  double count = static_cast<double>(int64_t(1) << integer.getWidth());
  if (integer.isUnsigned())
    return std::pair(0.0, count - 1);
  return std::pair(-count / 2, count / 2 - 1);
}

/// `saturate(round(x / scale) + zero)`, all of f32 but the result.
static Value quantize(Expansion &e, Value x, Value scale, Value zero,
                      Type type) {
  auto [least, most] = *getRange(type);
  Value y = e.create<RoundOp>(e.create<DivOp>(x, scale));
  if (zero)
    y = e.create<AddOp>(y, zero);
  y = e.create<MaxOp>(y, e.scalar(y, least));
  y = e.create<MinOp>(y, e.scalar(y, most));
  return e.create<CastOp>(y, type);
}

/// The type that a node quantises to.
static FailureOr<Type> getQuantizedType(Node &node) {
  Type type;
  if (node.hasInput(2))
    type = node.inputType(2).getElementType();
  else if (int64_t dtype = node.getInt("output_dtype", 0))
    type = getElementType(dtype, node.builder().getContext());
  else
    type = node.builder().getIntegerType(8, /*isSigned=*/false);
  if (!type || !getRange(type))
    return node.error() << "expected a zero point, or output_dtype, of "
                           "integers of 8 or 16 bits";
  return type;
}

static LogicalResult importQuantize(Node &node) {
  for (int i : {0, 1})
    if (failed(node.requiredInput(i)))
      return failure();
  auto spread = getSpread(node);
  if (failed(spread) || failed(checkZeroPoint(node)))
    return failure();
  auto type = getQuantizedType(node);
  if (failed(type))
    return failure();
  Expansion e(node);
  Type f32 = node.builder().getF32Type();
  Value x = e.create<CastOp>(node.input(0), f32);
  Value scale =
      e.create<CastOp>(spreadOver(node, e, node.input(1), *spread), f32);
  Value zero;
  if (node.hasInput(2))
    zero = e.create<CastOp>(spreadOver(node, e, node.input(2), *spread), f32);
  e.bind(0, quantize(e, x, scale, zero, *type));
  return e.result();
}

/// `(x - zero) * scale`.
static LogicalResult importDequantize(Node &node) {
  for (int i : {0, 1})
    if (failed(node.requiredInput(i)))
      return failure();
  auto spread = getSpread(node);
  if (failed(spread) || failed(checkZeroPoint(node)))
    return failure();
  Expansion e(node);
  Type f32 = node.builder().getF32Type();
  Value x = e.create<CastOp>(node.input(0), f32);
  if (node.hasInput(2))
    x = e.create<SubOp>(
        x, e.create<CastOp>(spreadOver(node, e, node.input(2), *spread), f32));
  Value scale = spreadOver(node, e, node.input(1), *spread);
  Value y = e.create<MulOp>(x, e.create<CastOp>(scale, f32));
  Type type = node.inputType(1).getElementType();
  if (int64_t dtype = node.getInt("output_dtype", 0))
    type = getElementType(dtype, node.builder().getContext());
  if (!type)
    return node.error() << "output_dtype is not supported";
  e.bind(0, e.create<CastOp>(y, type));
  return e.result();
}

/// Scale and zero point from the range of the data, with 0 in it.
static LogicalResult importDynamicQuantize(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  Expansion e(node);
  MLIRContext *context = node.builder().getContext();
  Value none = e.scalar(*x, 0), steps = e.scalar(*x, 255);
  Value least = e.create<MinOp>(e.reduceAll(*x, ReduceKind::Min), none);
  Value most = e.create<MaxOp>(e.reduceAll(*x, ReduceKind::Max), none);
  Value scale = e.create<DivOp>(e.create<SubOp>(most, least), steps);
  Value zero =
      e.create<RoundOp>(e.create<DivOp>(e.create<SubOp>(none, least), scale));
  zero = e.create<MinOp>(e.create<MaxOp>(zero, none), steps);
  Type type = IntegerType::get(context, 8, IntegerType::Unsigned);
  e.bind(0, quantize(e, *x, scale, zero, type));
  e.bind(1, scale);
  e.bind(2, e.create<CastOp>(zero, type));
  return e.result();
}

//===-- products ----------------------------------------------------------===//

/// Input `i` as i32 without its zero point; one per row (`axis` is the last but
/// one) or column.
static Value shift(Node &node, Expansion &e, int i, int zeroPoint,
                   bool isPerRow) {
  Type i32 = node.builder().getI32Type();
  Value x = e.create<CastOp>(node.input(i), i32);
  if (!node.hasInput(zeroPoint))
    return x;
  Value zero = e.create<CastOp>(node.input(zeroPoint), i32);
  if (isPerRow && node.inputType(zeroPoint).getRank() == 1)
    zero = e.create<UnsqueezeOp>(zero, ArrayRef<int64_t>{1});
  return e.create<SubOp>(x, zero);
}

static LogicalResult importMatMulInteger(Node &node) {
  for (int i : {0, 1})
    if (failed(node.requiredInput(i)))
      return failure();
  Expansion e(node);
  Value a = shift(node, e, 0, 2, true), b = shift(node, e, 1, 3, false);
  e.bind(0, e.create<MatMulOp>(a, b, false, false));
  return e.result();
}

/// a, its scale and zero point, b, its scale and zero point, those of y.
static LogicalResult importQLinearMatMul(Node &node) {
  for (int i = 0; i < 8; ++i)
    if (failed(node.requiredInput(i)))
      return failure();
  Type type = node.inputType(7).getElementType();
  if (!getRange(type))
    return node.error() << "expected a zero point of integers of 8 or 16 bits, "
                           "got "
                        << node.inputType(7);
  Expansion e(node);
  Type f32 = node.builder().getF32Type();
  auto asFloat = [&](Value x) { return e.create<CastOp>(x, f32); };
  Value a = shift(node, e, 0, 2, true), b = shift(node, e, 3, 5, false);
  Value sums = asFloat(e.create<MatMulOp>(a, b, false, false));
  Value scaleOfA = asFloat(node.input(1));
  if (node.inputType(1).getRank() == 1)
    scaleOfA = e.create<UnsqueezeOp>(scaleOfA, ArrayRef<int64_t>{1});
  Value scale =
      e.create<DivOp>(asFloat(node.input(6)),
                      e.create<MulOp>(scaleOfA, asFloat(node.input(4))));
  e.bind(0, quantize(e, sums, scale, asFloat(node.input(7)), type));
  return e.result();
}

void addQuantization(NodeImporters &importers) {
  importers.add("DequantizeLinear", importDequantize, 10);
  importers.add("DynamicQuantizeLinear", importDynamicQuantize);
  importers.add("MatMulInteger", importMatMulInteger);
  importers.add("QLinearMatMul", importQLinearMatMul);
  importers.add("QuantizeLinear", importQuantize, 10);
}

} // namespace tvm::onnx_import
