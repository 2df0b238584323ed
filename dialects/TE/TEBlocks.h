// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_TE_TEBLOCKS_H
#define TVM_DIALECTS_TE_TEBLOCKS_H

#include "dialects/TE/TEOps.h"
#include "mlir/IR/Builders.h"

namespace tvm::te {

/// The attribute of a loop over the steps of a scan. Each step is a list of
/// nests, like a kernel.
inline constexpr llvm::StringLiteral kStepsAttrName = "te.steps";

/// The attribute of kernel arguments for which callers pass a weight.
inline constexpr llvm::StringLiteral kWeightAttrName = "graph.constant";

/// The attribute of such arguments if all elements of all these weights are
/// finite.
inline constexpr llvm::StringLiteral kFiniteAttrName = "graph.finite";

/// Whether `value`, a tensor or buffer, is an argument for which callers pass a
/// weight.
bool isWeight(mlir::Value value);

/// Whether `value` is an argument whose elements are known to be finite.
bool isFinite(mlir::Value value);

/// Builds a block that copies `source` to `target` at loop variables `iters`,
/// one per dimension of `target`. If `source` has fewer dimensions, it is read
/// at the last axes (a slice that is stacked).
BlockOp buildCopyBlock(mlir::OpBuilder &builder, mlir::Location loc,
                       llvm::StringRef name, mlir::ValueRange iters,
                       mlir::Value source, mlir::Value target);

/// The memory space for storage scope `name` (TVM's name): none for "global".
/// Other scopes are "shared", "local", "warp" and memories of accelerators,
/// "<accelerator>.<memory>". Fails for other names.
mlir::FailureOr<mlir::Attribute> getMemorySpace(mlir::MLIRContext *context,
                                                llvm::StringRef name);

/// Numbers blocks in `root` that share a name, because schedules find blocks by
/// name.
void makeBlockNamesUnique(mlir::Operation *root);

} // namespace tvm::te

#endif // TVM_DIALECTS_TE_TEBLOCKS_H
