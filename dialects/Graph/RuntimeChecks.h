#ifndef TVM_DIALECTS_GRAPH_RUNTIMECHECKS_H
#define TVM_DIALECTS_GRAPH_RUNTIMECHECKS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Operation.h"

namespace tvm::graph {

/// A `graph.check` that names the model's node which became `op`: `text` says
/// what is expected, with `{0}` to `{3}` for `values`.
void createCheck(mlir::OpBuilder &builder, mlir::Operation *op,
                 mlir::Value condition, const llvm::Twine &text,
                 mlir::ValueRange values);

/// Checks that `size` is at most `limit` (of type `index`) and not negative.
void createLimitCheck(mlir::OpBuilder &builder, mlir::Operation *op,
                      llvm::StringRef what, mlir::Value size,
                      mlir::Value limit);

} // namespace tvm::graph

#endif // TVM_DIALECTS_GRAPH_RUNTIMECHECKS_H
