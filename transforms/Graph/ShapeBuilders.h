// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_SHAPEBUILDERS_H
#define TVM_TRANSFORMS_GRAPH_SHAPEBUILDERS_H

#include "mlir/IR/Builders.h"

namespace tvm::graph {

/// `x` in the static `shape`, of as many elements.
mlir::Value createReshape(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value x, llvm::ArrayRef<int64_t> shape);

/// Dimension `i` of the result is dimension `order[i]` of `x`.
mlir::Value createTranspose(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value x, llvm::ArrayRef<int64_t> order);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_SHAPEBUILDERS_H
