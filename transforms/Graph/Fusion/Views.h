#ifndef TVM_TRANSFORMS_GRAPH_FUSION_VIEWS_H
#define TVM_TRANSFORMS_GRAPH_FUSION_VIEWS_H

#include "mlir/IR/Operation.h"

namespace tvm::graph {

/// Whether the result of `op` may be memory of its operand, which a kernel
/// computes: dimensions that are grouped in another way, or one element of the
/// first dimension. Arguments and results of functions have memory of their
/// own, which is the caller's.
bool isView(mlir::Operation *op);

/// Replaces `op`, of which that is so, by reshapes of `tensor`, which memory
/// planning takes for the same memory.
void replaceByView(mlir::Operation *op);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_FUSION_VIEWS_H
