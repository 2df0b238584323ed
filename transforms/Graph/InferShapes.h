// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_INFERSHAPES_H
#define TVM_TRANSFORMS_GRAPH_INFERSHAPES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tvm::graph {

/// Refines the types of `function`'s tensors and results by the inference of
/// their operators. Returns whether a type changed; fails, after an error,
/// where inference contradicts a type.
llvm::FailureOr<bool> inferShapes(mlir::func::FuncOp function);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_INFERSHAPES_H
