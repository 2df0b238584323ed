// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_RUNTIMEDIMS_H
#define TVM_TRANSFORMS_GRAPH_RUNTIMEDIMS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tvm::graph {

/// Expresses dimensions of results by those of arguments and constants;
/// operators that nothing else reads go.
mlir::LogicalResult resolveDims(mlir::func::FuncOp function);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_RUNTIMEDIMS_H
