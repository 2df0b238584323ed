// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_CHECKS_RUNTIMECHECKS_H
#define TVM_DIALECTS_GRAPH_CHECKS_RUNTIMECHECKS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Operation.h"

#include <string>

namespace tvm::graph {

/// The name of the model's node, empty where `loc` has none. The first of
/// several names belongs to the operator that others were joined to.
llvm::StringRef getNodeName(mlir::Location loc);

/// The name of `op` in messages: the model's node and the operator's name.
std::string describeNode(mlir::Operation *op);

/// A `graph.check` that names the model's node which became `op`: `text` says
/// what is expected, with `{0}` to `{3}` for `values`.
void createCheck(mlir::OpBuilder &builder, mlir::Operation *op,
                 mlir::Value condition, const llvm::Twine &text,
                 mlir::ValueRange values);

/// Checks that `size` is at most `limit` (of type `index`) and not negative.
void createLimitCheck(mlir::OpBuilder &builder, mlir::Operation *op,
                      llvm::StringRef what, mlir::Value size,
                      mlir::Value limit);

/// Whether an operand or a result has a dimension that is not known, or none of
/// whose positions exists.
bool hasUnknownSize(mlir::Operation *op);

/// Whether dimension `axis` of `x`, an operand of `op`, may be empty where the
/// first result of `op` is not.
bool mayLackElements(mlir::Operation *op, mlir::Value x, int64_t axis);

/// Checks that two sizes are equal; nothing where both are known.
void createEqualCheck(mlir::OpBuilder &builder, mlir::Operation *op,
                      llvm::StringRef what, mlir::OpFoldResult lhs,
                      mlir::OpFoldResult rhs);

/// Checks that `size` is at most `limit`; nothing where both are known.
void createBoundCheck(mlir::OpBuilder &builder, mlir::Operation *op,
                      llvm::StringRef what, mlir::OpFoldResult size,
                      mlir::OpFoldResult limit);

/// Checks that `size` is not negative; nothing where it is known.
void createSizeCheck(mlir::OpBuilder &builder, mlir::Operation *op,
                     llvm::StringRef what, mlir::OpFoldResult size);

/// Checks that dimension `axis` of `x`, an operand of `op`, is not empty,
/// unless the first result is: what is read there is clamped to the dimension.
/// A check that fails in every run is one of a constant.
void createElementsCheck(mlir::OpBuilder &builder, mlir::Operation *op,
                         mlir::Value x, int64_t axis);

/// Checks that `from` is 1 or `into`; nothing where both are known.
void createExpansionCheck(mlir::OpBuilder &builder, mlir::Operation *op,
                          mlir::OpFoldResult from, mlir::OpFoldResult into);

/// Checks that two sizes are equal or one of them is 1; nothing where both are
/// known.
void createBroadcastCheck(mlir::OpBuilder &builder, mlir::Operation *op,
                          mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);

/// The checks of an operator whose operands broadcast to its result, but for
/// what `graph.equal_dims` says.
void createBroadcastChecks(mlir::OpBuilder &builder, mlir::Operation *op);

} // namespace tvm::graph

#endif // TVM_DIALECTS_GRAPH_CHECKS_RUNTIMECHECKS_H
