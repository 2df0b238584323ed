// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_LOOPS_LOOPS_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_LOOPS_LOOPS_H

// Primitives that decide how loops run (Primitives.h).

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "mlir/IR/PatternMatch.h"
#include "transforms/Schedule/Analysis/Launches.h"

namespace tvm::schedule {

/// for i in [0, n)  ->  for a in [0, f0)  for b in [0, f1) …, i = (a * f1 + b)
/// …
/// At most one factor is 0: it becomes the quotient, rounded up. Where the
/// product exceeds n, blocks inside get the predicate i < n. The innermost loop
/// of `result` is `loop`.
/// (P1) The loop is serial and runs from 0 in steps of 1; (P2) the product of
/// the factors is not less than n; an inferred factor is constant or the first
/// one; (P3) where a predicate is needed, only blocks inside have effects, and
/// (P4) it does not concern a reduction that is initialised inside together
/// with a bound that depends on a loop; (P5) at most 2^31 iterations are added.
mlir::DiagnosedSilenceableFailure split(mlir::RewriterBase &rewriter, Loop loop,
                                        llvm::ArrayRef<int64_t> factors,
                                        llvm::SmallVectorImpl<Loop> &result);

/// for i in [0, n)  ->  for i in [0, n - n mod factor)  for i in [that, n)
/// Both loops run the same body; reductions continue in the second one where
/// they began in the first one. `rest` gets the second loop, or nothing where
/// the trip count is a multiple. It starts at 0: its variable is offset in the
/// body. Its blocks have their own names.
/// (P1) as for split; (P2) from the outermost reduction loop of a block with an
/// initialisation to `loop`, no loop fuses spatial and reduction axes, and
/// `loop` itself binds an axis; (P3) the factor is positive.
mlir::DiagnosedSilenceableFailure
loopPartition(mlir::RewriterBase &rewriter, Loop loop, int64_t factor,
              llvm::SmallVectorImpl<Loop> &rest);

/// for i in [0, n)  ->  for i in [0, e0)  for i in [e0, e0 + e1)  …
/// Splits a loop into one loop per extent; `rest` gets all but the first.
/// (P1) and (P2) as above; (P3) the extents are positive and add up to n, which
/// is constant; one extent may be 0 and becomes the remainder.
mlir::DiagnosedSilenceableFailure
loopPartition(mlir::RewriterBase &rewriter, Loop loop,
              llvm::ArrayRef<int64_t> extents,
              llvm::SmallVectorImpl<Loop> &rest);

/// for i { A; B }  ->  for i { A }  for i { B }
/// `result` are the loops, `loop` first.
/// (P1) The loop is serial, from 0 with step 1; (P2) its body consists of loops
/// and blocks; (P3) nothing in A depends on an earlier iteration of B.
mlir::DiagnosedSilenceableFailure
loopDistribute(mlir::RewriterBase &rewriter, Loop loop,
               llvm::SmallVectorImpl<Loop> &result);

/// for i { A[i] }  for i { B[i] }  ->  for i { A[i]; B[i] }
/// `second` contains both bodies, `first` is erased.
/// (P1) Both loops are serial, from 0 with step 1, and have the same extent;
/// `second` is behind `first` in the same body; (P2) no operation between them
/// depends on the first one; (P3) no iteration of the second one depends on a
/// later iteration of the first, and no start value of a reduction along the
/// second one depends on any iteration.
mlir::DiagnosedSilenceableFailure merge(mlir::RewriterBase &rewriter,
                                        Loop first, Loop second);

/// Permutes perfectly nested loops: `order` lists them in the new order.
/// (P1) `order` contains distinct loops of one perfect nest, without gaps; (P2)
/// no bound depends on one of them; (P3) no dependence is reversed; (P4)
/// iterations of parallel loops stay independent, and a vectorized loop stays
/// innermost.
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

/// Attaches an attribute to `op`, a loop or a block. (P1) The name is neither
/// reserved ("te.…", "schedule.…") nor the name of a part of the operation.
mlir::DiagnosedSilenceableFailure
annotate(mlir::Operation *op, mlir::StringAttr name, mlir::Attribute value);

/// for i in [0, n) for j in [0, m)  ->  for f in [0, n * m)
/// The inner loop is replaced by `fused`, which is the outer loop.
/// (P1) The loops are perfectly nested, both serial, from 0 with step 1; (P2) m
/// is constant; (P3) reductions may be initialised in front of the fused loop.
mlir::DiagnosedSilenceableFailure fuse(mlir::RewriterBase &rewriter, Loop outer,
                                       Loop inner, Loop &fused);

/// Marks `loop`: its iterations run as lanes of vectors.
/// (P1) The loop is serial, from 0 in steps of 1, and contains no loop, or only
/// a vectorized one around a block that copies (a tile to be transposed); its
/// blocks compute one element each; (P2) no dependence between its iterations
/// would be reversed, except in a declared reduction; (P3) no block is bound to
/// it by both a spatial and a reduction axis.
mlir::DiagnosedSilenceableFailure vectorize(Loop loop);

/// Marks `loop`: its body is repeated. (P1) The loop is serial, with a constant
/// trip count (P2) of at most kMaxCopies copies.
mlir::DiagnosedSilenceableFailure unroll(Loop loop);

/// Marks `loop` and the loops in it whose bodies then run at most `maxStep`
/// times in total. (P2) `maxStep` is at most 65,536. Loops of other kinds,
/// loops that carry values or have unknown trip counts, and the loops around
/// them stay as they are.
mlir::DiagnosedSilenceableFailure unrollUpTo(Loop loop, int64_t maxStep);

/// Marks `loop`: whole vectors that it stores may bypass the caches. (P1) The
/// loop is vectorized.
mlir::DiagnosedSilenceableFailure streamStores(Loop loop);

/// for i in [0, n) { A[i]; B[i] }
///   ->  A[0]  for i in [0, n - 1) { A[i + 1]; B[i] }  B[n - 1]   stages 0, 1
/// Statement number k of the body, a loop or a block, runs stages[k] steps
/// after its iteration begins, as number order[k] of a step. Stages are at
/// least 0, `order` is a permutation. Buffers that are allocated in the loop
/// get a version for each iteration in flight. `loop` runs the steady state;
/// blocks of the prologue and the epilogue have their own names.
/// (P1) The loop is serial, from 0 in steps of 1, with a constant trip count
/// that exceeds the last stage; (P2) the body contains as many loops and blocks
/// as there are stages, besides buffers on the stack and indices; (P3)
/// reductions along the loop, or around it, are decomposed; (P4) all
/// dependences keep their order; (P5) accesses of buffers with versions are
/// affine, and these buffers fit on a stack.
mlir::DiagnosedSilenceableFailure
softwarePipeline(mlir::RewriterBase &rewriter, Loop loop,
                 llvm::ArrayRef<int64_t> stages, llvm::ArrayRef<int64_t> order);

/// Marks `loop`: its iterations are interleaved, statement by statement.
/// (P1) The loop is serial, from 0 in steps of 1; (P2) its trip count is
/// constant; (P3) no iteration depends on another one, not even by a reduction;
/// (P4) it has `extent` iterations, if that is given.
mlir::DiagnosedSilenceableFailure
virtualThread(Loop loop, std::optional<int64_t> extent = std::nullopt);

/// Marks `loop`: its iterations run on threads. (P1) The loop is serial and
/// carries no values; (P2) no iteration depends on another one, not even by a
/// reduction.
mlir::DiagnosedSilenceableFailure parallel(Loop loop);

/// Marks `loop`: its iterations run at the indices of a GPU's axis.
/// (P1) The loop is serial, from 0 in steps of 1; (P2) the outermost bound loop
/// is still a launch (requireLaunch); (P3) no iteration depends on another one,
/// except that threads may reduce; (P4) threads of the launch exchange values
/// through shared memory only; (P5) the loop has `extent` iterations, if that
/// is given; (P6) its threads can reduce (checkThreadReductions).
mlir::DiagnosedSilenceableFailure
bind(Loop loop, GPUAxis axis, std::optional<int64_t> extent = std::nullopt);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_LOOPS_LOOPS_H
