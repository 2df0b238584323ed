#ifndef TVM_CONVERSION_KERNELTOLLVM_FLOATS_H
#define TVM_CONVERSION_KERNELTOLLVM_FLOATS_H

#include "conversion/KernelToLLVM/Bits.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace tvm {

/// Arithmetic on floats, scalars or vectors, as in `type`.
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

private:
  mlir::ImplicitLocOpBuilder &builder;
  mlir::Type type;
};

} // namespace tvm

#endif // TVM_CONVERSION_KERNELTOLLVM_FLOATS_H
