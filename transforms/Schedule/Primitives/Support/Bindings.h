#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_BINDINGS_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_BINDINGS_H

#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// Inside of `root`, in bindings and predicates of blocks, bounds of loops,
/// `affine.apply`s and whatever else, replaces `variable` by `map(operands)`.
/// Operands may contain `variable` itself.
void substitute(mlir::Operation *root, mlir::Value variable,
                mlir::AffineMap map, mlir::ValueRange operands);

/// Lets `block` run only where `condition`, over dims that stand for
/// `operands`, is at least 0, besides the predicate that it has.
void addPredicate(te::BlockOp block, mlir::AffineExpr condition,
                  mlir::ValueRange operands);

/// Lets `block` run only where `index`, over dims that stand for `operands`, is
/// less than the one upper bound of `loop`.
void addUpperBound(te::BlockOp block, mlir::AffineExpr index,
                   mlir::ValueRange operands, Loop loop);

/// The bindings and then the constraints of the predicate, over the iters.
mlir::AffineMap getBlockMap(te::BlockOp block);

/// Which constraints of the predicate are equalities.
llvm::SmallVector<bool> getEqualities(te::BlockOp block);

/// Sets bindings and predicate together. `map` has the bindings as its first
/// results and then the constraints of `predicate`.
void setBlockMap(te::BlockOp block, mlir::AffineMap map,
                 mlir::ValueRange operands, llvm::ArrayRef<bool> equalities);

/// A name for a block that no other block of `op`'s function has: `base`, or
/// that with a number.
std::string makeUniqueName(mlir::Operation *op, llvm::StringRef base);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_BINDINGS_H
