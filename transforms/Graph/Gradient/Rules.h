// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_GRADIENT_RULES_H
#define TVM_TRANSFORMS_GRAPH_GRADIENT_RULES_H

#include "transforms/Graph/Gradient/GradientBuilder.h"

namespace tvm::graph {

/// Fills `operands`, null at first, with the gradients of the operands of `op`,
/// given the `gradient` of its result. An operand that the
/// result is no differentiable function of stays null.
template <typename Op>
using GradientRule = void (*)(Op op, mlir::Value gradient, GradientBuilder &b,
                              llvm::MutableArrayRef<mlir::Value> operands);

/// The implementation of GradientInterface for `Op` by `rule`.
template <typename Op, GradientRule<Op> rule>
struct GradientModel
    : GradientInterface::ExternalModel<GradientModel<Op, rule>, Op> {
  void buildOperandGradients(mlir::Operation *op, mlir::Value gradient,
                             GradientBuilder &b,
                             llvm::MutableArrayRef<mlir::Value> values) const {
    rule(mlir::cast<Op>(op), gradient, b, values);
  }
};

/// Attaches `rule` to `Op`.
template <typename Op, GradientRule<Op> rule>
void attachGradient(mlir::MLIRContext *context) {
  Op::template attachInterface<GradientModel<Op, rule>>(*context);
}

/// Attach the rules of a family of operators each.
void attachElementwiseGradients(mlir::MLIRContext *context);
void attachMatrixGradients(mlir::MLIRContext *context);
void attachMovementGradients(mlir::MLIRContext *context);
void attachReductionGradients(mlir::MLIRContext *context);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_GRADIENT_RULES_H
