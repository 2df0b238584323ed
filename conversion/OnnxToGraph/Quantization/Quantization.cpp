// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/Quantization/Quantization.h"
#include "conversion/OnnxToGraph/ShapeHelpers.h"
#include "conversion/OnnxToGraph/SizeErrors.h"

#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "dialects/Graph/Tensors/GraphShape.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

static RankedTensorType typeOf(Value x) {
  return cast<RankedTensorType>(x.getType());
}

//===-- scales and zero points --------------------------------------------===//

namespace {
/// The mapping of scales and zero points to data: one for all, one per position
/// of an axis, or one per block along it.
struct Spread {
  RankedTensorType data;
  int64_t axis = 0, blockSize = 0;
  bool isPerTensor = false; ///< the axis means nothing
};
} // namespace

static bool isSingle(Value x) {
  return typeOf(x).hasStaticShape() && typeOf(x).getNumElements() == 1;
}

/// Checks that there is one scale per block: along the axis the last block may
/// be partial, the other dimensions are the data's.
static LogicalResult checkBlocks(Node &node, const Spread &spread) {
  RankedTensorType scale = node.inputType(1);
  int64_t rank = spread.data.getRank();
  if (spread.blockSize < 0)
    return node.error() << "expected a block size of at least 0, got "
                        << spread.blockSize;
  if (scale.getRank() != rank)
    return node.error() << "expected scales of " << rank
                        << " dimensions, one per block, got " << scale;
  if (!scale.hasStaticShape() || spread.data.isDynamicDim(spread.axis))
    return sizeError(node) << "expected a static number of blocks, got "
                           << scale << " for " << spread.data;
  SmallVector<int64_t> expected(spread.data.getShape());
  expected[spread.axis] =
      llvm::divideCeil(expected[spread.axis], spread.blockSize);
  if (failed(verifyCompatibleShape(expected, scale.getShape())))
    return node.error() << "expected one scale per block of "
                        << spread.blockSize << " along axis " << spread.axis
                        << ", " << scale.clone(expected) << ", got " << scale;
  return success();
}

/// Checks that there is one scale per position of the axis.
static LogicalResult checkPositions(Node &node, const Spread &spread) {
  RankedTensorType scale = node.inputType(1);
  if (scale.getRank() == 1 &&
      succeeded(verifyCompatibleShape(
          scale.getShape(), spread.data.getShape().slice(spread.axis, 1))))
    return success();
  return node.error() << "expected one scale, or one per position of axis "
                      << spread.axis << " of " << spread.data << ", got "
                      << scale;
}

/// A scale of shape [1] applies to all data, for any axis.
static FailureOr<Spread> getSpread(Node &node) {
  Spread spread{node.inputType(0), node.getInt("axis", 1),
                node.getInt("block_size", 0)};
  bool isBlocked = spread.blockSize != 0;
  RankedTensorType scale = node.inputType(1);
  if (scale.getRank() == 0 ||
      (!isBlocked && scale.getRank() == 1 && isSingle(node.input(1)))) {
    spread.isPerTensor = true;
    return spread;
  }
  auto axis = requireAxis(node, spread.axis, spread.data.getRank());
  if (failed(axis))
    return failure();
  spread.axis = *axis;
  if (failed(isBlocked ? checkBlocks(node, spread)
                       : checkPositions(node, spread)))
    return failure();
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

/// `x`, scales or zero points, broadcast to the data.
static Value spreadOver(Node &node, Expansion &e, Value x,
                        const Spread &spread) {
  int64_t rank = spread.data.getRank();
  if (typeOf(x).getRank() == 0)
    return x;
  if (spread.isPerTensor || isSingle(x))
    return e.create<ReshapeOp>(x, node.constant(ArrayRef<int64_t>()), false);
  if (spread.blockSize > 0)
    return repeat(node, e, x, spread);
  SmallVector<int64_t> shape(rank, 1);
  shape[spread.axis] = -1;
  return e.create<ReshapeOp>(x, node.constant(shape), false);
}

/// Checks that the zero point, if given, has one element or the shape of the
/// scales.
static LogicalResult checkZeroPoint(Node &node) {
  if (!node.hasInput(2) || isSingle(node.input(2)))
    return success();
  RankedTensorType zero = node.inputType(2), scale = node.inputType(1);
  if (zero.getRank() != scale.getRank() ||
      failed(verifyCompatibleShape(zero.getShape(), scale.getShape())))
    return node.error() << "expected a zero point of the shape of the scale, "
                        << node.inputType(1) << ", got " << node.inputType(2);
  return success();
}

//===-- to and from few bits ----------------------------------------------===//

/// The range of an integer type of at most 16 bits; nothing for others.
static std::optional<std::pair<double, double>> getRange(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.getWidth() > 16 || integer.getWidth() == 1)
    return std::nullopt;
  double count = static_cast<double>(int64_t(1) << integer.getWidth());
  if (integer.isUnsigned())
    return std::pair(0.0, count - 1);
  return std::pair(-count / 2, count / 2 - 1);
}

bool isQuantized(Type type) {
  auto number = dyn_cast<FloatType>(type);
  return getRange(type) ||
         (number && number.getWidth() <= 8 && !isa<Float8E8M0FNUType>(type));
}

