#ifndef TVM_DIALECTS_TE_TEBLOCKS_H
#define TVM_DIALECTS_TE_TEBLOCKS_H

#include "dialects/TE/TEOps.h"
#include "mlir/IR/Builders.h"

namespace tvm::te {

/// On a loop over the steps of a scan: each is a list of nests, as a kernel is.
inline constexpr llvm::StringLiteral kStepsAttrName = "te.steps";

/// On arguments of kernels that callers pass a weight for.
inline constexpr llvm::StringLiteral kWeightAttrName = "graph.constant";

/// On such arguments, where all elements of all these weights are finite.
inline constexpr llvm::StringLiteral kFiniteAttrName = "graph.finite";

/// Whether `value`, a tensor or buffer, is an argument that callers pass a
/// weight for.
bool isWeight(mlir::Value value);

/// Whether `value` is an argument whose elements are known to be finite.
bool isFinite(mlir::Value value);

/// A block that copies `source` to `target` at loop variables `iters`, one per
/// dimension of `target`. `source` has as many dimensions or fewer: then it is
/// read at the last axes (a slice that is stacked).
BlockOp buildCopyBlock(mlir::OpBuilder &builder, mlir::Location loc,
                       llvm::StringRef name, mlir::ValueRange iters,
                       mlir::Value source, mlir::Value target);

/// The memory space of buffers in storage scope `name` (TVM's name): none for
/// "global". Others are "shared", "local", "warp" and those of accelerators,
/// "<accelerator>.<memory>". Fails for anything else.
mlir::FailureOr<mlir::Attribute> getMemorySpace(mlir::MLIRContext *context,
                                                llvm::StringRef name);

/// Gives blocks inside of `root` that share a name numbers: schedules find
/// blocks by name.
void makeBlockNamesUnique(mlir::Operation *root);

} // namespace tvm::te

#endif // TVM_DIALECTS_TE_TEBLOCKS_H
