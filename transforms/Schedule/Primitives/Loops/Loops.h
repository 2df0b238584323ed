#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_LOOPS_LOOPS_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_LOOPS_LOOPS_H

// Primitives that say how loops run (Primitives.h).

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "mlir/IR/PatternMatch.h"
#include "transforms/Schedule/Analysis/Launches.h"

namespace tvm::schedule {

/// for i in [0, n)  ->  for a in [0, f0)  for b in [0, f1) …, i = (a * f1 + b)
/// … At most one factor is 0: it becomes the quotient, rounded up. Where the
/// product exceeds n, blocks inside get the predicate i < n.
/// (P1) the loop is serial and runs from 0 in steps of 1;
/// (P2) the product of the factors is not less than n; an inferred factor is
///      constant or the first;
/// (P3) where a predicate is needed, all that has effects inside is blocks;
/// (P4) nor does it concern a reduction initialised inside and a bound that
///      depends on a loop;
/// (P5) at most 2^31 iterations are added.
/// The innermost of the `result` is `loop`.
mlir::DiagnosedSilenceableFailure split(mlir::RewriterBase &rewriter, Loop loop,
                                        llvm::ArrayRef<int64_t> factors,
                                        llvm::SmallVectorImpl<Loop> &result);

/// for i in [0, n)  ->  for i in [0, n - n mod factor)  for i in [that, n)
/// Both run the same body; reductions go on in the second one where the first
/// one began them. (P1) as for split; (P2) from the outermost reduction loop of
/// a block with an initialisation to it, no loop fuses spatial and reduction
/// axes, and it binds an axis itself; (P3) the factor is positive. `rest` gets
/// the second loop, or nothing where the trip count is a multiple. It starts at
/// 0: its variable is offset in the body. Its blocks have names of their own.
mlir::DiagnosedSilenceableFailure
loopPartition(mlir::RewriterBase &rewriter, Loop loop, int64_t factor,
              llvm::SmallVectorImpl<Loop> &rest);

/// for i in [0, n)  ->  for i in [0, e0)  for i in [e0, e0 + e1)  …
/// Splits a loop into one loop for each of the extents; `rest` gets all but
/// the first. (P1) and (P2) as above; (P3) they are positive and add up to n,
/// which is constant; one may be 0: it becomes what is left.
mlir::DiagnosedSilenceableFailure
loopPartition(mlir::RewriterBase &rewriter, Loop loop,
              llvm::ArrayRef<int64_t> extents,
              llvm::SmallVectorImpl<Loop> &rest);

/// for i { A; B }  ->  for i { A }  for i { B }
/// (P1) the loop is serial, from 0 with step 1; (P2) its body is loops and
/// blocks; (P3) nothing in A depends on an earlier iteration of B. `result` are
/// the loops, `loop` first.
mlir::DiagnosedSilenceableFailure
loopDistribute(mlir::RewriterBase &rewriter, Loop loop,
               llvm::SmallVectorImpl<Loop> &result);

/// for i { A[i] }  for i { B[i] }  ->  for i { A[i]; B[i] }
/// (P1) both loops are serial, from 0 with step 1, `second` is behind `first`
/// in the same body, and of the same extent; (P2) nothing between them depends
/// on the first one; (P3) no iteration of the second one depends on a later one
/// of the first, and no start value of a reduction along it on any. `second`
/// holds both bodies, `first` is erased.
mlir::DiagnosedSilenceableFailure merge(mlir::RewriterBase &rewriter,
                                        Loop first, Loop second);

/// Permutes perfectly nested loops: `order` lists them as they shall nest.
/// (P1) `order` are distinct loops of one perfect nest, without gaps;
/// (P2) no bound depends on one of them;
/// (P3) no dependence is turned around; (P4) iterations of parallel loops stay
/// independent, a vectorized loop stays innermost.
mlir::DiagnosedSilenceableFailure reorder(mlir::RewriterBase &rewriter,
                                          llvm::ArrayRef<Loop> order);

/// for i for j  ->  for io for jo for il for jl, il in [0, sizes[0]) …
/// Splits each loop of a perfect nest, `nest` from the outermost on, and
/// reorders the parts. (P1) sizes are positive; (P2) as for split and reorder.
mlir::DiagnosedSilenceableFailure tile(mlir::RewriterBase &rewriter,
                                       llvm::ArrayRef<Loop> nest,
                                       llvm::ArrayRef<int64_t> sizes,
                                       llvm::SmallVectorImpl<Loop> &outer,
                                       llvm::SmallVectorImpl<Loop> &inner);

/// op  ->  for u in [0, 1) { op }
/// (P1) `op`, a loop or a block, carries no values.
mlir::DiagnosedSilenceableFailure addUnitLoop(mlir::RewriterBase &rewriter,
                                              mlir::Operation *op, Loop &loop);

/// Attaches an attribute to `op`, a loop or a block. (P1) the name is not
/// reserved ("te.…", "schedule.…"), nor that of a part of the operation.
mlir::DiagnosedSilenceableFailure
annotate(mlir::Operation *op, mlir::StringAttr name, mlir::Attribute value);

/// for i in [0, n) for j in [0, m)  ->  for f in [0, n * m)
/// (P1) perfectly nested, both serial, from 0 with step 1; (P2) m is constant;
/// (P3) reductions may be initialised in front of the fused loop.
/// The inner loop is replaced by `fused`, which is the outer one.
mlir::DiagnosedSilenceableFailure fuse(mlir::RewriterBase &rewriter, Loop outer,
                                       Loop inner, Loop &fused);

/// Marks `loop`: its iterations run as lanes of vectors. (P1) serial, from 0 in
/// steps of 1, with no loop inside, or nothing but a vectorized one around a
/// block that copies (a tile to be transposed), its blocks compute one element
/// each; (P2) no dependence between its
/// iterations would be turned around, but those of a declared reduction; (P3)
/// no block is bound to it by both a spatial and a reduction axis.
mlir::DiagnosedSilenceableFailure vectorize(Loop loop);

/// Marks `loop`: its body is repeated. (P1) serial, with a constant trip count,
/// (P2) at most kMaxCopies times.
mlir::DiagnosedSilenceableFailure unroll(Loop loop);

/// Marks `loop` and those inside of it where what they hold then runs at most
/// `maxStep` times, (P2) which is at most 65,536. Loops of other kinds, those
/// that carry values, of unknown trip counts and around such ones stay.
mlir::DiagnosedSilenceableFailure unrollUpTo(Loop loop, int64_t maxStep);

/// Marks `loop`: whole vectors that it stores need not stay in a cache. (P1)
/// vectorized.
mlir::DiagnosedSilenceableFailure streamStores(Loop loop);

/// for i in [0, n) { A[i]; B[i] }
///   ->  A[0]  for i in [0, n - 1) { A[i + 1]; B[i] }  B[n - 1]   stages 0, 1
/// Statement number k of the body, a loop or a block, runs stages[k] steps
/// later than iterations begin, as number order[k] of a step. Stages are at
/// least 0, `order` is a permutation. Buffers that are made in the loop get a
/// version for each iteration under way. `loop` is what runs in between; blocks
/// in front of it and behind have names of their own.
/// (P1) serial, from 0 in steps of 1, with a constant trip count, more than the
/// last stage; (P2) the body holds as many loops and blocks, besides buffers on
/// the stack and indices; (P3) reductions along the loop, or around it, are
/// decomposed; (P4) all dependences keep their order; (P5) accesses of buffers
/// with versions are affine, and these fit on a stack.
mlir::DiagnosedSilenceableFailure
softwarePipeline(mlir::RewriterBase &rewriter, Loop loop,
                 llvm::ArrayRef<int64_t> stages, llvm::ArrayRef<int64_t> order);

/// Marks `loop`: its iterations are interleaved, statement by statement. (P1)
/// serial, from 0 in steps of 1; (P2) a constant trip count; (P3) no iteration
/// depends on another one, not even by a reduction; (P4) there are `extent`
/// iterations, where that is given.
mlir::DiagnosedSilenceableFailure
virtualThread(Loop loop, std::optional<int64_t> extent = std::nullopt);

/// Marks `loop`: its iterations run on threads. (P1) serial, carries no values;
/// (P2) no iteration depends on another one, not even by a reduction.
mlir::DiagnosedSilenceableFailure parallel(Loop loop);

/// Marks `loop`: its iterations run at the indices of a GPU's axis. (P1)
/// serial, from 0 in steps of 1; (P2) the outermost bound loop still is a
/// launch (requireLaunch); (P3) no iteration depends on another one, not even
/// by a reduction, but of threads; (P4) threads of the launch exchange values
/// in shared memory alone; (P5) there are `extent` iterations, where that is
/// given; (P6) threads can reduce (checkThreadReductions).
mlir::DiagnosedSilenceableFailure
bind(Loop loop, GPUAxis axis, std::optional<int64_t> extent = std::nullopt);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_LOOPS_LOOPS_H
