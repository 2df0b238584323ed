#ifndef TVM_TRANSFORMS_GRAPH_FUSION_VIEWS_H
#define TVM_TRANSFORMS_GRAPH_FUSION_VIEWS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace tvm::graph {

/// Whether the result of `op` may be memory of its operand, which a kernel
/// computes: dimensions that are grouped in another way, or one element of the
/// first dimension. Arguments and results of functions have memory of their
/// own, which is the caller's.
bool isView(mlir::Operation *op);

/// Whether `value` is such memory of a kernel's result, or will be, with static
/// dimensions, and is not returned.
bool isMemoryOfKernel(mlir::Value value);

/// The elements of `value`, of static dimensions, in those of `type`: reshapes
/// of `tensor`.
mlir::Value createView(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value value, mlir::RankedTensorType type);

/// Replaces `op`, of which that is so, by reshapes of `tensor`, which memory
/// planning takes for the same memory.
void replaceByView(mlir::Operation *op);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_FUSION_VIEWS_H
