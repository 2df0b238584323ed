#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_SPATIALNEST_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_SPATIALNEST_H

// A second nest over the spatial axes of a block, for what runs once per
// element beside a reduction: its initialisation, a copy of its result.

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "mlir/IR/IRMapping.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// The part of a block's predicate that concerns its spatial axes.
struct SpatialPredicate {
  llvm::SmallVector<mlir::AffineExpr> constraints;
  llvm::SmallVector<bool> equalities;
};

/// Constraints on reduction loops are taken at the first iteration of those,
/// where they hold if they do at any. Fails where that is not known.
mlir::DiagnosedSilenceableFailure
getSpatialPredicate(te::BlockOp block, llvm::StringRef action,
                    SpatialPredicate &predicate);

/// Copies those of `loops`, all around `block`, that do not bind reduction axes
/// alone, and
/// leaves the builder inside of them. Returns old variables -> new ones.
mlir::IRMapping cloneSpatialLoops(mlir::OpBuilder &builder, te::BlockOp block,
                                  llvm::ArrayRef<Loop> loops);

/// A block without a body, bound as `block`'s spatial axes are.
te::BlockOp buildSpatialBlock(mlir::OpBuilder &builder, te::BlockOp block,
                              llvm::StringRef name,
                              const mlir::IRMapping &variables,
                              const SpatialPredicate &predicate,
                              mlir::ValueRange captures);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_SPATIALNEST_H
