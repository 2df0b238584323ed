#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_COVERAGE_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_COVERAGE_H

// Whether blocks run at all points that they have to, decided by MLIR's
// Presburger library. The outermost `numFixed` loops around a block are in one
// iteration, the same for both sides of a question.

#include "transforms/Schedule/Analysis/Accesses.h"

namespace tvm::schedule {

/// Whether the first axes of `block` take all values in the shape of `buffer`,
/// one axis per dimension. False where there is no proof.
bool coversBuffer(te::BlockOp block, mlir::Value buffer, unsigned numFixed);

/// Whether axis number `axis` of `block` takes values in that dimension of
/// `buffer` alone. False where there is no proof.
bool staysInside(te::BlockOp block, unsigned axis, mlir::Value buffer);

/// Whether subscripts of `access` are inside of its buffer at all points of the
/// loops around its block, also where the block's predicate does not hold.
/// False where there is no proof.
bool staysInside(const Access &access);

/// Whether subscript `dim` of `access` always is an iteration of `loop`, which
/// begins at 0 and is outside of its block's nest: less than its bound.
bool endsWith(const Access &access, unsigned dim, Loop loop);

/// Whether no element that `kept` is of where the predicate of its block holds
/// is one that `other`, of the same block and buffer, would be of where it does
/// not. False where there is no proof.
bool areApart(const Access &kept, const Access &other, unsigned numFixed);

/// Whether `other` is at least 0 wherever `expr` is, both over the iters of
/// `block`, at the points of the loops around it. False where there is no
/// proof.
bool implies(te::BlockOp block, mlir::AffineExpr expr, mlir::AffineExpr other);

/// Whether `axes` of `block` take all values together that `otherAxes` of
/// `other`, as many, take. False where there is no proof.
bool coversBlock(te::BlockOp block, llvm::ArrayRef<unsigned> axes,
                 te::BlockOp other, llvm::ArrayRef<unsigned> otherAxes,
                 unsigned numFixed);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_COVERAGE_H
