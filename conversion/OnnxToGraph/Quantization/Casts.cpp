// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/Quantization/Casts.h"

#include "dialects/Graph/Tensors/GraphElementwise.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

FailureOr<Conversion> getConversion(Node &node) {
  Conversion conversion;
  conversion.saturates = node.getInt("saturate", 1) != 0;
  std::string mode = node.getString("round_mode", "up");
  if (mode == "down")
    conversion.rounding = Conversion::Down;
  else if (mode == "nearest")
    conversion.rounding = Conversion::Nearest;
  else if (mode != "up")
    return node.error()
           << "expected round_mode 'up', 'down' or 'nearest', got '" << mode
           << "'";
  return conversion;
}

//===-- powers of two -----------------------------------------------------===//

/// A power of two near `x`, a positive f64; NaN becomes an infinity.
static Value roundToPower(Expansion &e, Value x,
                          Conversion::Rounding rounding) {
  Builder b(x.getContext());
  Value bits = e.create<BitCastOp>(x, TypeAttr::get(b.getI64Type()));
  constexpr int64_t kExponent = 0x7ff0000000000000;
  Value low = e.create<BitCastOp>(e.create<AndOp>(bits, e.integer(kExponent)),
                                  TypeAttr::get(b.getF64Type()));
  if (rounding == Conversion::Down)
    return low;
  Value isAbove =
      rounding == Conversion::Up
          ? e.create<GreaterOp>(x, low)
          : e.create<GreaterEqualOp>(x, e.create<MulOp>(low, e.scalar(x, 1.5)));
  return e.create<WhereOp>(isAbove, e.create<MulOp>(low, e.scalar(x, 2)), low);
}

/// Converts to f8E8M0FNU: powers of two from 2^-127 to 2^127, and NaN.
static Value convertToScale(Expansion &e, Value x, Type to,
                            const Conversion &conversion) {
  Builder b(x.getContext());
  x = e.create<CastOp>(x, TypeAttr::get(b.getF64Type()));
  Value least = e.scalar(x, std::ldexp(1.0, -127));
  Value power;
  if (conversion.saturates) {
    x = e.create<MinOp>(x, e.scalar(x, std::ldexp(1.0, 127)));
    power = roundToPower(e, e.create<MaxOp>(x, least), conversion.rounding);
  } else {
    Value infinity = e.scalar(x, std::numeric_limits<double>::infinity());
    power =
        e.create<WhereOp>(e.create<GreaterEqualOp>(x, least),
                          roundToPower(e, x, conversion.rounding), infinity);
  }
  // 2^128 overflows to an infinity, which becomes NaN.
  Value single = e.create<CastOp>(power, TypeAttr::get(b.getF32Type()));
  return e.create<CastOp>(single, TypeAttr::get(to));
}

//===-- all types ---------------------------------------------------------===//

static bool isFloat8(Type type) {
  return isa<Float8E4M3FNType, Float8E4M3FNUZType, Float8E5M2Type,
             Float8E5M2FNUZType>(type);
}

/// `x`, in at least 16 bits, clamped to the range of `to`.
static Value clamp(Expansion &e, Value x, FloatType to) {
  auto from = dyn_cast<FloatType>(getElementTypeOrSelf(x));
  if (!from || from.getWidth() < 16)
    x = e.create<CastOp>(x, TypeAttr::get(Float32Type::get(x.getContext())));
  double largest =
      APFloat::getLargest(to.getFloatSemantics()).convertToDouble();
  x = e.create<MinOp>(x, e.scalar(x, largest));
  return e.create<MaxOp>(x, e.scalar(x, -largest));
}

Value convert(Expansion &e, Value x, Type to, const Conversion &conversion) {
  if (x && getElementTypeOrSelf(x) != to) {
    if (isa<Float8E8M0FNUType>(to))
      return convertToScale(e, x, to, conversion);
    if (isFloat8(to) && conversion.saturates)
      x = clamp(e, x, cast<FloatType>(to));
  }
  return e.create<CastOp>(x, TypeAttr::get(to));
}

//===-- operators ---------------------------------------------------------===//

static LogicalResult convertTo(Node &node, Type type) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  Type from = getElementTypeOrSelf(*x);
  if (!from.isIntOrFloat() || !type.isIntOrFloat())
    return node.error() << "expected numbers or bools, got a conversion of "
                        << from << " to " << type;
  auto conversion = getConversion(node);
  if (failed(conversion))
    return failure();
  Expansion e(node);
  e.bind(0, convert(e, *x, type, *conversion));
  return e.result();
}

static FailureOr<Type> requireType(Node &node, int64_t onnxType) {
  Type type = getCastableType(onnxType, node.builder().getContext());
  if (!type)
    return node.error() << "element type " << onnxType << " is not supported";
  return type;
}

static LogicalResult importCast(Node &node) {
  auto type = requireType(node, node.getInt("to", 0));
  return failed(type) ? failure() : convertTo(node, *type);
}

/// Before opset 6, types have names.
static LogicalResult importOldCast(Node &node) {
  std::string name = node.getString("to", "");
  onnx::TensorProto::DataType number;
  if (!onnx::TensorProto::DataType_Parse(name, &number))
    return node.error() << "expected an element type, got '" << name << "'";
  auto type = requireType(node, number);
  return failed(type) ? failure() : convertTo(node, *type);
}

static LogicalResult importCastLike(Node &node) {
  auto like = node.requiredInput(1);
  return failed(like) ? failure()
                      : convertTo(node, getElementTypeOrSelf(*like));
}

static LogicalResult importBitCast(Node &node) {
  auto x = node.requiredInput(0);
  auto type = requireType(node, node.getInt("to", 0));
  if (failed(x) || failed(type))
    return failure();
  return node.replaceWith<BitCastOp>(*x, TypeAttr::get(*type));
}

void addCasts(NodeImporters &importers) {
  importers.add("BitCast", importBitCast);
  importers.add("Cast", importOldCast);
  importers.add("Cast", importCast, 6);
  importers.add("CastLike", importCastLike);
}

} // namespace tvm::onnx_import
