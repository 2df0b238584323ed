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

/// Whether an operand has a dimension that is not known.
bool hasUnknownSize(mlir::Operation *op);

/// Checks that two sizes are equal; nothing where both are known.
void createEqualCheck(mlir::OpBuilder &builder, mlir::Operation *op,
                      llvm::StringRef what, mlir::OpFoldResult lhs,
                      mlir::OpFoldResult rhs);

/// The same for sizes of which one may be 1 instead.
void createBroadcastCheck(mlir::OpBuilder &builder, mlir::Operation *op,
                          mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);

/// The checks of an operator whose operands broadcast to its result, but for
/// what `graph.equal_dims` says.
void createBroadcastChecks(mlir::OpBuilder &builder, mlir::Operation *op);

} // namespace tvm::graph

#endif // TVM_DIALECTS_GRAPH_RUNTIMECHECKS_H
