// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_GRADIENT_GRADIENT_H
#define TVM_TRANSFORMS_GRAPH_GRADIENT_GRADIENT_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectRegistry.h"

namespace tvm::graph {

/// Attaches `GradientInterface` to the operators whose derivatives are known.
void registerGradients(mlir::DialectRegistry &registry);

/// Differentiates by reverse accumulation: the gradients of the sum of the
/// elements of `y` with respect to each of `variables`, which are taken for
/// independent (a variable may be computed from another one). All are float
/// tensors of one block; new operators are created at the builder's place,
/// where `y` is known. A variable that `y` does not depend on has gradient 0.
///
/// Fails, with an error at `loc`, where an operator between them has no rule,
/// or broadcasts sizes that are not known.
llvm::FailureOr<llvm::SmallVector<mlir::Value>>
buildGradients(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value y,
               mlir::ValueRange variables);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_GRADIENT_GRADIENT_H
