// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_BINDINGS_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_BINDINGS_H

#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// Replaces `variable` by `map(operands)` in `root`: in bindings and predicates
/// of blocks, bounds of loops, `affine.apply`s and all other uses. Operands may
/// contain `variable` itself.
void substitute(mlir::Operation *root, mlir::Value variable,
                mlir::AffineMap map, mlir::ValueRange operands);

/// Restricts `block` to points where `condition`, over dims that stand for
/// `operands`, is at least 0, in addition to its predicate.
void addPredicate(te::BlockOp block, mlir::AffineExpr condition,
                  mlir::ValueRange operands);

/// Restricts `block` to points where `index`, over dims that stand for
/// `operands`, is less than the only upper bound of `loop`.
void addUpperBound(te::BlockOp block, mlir::AffineExpr index,
                   mlir::ValueRange operands, Loop loop);

/// The bindings, followed by the constraints of the predicate, over the iters.
mlir::AffineMap getBlockMap(te::BlockOp block);

/// Flags per constraint of the predicate: whether it is an equality.
llvm::SmallVector<bool> getEqualities(te::BlockOp block);

/// Sets bindings and predicate together. `map` has the bindings as its first
/// results and then the constraints of `predicate`.
void setBlockMap(te::BlockOp block, mlir::AffineMap map,
                 mlir::ValueRange operands, llvm::ArrayRef<bool> equalities);

/// A block name that is unique in `op`'s function: `base`, possibly with a
/// number.
std::string makeUniqueName(mlir::Operation *op, llvm::StringRef base);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_BINDINGS_H
