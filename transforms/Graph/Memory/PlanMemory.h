// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_MEMORY_PLANMEMORY_H
#define TVM_TRANSFORMS_GRAPH_MEMORY_PLANMEMORY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tvm::graph {

/// Rewrites the host function `main` (launches on tensors) to calls on planned
/// memory: one arena for what is computed in between, `graph.output` for
/// results, `graph.pool` where a size depends on computed data. Attaches
/// `graph.memory` with the bytes planned, their naive sum and their lower
/// bound; with `report` also every buffer of the arena (see the pass).
mlir::LogicalResult planMemory(mlir::func::FuncOp main, bool report = false);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_MEMORY_PLANMEMORY_H