Value quantize(Expansion &e, Value quotient, Value zero, Type type,
               const Conversion &conversion) {
  auto range = getRange(type);
  Value y = range ? e.create<RoundOp>(quotient) : quotient;
  if (zero)
    y = e.create<AddOp>(y, zero);
  if (!range)
    return convert(e, y, type, conversion);
  y = e.create<MaxOp>(y, e.scalar(y, range->first));
  y = e.create<MinOp>(y, e.scalar(y, range->second));
  return e.create<CastOp>(y, type);
}

/// The element type in attribute `name`; `otherwise` if it is missing.
static FailureOr<Type> getTypeAttribute(Node &node, StringRef name,
                                        Type otherwise) {
  int64_t number = node.getInt(name, 0);
  if (number == 0)
    return otherwise;
  Type type = getCastableType(number, node.builder().getContext());
  if (!type)
    return node.error() << "expected an element type as " << name << ", got "
                        << number;
  return type;
}

/// The quantised type of a node's result.
static FailureOr<Type> getQuantizedType(Node &node) {
  Type zero = node.hasInput(2) ? node.inputType(2).getElementType() : Type();
  auto type = getTypeAttribute(
      node, "output_dtype",
      zero ? zero : node.builder().getIntegerType(8, /*isSigned=*/false));
  if (failed(type))
    return failure();
  if (zero && zero != *type)
    return node.error() << "expected a zero point of output_dtype, " << *type
                        << ", got " << zero;
  if (!isQuantized(*type))
    return node.error() << "expected to quantize to integers of at most 16 "
                           "bits or floats of at most 8, got "
                        << *type;
  return type;
}

/// The float type of a node's division: the type of the scale, unless the node
/// states another one.
static FailureOr<Type> getPrecision(Node &node) {
  Type f32 = node.builder().getF32Type();
  auto type =
      getTypeAttribute(node, "precision", node.inputType(1).getElementType());
  if (failed(type))
    return failure();
  auto number = dyn_cast<FloatType>(*type);
  return number && number.getWidth() >= 16 ? *type : f32;
}

static LogicalResult importQuantize(Node &node) {
  for (int i : {0, 1})
    if (failed(node.requiredInput(i)))
      return failure();
  auto spread = getSpread(node);
  if (failed(spread) || failed(checkZeroPoint(node)))
    return failure();
  auto type = getQuantizedType(node);
  auto precision = failed(type) ? FailureOr<Type>() : getPrecision(node);
  if (failed(precision))
    return failure();
  auto conversion = getConversion(node);
  if (failed(conversion))
    return failure();
  Expansion e(node);
  Type f32 = node.builder().getF32Type();
  Value x = e.create<CastOp>(node.input(0), *precision);
  Value scale =
      e.create<CastOp>(spreadOver(node, e, node.input(1), *spread), *precision);
  Value quotient = e.create<CastOp>(e.create<DivOp>(x, scale), f32);
  Value zero;
  if (node.hasInput(2))
    zero = e.create<CastOp>(spreadOver(node, e, node.input(2), *spread), f32);
  e.bind(0, quantize(e, quotient, zero, *type, *conversion));
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
  auto type = getTypeAttribute(node, "output_dtype",
                               node.inputType(1).getElementType());
  if (failed(type))
    return failure();
  auto number = dyn_cast<FloatType>(*type);
  if (!number || number.getWidth() < 16)
    return node.error() << "expected to dequantize to floats of at least 16 "
                           "bits, got "
                        << *type;
  Expansion e(node);
  Type f32 = node.builder().getF32Type();
  Value x = e.create<CastOp>(node.input(0), f32);
  if (node.hasInput(2))
    x = e.create<SubOp>(
        x, e.create<CastOp>(spreadOver(node, e, node.input(2), *spread), f32));
  Value scale = spreadOver(node, e, node.input(1), *spread);
  Value y = e.create<MulOp>(x, e.create<CastOp>(scale, f32));
  e.bind(0, e.create<CastOp>(y, *type));
  return e.result();
}

/// Computes scale and zero point from the range of the data, extended to
/// include 0.
static LogicalResult importDynamicQuantize(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  Expansion e(node);
  MLIRContext *context = node.builder().getContext();
  Value none = e.scalar(*x, 0), steps = e.scalar(*x, 255);
  Value least = e.create<MinOp>(e.reduceAll(*x, ReduceKind::Min), none);
  Value most = e.create<MaxOp>(e.reduceAll(*x, ReduceKind::Max), none);
  Value range = e.create<SubOp>(most, least);
  // If all data is 0, any scale is valid; ONNX uses 1.
  Value scale =
      e.create<WhereOp>(e.create<EqualOp>(range, none), e.scalar(*x, 1),
                        e.create<DivOp>(range, steps));
  Value zero =
      e.create<RoundOp>(e.create<DivOp>(e.create<SubOp>(none, least), scale));
  zero = e.create<MinOp>(e.create<MaxOp>(zero, none), steps);
  Type type = IntegerType::get(context, 8, IntegerType::Unsigned);
  e.bind(0, quantize(e, e.create<DivOp>(*x, scale), zero, type));
  e.bind(1, scale);
  e.bind(2, e.create<CastOp>(zero, type));
  return e.result();
}

void addQuantization(NodeImporters &importers) {
  addQuantizedProducts(importers);
  importers.add("DequantizeLinear", importDequantize, 10);
  importers.add("DynamicQuantizeLinear", importDynamicQuantize);
  importers.add("QuantizeLinear", importQuantize, 10);
}

} // namespace tvm::onnx_import
