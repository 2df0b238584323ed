// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_SPATIALNEST_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_SPATIALNEST_H

// A second nest over the spatial axes of a block, for statements that run once
// per element beside a reduction: its initialisation, or a copy of its result.

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "mlir/IR/IRMapping.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// The part of a block's predicate that concerns its spatial axes.
struct SpatialPredicate {
  llvm::SmallVector<mlir::AffineExpr> constraints;
  llvm::SmallVector<bool> equalities;
};

/// Computes the spatial part. Constraints on reduction loops are taken at their
/// first iteration, where they hold if they hold in any. Fails where that is
/// not known.
mlir::DiagnosedSilenceableFailure
getSpatialPredicate(te::BlockOp block, llvm::StringRef action,
                    SpatialPredicate &predicate);

/// Copies the given loops, all around `block`, except loops of reduction axes
/// alone, and leaves the builder inside of them. Returns a map from old to new
/// variables.
mlir::IRMapping cloneSpatialLoops(mlir::OpBuilder &builder, te::BlockOp block,
                                  llvm::ArrayRef<Loop> loops);

/// Builds a block without a body, bound like `block`'s spatial axes.
te::BlockOp buildSpatialBlock(mlir::OpBuilder &builder, te::BlockOp block,
                              llvm::StringRef name,
                              const mlir::IRMapping &variables,
                              const SpatialPredicate &predicate,
                              mlir::ValueRange captures);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_SPATIALNEST_H
