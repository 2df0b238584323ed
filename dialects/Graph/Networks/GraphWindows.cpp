// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Networks/GraphWindows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tvm::graph {

//===-- DimMath -----------------------------------------------------------===//

OpFoldResult DimMath::constant(int64_t value) const {
  return builder.getIndexAttr(value);
}

template <typename Op>
static OpFoldResult fold(OpBuilder &builder, Location loc, OpFoldResult lhs,
                         OpFoldResult rhs,
                         function_ref<int64_t(int64_t, int64_t)> function) {
  auto l = getConstantIntValue(lhs);
  auto r = getConstantIntValue(rhs);
  if (l && r)
    return builder.getIndexAttr(function(*l, *r));
  Value lhsValue = getValueOrCreateConstantIndexOp(builder, loc, lhs);
  Value rhsValue = getValueOrCreateConstantIndexOp(builder, loc, rhs);
  return builder.createOrFold<Op>(loc, lhsValue, rhsValue);
}

OpFoldResult DimMath::add(OpFoldResult lhs, OpFoldResult rhs) const {
  return fold<arith::AddIOp>(builder, loc, lhs, rhs,
                             [](int64_t l, int64_t r) { return l + r; });
}

OpFoldResult DimMath::sub(OpFoldResult lhs, OpFoldResult rhs) const {
  return add(lhs, mul(rhs, constant(-1)));
}

OpFoldResult DimMath::mul(OpFoldResult lhs, OpFoldResult rhs) const {
  return fold<arith::MulIOp>(builder, loc, lhs, rhs,
                             [](int64_t l, int64_t r) { return l * r; });
}

OpFoldResult DimMath::div(OpFoldResult lhs, int64_t divisor) const {
  // A window that is larger than what it moves over has no place.
  return fold<arith::FloorDivSIOp>(
      builder, loc, lhs, constant(divisor),
      [](int64_t l, int64_t r) { return llvm::divideFloorSigned(l, r); });
}

OpFoldResult DimMath::ceilDiv(OpFoldResult lhs, int64_t divisor) const {
  return div(add(lhs, constant(divisor - 1)), divisor);
}

OpFoldResult DimMath::min(OpFoldResult lhs, OpFoldResult rhs) const {
  return fold<arith::MinSIOp>(builder, loc, lhs, rhs, [](int64_t l, int64_t r) {
    return std::min(l, r);
  });
}

OpFoldResult DimMath::max(OpFoldResult lhs, OpFoldResult rhs) const {
  return fold<arith::MaxSIOp>(builder, loc, lhs, rhs, [](int64_t l, int64_t r) {
    return std::max(l, r);
  });
}

//===-- Window ------------------------------------------------------------===//

bool Window::needsPadding() const {
  return isSame() || ceilMode ||
         llvm::any_of(pads, [](int64_t pad) { return pad != 0; });
}

LogicalResult Window::verify(std::optional<Location> loc) const {
  size_t count = kernel.size();
  auto checkList = [&](StringRef name, ArrayRef<int64_t> values, size_t length,
                       int64_t minimum) -> LogicalResult {
    if (values.size() != length)
      return emitOptionalError(loc, "expected ", length, " ", name, ", got ",
                               values.size());
    // Products of four such numbers do not overflow.
    for (int64_t value : values)
      if (value < minimum || value > (int64_t(1) << 30))
        return emitOptionalError(loc, "expected ", name, " of at least ",
                                 minimum, ", got ", value);
    return success();
  };
  if (failed(checkList("kernel sizes", kernel, count, 1)) ||
      failed(checkList("strides", strides, count, 1)) ||
      failed(checkList("dilations", dilations, count, 1)) ||
      failed(checkList("pads", pads, 2 * count, 0)))
    return failure();
  if (autoPad != "NOTSET" && autoPad != "SAME_UPPER" && autoPad != "SAME_LOWER")
    return emitOptionalError(
        loc, "expected auto_pad NOTSET, SAME_UPPER or SAME_LOWER, got ",
        autoPad);
  return success();
}

std::optional<int64_t> Window::outputSize(int64_t i, int64_t size) const {
  if (ShapedType::isDynamic(size))
    return size;
  if (isSame())
    return llvm::divideCeil(size, strides[i]);
  int64_t room = size + pads[i] + pads[i + numDims()] - extent(i);
  if (room < 0)
    return std::nullopt;
  if (!ceilMode)
    return room / strides[i] + 1;
  // The last window may be cut, but starts in the data or in front of it.
  return std::min<int64_t>(llvm::divideCeil(room, strides[i]) + 1,
                           llvm::divideCeil(size + pads[i], strides[i]));
}

OpFoldResult Window::outputSize(const DimMath &math, int64_t i,
                                OpFoldResult size) const {
  if (isSame())
    return math.ceilDiv(size, strides[i]);
  OpFoldResult room =
      math.add(size, math.constant(pads[i] + pads[i + numDims()] - extent(i)));
  if (!ceilMode)
    return math.add(math.div(room, strides[i]), math.constant(1));
  OpFoldResult count =
      math.add(math.ceilDiv(room, strides[i]), math.constant(1));
  OpFoldResult starts =
      math.ceilDiv(math.add(size, math.constant(pads[i])), strides[i]);
  return math.min(count, starts);
}

OpFoldResult Window::padTotal(const DimMath &math, int64_t i,
                              OpFoldResult size) const {
  if (!isSame())
    return math.constant(pads[i] + pads[i + numDims()]);
  OpFoldResult last =
      math.mul(math.add(outputSize(math, i, size), math.constant(-1)),
               math.constant(strides[i]));
  OpFoldResult reach = math.add(last, math.constant(extent(i)));
  return math.max(math.sub(reach, size), math.constant(0));
}

OpFoldResult Window::padded(const DimMath &math, int64_t i,
                            OpFoldResult size) const {
  return math.add(size, padTotal(math, i, size));
}

OpFoldResult Window::padBegin(const DimMath &math, int64_t i,
                              OpFoldResult size) const {
  if (!isSame())
    return math.constant(pads[i]);
  OpFoldResult total = padTotal(math, i, size);
  return autoPad == "SAME_UPPER" ? math.div(total, 2) : math.ceilDiv(total, 2);
}

FailureOr<SmallVector<int64_t>> inferWindowShape(std::optional<Location> loc,
                                                 const Window &window,
                                                 const TensorLayout &layout,
                                                 ArrayRef<int64_t> shape) {
  SmallVector<int64_t> result(shape);
  for (int64_t i = 0; i < window.numDims(); ++i) {
    int64_t &size = result[layout.spatial(i)];
    auto count = window.outputSize(i, size);
    if (!count)
      return emitOptionalError(loc,
                               "expected a window that fits into padded "
                               "dimension ",
                               layout.spatial(i), " of size ", size,
                               ", got one of ", window.extent(i), " elements");
    size = *count;
  }
  return result;
}

} // namespace tvm::graph
