// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_KERNELTOLLVM_MATH_BITS_H
#define TVM_CONVERSION_KERNELTOLLVM_MATH_BITS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"

namespace tvm {

/// `element`, or a vector of it if `like` is one.
inline mlir::Type getTypeLike(mlir::Type element, mlir::Type like) {
  if (auto shaped = mlir::dyn_cast<mlir::ShapedType>(like))
    return shaped.clone(element);
  return element;
}

/// `value` as `type`, in all elements if that is a vector.
inline mlir::Value createSplat(mlir::ImplicitLocOpBuilder &builder,
                               mlir::TypedAttr value, mlir::Type type) {
  if (auto shaped = mlir::dyn_cast<mlir::ShapedType>(type))
    value = mlir::DenseElementsAttr::get(shaped, mlir::Attribute(value));
  return mlir::arith::ConstantOp::create(builder, value);
}

/// Integer arithmetic on scalars or vectors of the shape of `type`.
class Bits {
public:
  Bits(mlir::ImplicitLocOpBuilder &builder, mlir::Type type)
      : builder(builder), type(type) {}

  mlir::Value constant(int64_t value) {
    return createSplat(
        builder,
        builder.getIntegerAttr(mlir::getElementTypeOrSelf(type), value), type);
  }
  template <typename Op> mlir::Value apply(mlir::Value left, int64_t right) {
    return Op::create(builder, left, constant(right));
  }
  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value left,
                      int64_t right) {
    return mlir::arith::CmpIOp::create(builder, predicate, left,
                                       constant(right));
  }
  /// `constant` where `condition` holds, `other` elsewhere.
  mlir::Value select(mlir::Value condition, int64_t value, mlir::Value other) {
    return mlir::arith::SelectOp::create(builder, condition, constant(value),
                                         other);
  }
  mlir::Value cast(mlir::Type element, mlir::Value value) {
    return mlir::arith::BitcastOp::create(
        builder, getTypeLike(element, value.getType()), value);
  }

private:
  mlir::ImplicitLocOpBuilder &builder;
  mlir::Type type;
};

} // namespace tvm

#endif // TVM_CONVERSION_KERNELTOLLVM_MATH_BITS_H
