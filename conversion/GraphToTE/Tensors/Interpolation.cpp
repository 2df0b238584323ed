// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/GraphToTE/Tensors/Interpolation.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace tvm {

using Compare = te::TEBuilder::Compare;

Value buildLinearWeight(te::TEBuilder &b, Value distance) {
  Type type = distance.getType();
  return b.max(b.sub(b.constant(type, 1), distance), b.constant(type, 0));
}

Value buildCubicWeight(te::TEBuilder &b, Value distance, double c) {
  Type type = distance.getType();
  auto polynomial = [&](double c3, double c2, double c1, double c0) {
    Value result = b.constant(type, c3);
    for (double coefficient : {c2, c1, c0})
      result = b.add(b.mul(result, distance), b.constant(type, coefficient));
    return result;
  };
  Value inner = polynomial(c + 2, -(c + 3), 0, 1);
  Value outer = polynomial(c, -5 * c, 8 * c, -4 * c);
  Value isInner = b.compare(Compare::LE, distance, b.constant(type, 1));
  Value isOuter = b.compare(Compare::LT, distance, b.constant(type, 2));
  return b.select(isInner, inner,
                  b.select(isOuter, outer, b.constant(type, 0)));
}

Tap buildTap(te::TEBuilder &b, Value position, const te::Index &offset,
             llvm::function_ref<Value(Value)> weight) {
  Value floor = math::FloorOp::create(b.builder, b.loc, position);
  Value tap = b.add(floor, b.value(offset, position.getType()));
  Value distance = math::AbsFOp::create(b.builder, b.loc, b.sub(tap, position));
  return {tap, weight(distance)};
}

} // namespace tvm
