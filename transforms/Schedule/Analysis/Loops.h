// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_LOOPS_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_LOOPS_H

#include "dialects/TE/TEOps.h"
#include "mlir/Analysis/Presburger/IntegerRelation.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace tvm::schedule {

using Loop = mlir::affine::AffineForOp;

/// The way in which a loop is executed, recorded as the attribute `te.kind`
/// until the loop kinds are lowered. A Bound loop is bound to an axis of a GPU
/// (Launches.h).
enum class LoopKind {
  Serial,
  Parallel,
  Vectorized,
  Unrolled,
  VirtualThread,
  Bound
};
inline constexpr llvm::StringLiteral kLoopKindAttrName = "te.kind";

/// Marks `loop`; removes the mark for a serial loop.
void setLoopKind(Loop loop, LoopKind kind);

/// The kind that `loop` is marked with; serial without a mark.
LoopKind getLoopKind(Loop loop);

/// Marks a vectorized loop whose stores are streamed by schedule.stream_stores.
inline constexpr llvm::StringLiteral kStreamsAttrName = "te.streams";

/// Whether the iterations of the loop have no order.
bool isConcurrent(Loop loop);

/// The number of iterations where it is constant.
std::optional<int64_t> getTripCount(Loop loop);

/// The loops around `op`, outermost first.
llvm::SmallVector<Loop> getLoops(mlir::Operation *op);

/// Whether `value` is defined in `op`: it is an argument of one of its regions
/// or a result of an operation in one.
bool isDefinedIn(mlir::Operation *op, mlir::Value value);

/// Whether `loop` runs from 0 in steps of 1 to one bound and carries no
/// values.
bool isNormalized(Loop loop);

/// Whether the body of `outer` consists of `inner` only.
bool isPerfectlyNested(Loop outer, Loop inner);

/// The operation directly in the function's body that contains `op`.
mlir::Operation *getTopLevelNest(mlir::Operation *op);

/// The operation directly in the function's body, or in the body of the
/// innermost scan step around `op`, that contains `op`.
mlir::Operation *getNest(mlir::Operation *op);

/// The loops of the nest of `op`, outermost first.
llvm::SmallVector<Loop> getNestLoops(mlir::Operation *op);

/// Whether `op` contains a call. A call may access any memory that it is given,
/// so loops around it run in order.
bool hasCall(mlir::Operation *op);

/// Whether the iterations of `loop` are steps of a scan.
bool isOverSteps(mlir::Operation *loop);

/// Whether an axis of `block` of the given kind is bound to `variable`.
bool bindsAxis(te::BlockOp block, mlir::Value variable, bool reduction);

/// Whether only reduction axes of `block` are bound to `variable`.
bool bindsReductionOnly(te::BlockOp block, mlir::Value variable);

/// The outermost loop that a reduction axis of `block` is bound to; `init` runs
/// in front of it. Null where reduction axes are bound to no loop.
Loop getReductionLoop(te::BlockOp block);

/// Indices of the captures that `block` writes.
llvm::SmallVector<unsigned> getWrittenCaptures(te::BlockOp block);

/// Whether `expr`, over `numDims` dims followed by symbols, depends on input
/// number `input`.
bool isFunctionOfInput(mlir::AffineExpr expr, unsigned input, unsigned numDims);

/// Whether `expr`, over the iters of `block`, depends on an iter for which
/// `isMeant` holds.
bool dependsOn(te::BlockOp block, mlir::AffineExpr expr,
               llvm::function_ref<bool(mlir::Value)> isMeant);

/// `map(operands)` with every operand as a dim and nothing composed.
mlir::AffineMap asDims(mlir::AffineMap map);

/// The least or greatest value of `expr`, over dims that stand for `operands`,
/// as derived from the loops around. With `areSizes`, values that are not loop
/// variables are at least 0.
std::optional<int64_t> getExtreme(mlir::AffineExpr expr,
                                  mlir::ValueRange operands,
                                  mlir::presburger::BoundType type,
                                  bool areSizes = false);

/// Whether the only upper bound of `loop` may be negative, in which case there
/// are no iterations. A value by itself, such as a dynamic extent, is a size.
bool mayEndBelowZero(Loop loop);

/// Index of the capture that `block` writes, if it writes exactly one buffer.
std::optional<unsigned> getWrittenCapture(te::BlockOp block);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_LOOPS_H
