// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_KERNELTOLLVM_MATH_FLOATS_H
#define TVM_CONVERSION_KERNELTOLLVM_MATH_FLOATS_H

#include "conversion/KernelToLLVM/Math/Bits.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace tvm {

/// Arithmetic on floats, scalars or vectors, of the shape of `type`.
class Floats {
public:
  Floats(mlir::ImplicitLocOpBuilder &builder, mlir::Type type)
      : builder(builder), type(type) {}

  mlir::Value constant(double value) {
    return createSplat(
        builder, builder.getFloatAttr(mlir::getElementTypeOrSelf(type), value),
        type);
  }
  mlir::Value fma(mlir::Value x, mlir::Value y, mlir::Value z) {
    return mlir::math::FmaOp::create(builder, x, y, z);
  }
  /// c[0] + c[1] x + c[2] x^2 + …
  template <typename T, size_t size>
  mlir::Value polynomial(const T (&c)[size], mlir::Value x) {
    mlir::Value sum = constant(c[size - 1]);
    for (T coefficient : llvm::reverse(llvm::ArrayRef(c).drop_back()))
      sum = fma(sum, x, constant(coefficient));
    return sum;
  }

  /// The larger of `x` and `bound`; NaN is propagated.
  mlir::Value atLeast(double bound, mlir::Value x) {
    return choose(mlir::arith::CmpFPredicate::UGT, x, constant(bound));
  }
  /// The smaller of `x` and `bound`; NaN is propagated.
  mlir::Value atMost(double bound, mlir::Value x) {
    return choose(mlir::arith::CmpFPredicate::ULT, x, constant(bound));
  }

private:
  /// `x` where `predicate` holds for `x` and `other`, otherwise `other`.
  mlir::Value choose(mlir::arith::CmpFPredicate predicate, mlir::Value x,
                     mlir::Value other) {
    mlir::Value holds =
        mlir::arith::CmpFOp::create(builder, predicate, x, other);
    return mlir::arith::SelectOp::create(builder, holds, x, other);
  }

  mlir::ImplicitLocOpBuilder &builder;
  mlir::Type type;
};

} // namespace tvm

#endif // TVM_CONVERSION_KERNELTOLLVM_MATH_FLOATS_H
