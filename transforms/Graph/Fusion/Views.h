// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_FUSION_VIEWS_H
#define TVM_TRANSFORMS_GRAPH_FUSION_VIEWS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace tvm::graph {

/// Whether the result of `op` may be memory of its operand: dimensions that are
/// grouped in another way, or one element of the first dimension. (Where a
/// function returns what is not a whole kernel's result, memory planning adds a
/// copy.)
bool isView(mlir::Operation *op);

/// Whether `value` has static dimensions, and memory that may be seen in
/// another shape: a kernel's result, or an argument of a function.
bool isViewable(mlir::Value value);

/// The elements of `value`, of static dimensions, in those of `type`: reshapes
/// of `tensor`.
mlir::Value createView(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value value, mlir::RankedTensorType type);

/// Replaces `op`, of which that is so, by reshapes of `tensor`, which memory
/// planning takes for the same memory.
void replaceByView(mlir::Operation *op);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_FUSION_VIEWS_H
