#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_PRIMITIVES_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_PRIMITIVES_H

// Schedule primitives: each rewrites loops in place and keeps what they
// compute. Named as TVM's. A primitive whose precondition does not hold changes
// nothing and fails without a diagnostic; callers choose another way.

#include "dialects/TE/TEOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace tvm::schedule {

using Loop = mlir::affine::AffineForOp;

/// How a loop is run. Recorded as the attribute `te.kind` until the loop kinds
/// are lowered.
enum class LoopKind { Serial, Parallel, Vectorized, Unrolled };
void setLoopKind(Loop loop, LoopKind kind);
LoopKind getLoopKind(Loop loop);

/// Number of iterations where it is constant.
std::optional<int64_t> getTripCount(Loop loop);

/// The loops around `op`, outermost first.
llvm::SmallVector<Loop> getLoops(mlir::Operation *op);

/// for i in [0, n)  ->  for o in [0, n / factor)  for i in [0, factor)
/// (P1) the loop starts at 0 with step 1 and `factor` divides its trip count.
/// Returns the outer and the inner loop; the inner one is `loop`.
mlir::FailureOr<std::pair<Loop, Loop>> split(Loop loop, int64_t factor);

/// for i in [0, n)  ->  for i in [0, n - n mod factor)  for i in [that, n)
/// Both run the same body; TVM: loop_partition. (P1) as for split.
/// Returns the second loop, or null where the trip count is a multiple. The
/// second loop starts at 0 again: its variable is offset in the body.
mlir::FailureOr<Loop> partition(Loop loop, int64_t factor);

/// Permutes perfectly nested loops: `order` lists them as they shall nest.
/// (P1) `order` are the loops of one perfect nest; (P2) around one `te.block`,
/// whose points may run in any order (a reduction is declared as such).
mlir::LogicalResult reorder(llvm::ArrayRef<Loop> order);

/// Moves the block's initialisation in front of `loop`, as a block of its own.
/// (P1) `loop` is around the block; no loop outside of it binds a reduction
/// axis.
mlir::FailureOr<te::BlockOp> decomposeReduction(te::BlockOp block, Loop loop);

/// Computes, at the top of the body of `loop`, exactly what the loop reads of
/// the buffer that `producer` writes, into a buffer of that size, for which all
/// reads inside of `loop` change. Other readers keep the original.
/// (P1) the producer's nest precedes `loop` and writes one buffer;
/// (P2) every read inside is affine, and its extent per dimension is constant.
/// Returns the new block.
mlir::FailureOr<te::BlockOp> computeAt(te::BlockOp producer, Loop loop);

/// The block writes to a new buffer, a second block copies that to the
/// original one. Returns the copying block. (P1) the block writes one buffer
/// at its spatial axes.
mlir::FailureOr<te::BlockOp> cacheWrite(te::BlockOp block);

/// Removes the nests and the buffer of a block that nothing reads any more.
void removeDeadBlocks(mlir::Operation *function);

/// Marks `loop`: its iterations run as lanes of vectors. The count may be
/// unknown; a loop that te-vectorize-loops cannot rewrite stays serial.
void vectorize(Loop loop);

/// Marks `loop`: its body is repeated. (P1) constant trip count.
mlir::LogicalResult unroll(Loop loop);

/// Marks `loop`: its iterations run on threads. (P1) no reduction axis is
/// bound to it.
mlir::LogicalResult parallel(Loop loop);

/// fuse: for i in [0, n) for j in [0, m) -> for f in [0, n * m)
/// (P1) perfectly nested, both start at 0 with step 1, m is constant.
mlir::FailureOr<Loop> fuse(Loop outer, Loop inner);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_PRIMITIVES_H
