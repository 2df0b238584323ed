// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_COVERAGE_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_COVERAGE_H

// Proofs that blocks run at all points that they have to, by MLIR's Presburger
// library. The `numFixed` outermost loops around a block are fixed to one
// iteration, the same one on both sides of a question.

#include "transforms/Schedule/Analysis/Accesses.h"

namespace tvm::schedule {

/// Whether the first axes of `block` take all values in the shape of `buffer`,
/// one axis per dimension. False where there is no proof.
bool coversBuffer(te::BlockOp block, mlir::Value buffer, unsigned numFixed);

/// Whether axis number `axis` of `block` only takes values that are indices of
/// the same dimension of `buffer`. False where there is no proof.
bool staysInside(te::BlockOp block, unsigned axis, mlir::Value buffer);

/// Whether the subscripts of `access` stay inside of its buffer at all points
/// of the loops around its block, even where the block's predicate does not
/// hold. False where there is no proof.
bool staysInside(const Access &access);

/// Whether subscript `dim` of `access` is always less than the bound of `loop`,
/// which begins at 0 and is outside of the nest of the access's block.
bool endsWith(const Access &access, unsigned dim, Loop loop);

/// Whether `kept`, where the predicate of its block holds, and `other`, where
/// it does not hold, touch no common element. Both are accesses of one block to
/// one buffer. False where there is no proof.
bool areApart(const Access &kept, const Access &other, unsigned numFixed);

/// Whether `other` is at least 0 wherever `expr` is, at the points of the loops
/// around `block`. Both are over its iters. False where there is no proof.
bool implies(te::BlockOp block, mlir::AffineExpr expr, mlir::AffineExpr other);

/// Whether the tuples of values of `axes` of `block` include all tuples of
/// `otherAxes` of `other`, which are as many. False where there is no proof.
bool coversBlock(te::BlockOp block, llvm::ArrayRef<unsigned> axes,
                 te::BlockOp other, llvm::ArrayRef<unsigned> otherAxes,
                 unsigned numFixed);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_COVERAGE_H
