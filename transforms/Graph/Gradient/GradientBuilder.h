// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_GRADIENT_GRADIENTBUILDER_H
#define TVM_TRANSFORMS_GRAPH_GRADIENT_GRADIENTBUILDER_H

#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "mlir/IR/Builders.h"

namespace tvm::graph {

/// Writes derivatives: operators of inferred types at a place.
class GradientBuilder {
public:
  GradientBuilder(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  template <typename Op, typename... Args> mlir::Value create(Args &&...args) {
    return Op::create(builder, loc, std::forward<Args>(args)...);
  }
  mlir::Value add(mlir::Value a, mlir::Value b) { return create<AddOp>(a, b); }
  mlir::Value sub(mlir::Value a, mlir::Value b) { return create<SubOp>(a, b); }
  mlir::Value mul(mlir::Value a, mlir::Value b) { return create<MulOp>(a, b); }
  mlir::Value div(mlir::Value a, mlir::Value b) { return create<DivOp>(a, b); }
  mlir::Value neg(mlir::Value a) { return create<NegOp>(a); }
  mlir::Value square(mlir::Value a) { return mul(a, a); }

  /// A scalar of the type that the elements of `like` have.
  mlir::Value number(mlir::Value like, double value);
  /// `value` everywhere, in the shape of `like`.
  mlir::Value fill(mlir::Value like, double value);
  /// `value` where `condition` holds, else 0.
  mlir::Value choose(mlir::Value condition, mlir::Value value) {
    return create<WhereOp>(condition, value, number(value, 0));
  }
  /// Sums along `axes`, which the result keeps as 1.
  mlir::Value sum(mlir::Value x, llvm::ArrayRef<int64_t> axes);
  /// The elements of `x` in the shape of `like`.
  mlir::Value reshape(mlir::Value x, mlir::Value like);
  /// `x` broadcast to the shape of `like`.
  mlir::Value expand(mlir::Value x, mlir::Value like);
  /// Sums over what `operand` is broadcast along in `x`; null where the sizes
  /// do not tell.
  mlir::Value sumTo(mlir::Value x, mlir::Value operand);

  mlir::OpBuilder &builder;
  mlir::Location loc;
};

} // namespace tvm::graph

#include "transforms/Graph/Gradient/GradientInterface.h.inc"

#endif // TVM_TRANSFORMS_GRAPH_GRADIENT_GRADIENTBUILDER_H
