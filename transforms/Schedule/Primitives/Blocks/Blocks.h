#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_BLOCKS_BLOCKS_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_BLOCKS_BLOCKS_H

// Primitives that say where and how blocks compute (Primitives.h).

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "mlir/IR/PatternMatch.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// Moves the block's initialisation in front of `loop`, as a block of its own.
/// (P1) the block has an initialisation; (P2) `loop` is around the block, no
/// loop outside of it binds a reduction axis, all from it to those bind others,
/// and what the initialisation refers to is defined outside of it; (P3) no
/// other block in `loop` uses an element before its initialisation; (P4) a
/// predicate holds at the first iteration of reduction loops if it does at any.
mlir::DiagnosedSilenceableFailure
decomposeReduction(mlir::RewriterBase &rewriter, te::BlockOp block, Loop loop,
                   te::BlockOp &init);

/// The same for all blocks inside of `root`, at their outermost reduction loop.
/// Where several blocks of one name write one buffer, the ones that initialise
/// it share that loop, or begin where reduction axes are 0.
mlir::DiagnosedSilenceableFailure
decomposeReductions(mlir::RewriterBase &rewriter, mlir::Operation *root);

/// Computes, at the top of the body of `loop`, exactly what the loop reads of
/// the buffer that `producer` writes, into a buffer of that size, for which all
/// reads inside of `loop` change. Other readers keep the original, which goes
/// when there are none.
/// (P1) the producer's nest precedes that of `loop`; (P2) it is the only block
/// that writes its buffer, all of it, at its spatial axes, which have a loop
/// each, or else come to each element once, for all that is proven; loops and
/// predicate of its reduction axes are apart from these; (P3) no element that
/// it reads is written between its place and the new one; (P4) reads inside of
/// `loop` are affine, and their extent per dimension is constant; (P5) the
/// region fits on a stack.
mlir::DiagnosedSilenceableFailure computeAt(mlir::RewriterBase &rewriter,
                                            te::BlockOp producer, Loop loop,
                                            te::BlockOp &computed);

/// Checks the preconditions of computeAt, and changes nothing.
mlir::DiagnosedSilenceableFailure checkComputeAt(te::BlockOp producer,
                                                 Loop loop);

/// Stores the buffer that `block` captures as number `capture` in another
/// order: element `i` goes to `layout(i)`; sizes are what the results reach.
/// The buffer is one that the kernel allocates, or an argument with
/// `graph.constant`, which gets `graph.layout` for its callers to obey.
/// (P1) such a buffer, of static shape; (P2) only affine accesses by blocks use
/// it; (P3) different elements go to different places.
mlir::DiagnosedSilenceableFailure transformLayout(mlir::RewriterBase &rewriter,
                                                  te::BlockOp block,
                                                  int64_t capture,
                                                  mlir::AffineMap layout);

/// for i for k in [0, 3) { C[i] += A[i + k] * W[k] }
///   ->  for i for k in [max(0, 1 - i), min(3, 9 - i)) { … }
/// where A[j] is zero but for 1 <= j < 9: leaves out iterations of `loop` in
/// which all that `block` reads of a buffer is zeros around a padded one, or a
/// condition chooses zero. Sums of nothing but zeros may get another sign.
/// `index` is as for cacheRead.
/// (P1) there is such a buffer; the block adds to one element, which another
/// block has initialised, a choice of something and zero, or the product of an
/// element of it and of something finite: an integer, a constant, an element of
/// an argument with `graph.finite` that the kernel only reads; (P2) `loop` is
/// around the block, serial or unrolled, from 0 in steps of 1, of a constant
/// trip count, with no other accesses in it; (P3) the kernel allocates the
/// buffer, and one block writes it: a value inside of constant bounds, zero
/// outside; the condition of a choice is such bounds of affine indices; (P4)
/// the reads have a constant extent, and the loop has such iterations at an
/// end, as increasing subscripts show, or increases an index of the condition.
mlir::DiagnosedSilenceableFailure skipZeros(mlir::RewriterBase &rewriter,
                                            te::BlockOp block, int64_t index,
                                            Loop loop);

/// for i for k { C[i] += A[i, k] }
///   ->  for i for k { c[k, i] = A[i, k] }  for i for k { C[i] += c[k, i] }
/// Iterations of `loop` reduce to results of their own, in `partial`, which a
/// last reduction combines. `loop` becomes dimension `factorAxis` of the new
/// buffer; a negative one counts from behind. `block` is the last reduction.
/// (P1) the block stores to its results, at its spatial axes in order, what a
/// combiner (sum, prod, min, max, argmin, argmax, or what the block declares,
/// without control flow) makes of them and of values;
/// its initialisation stores the combiner's identity; nothing else has effects;
/// (P2) `loop` is around the block, has a constant trip count and binds a
/// reduction axis; all loops around are serial, from 0 in steps of 1, none
/// binds axes of both kinds or bounds another; no other block is in the nest,
/// and nothing that the block uses;
/// (P3) there is such a dimension; (P4) a predicate does not tie reduction axes
/// to others. Iterations of `loop` that it leaves out give the identity.
mlir::DiagnosedSilenceableFailure rfactor(mlir::RewriterBase &rewriter,
                                          te::BlockOp block, Loop loop,
                                          int64_t factorAxis,
                                          te::BlockOp &partial);

/// Moves the block to the end of the body of `loop`, which is in front of it
/// and writes what it reads. Its axes run over what one iteration writes, other
/// axes over all that they did.
/// (P1) the block has a loop of its own for each axis, serial, from 0 in steps
/// of 1, and no predicate; it reads nothing that it writes, but what a
/// reduction initialises; (P2) `loop` is in front of the block, not
/// vectorized, and in steps of 1 as those around it; (P3) it writes a buffer
/// that the block reads, linearly, over a constant extent; (P4) all that the
/// block depends on comes first at the new place too, also where its points
/// write one element, and what it captures is available there; (P5) all
/// instances of the block run there, one at least for each start value of a
/// reduction; (P6) loops around it that are parallel still may be.
mlir::DiagnosedSilenceableFailure
reverseComputeAt(mlir::RewriterBase &rewriter, te::BlockOp block, Loop loop);

/// A[i] = f(i);  C[j] = g(A[j + 1])  ->  C[j] = g(f(j + 1))
/// The block goes, with its buffer; what it computes is computed where it is
/// read.
/// (P1) the block has spatial axes only and stores to one buffer, without a
/// condition, at its axes; it does nothing else but load from others; (P2) the
/// kernel allocates the buffer, the block is the only one that writes it, and
/// writes all of it; (P3) others, behind the block, read it by affine loads;
/// (P4) nothing that the block reads is written between its place and theirs,
/// where its captures are available; (P5) no body comes to more than 8192
/// operations. What a reader computes twice then is computed once.
mlir::DiagnosedSilenceableFailure computeInline(mlir::RewriterBase &rewriter,
                                                te::BlockOp block);

/// A[i] = f(i);  C[j] = g(A[j])  ->  C[i] = g(f(i)), by the first block
/// The block goes, with the buffer that it reads; its producer computes it.
/// (P1) the block has spatial axes only and stores to one buffer, without a
/// condition, at its axes, in any order; it does nothing else but load from
/// others; (P2) it reads one buffer at its axes, in any order, that the kernel
/// allocates, and runs at all points of it; (P3) another block, in front, is
/// the only other one that uses that buffer: it has spatial axes only and
/// stores once, at them; (P4) no access between the two places has to come
/// first; what the block captures is available at its producer.
mlir::DiagnosedSilenceableFailure
reverseComputeInline(mlir::RewriterBase &rewriter, te::BlockOp block);

/// for o { for i in [0, 8) { C[o * 8 + i] = … } }  ->  for o { C[o * 8 : +8] =
/// … } The nest below and with `loop` becomes one instance of its block, whose
/// body holds the loops and which declares what it reads and writes. (P1) a
/// perfect nest of serial loops from 0 in steps of 1, of constant extents,
/// around one block; (P2) bindings vary linearly in each of them, which binds
/// axes of one kind, the predicate does not depend on them; (P3) the block
/// loads and stores at subscripts that vary linearly, under no condition, and
/// has no other effects; (P4) a reduction combines values in one element per
/// point, which its initialisation writes; that may run in front of `loop`.
/// `block` is the nest's one.
mlir::DiagnosedSilenceableFailure blockize(mlir::RewriterBase &rewriter,
                                           Loop loop, te::BlockOp &block);

/// As blockize, but the body is what `intrin` lowers to: `compute`, `update`
/// where the block does not initialise what it reduces, `reset` for its
/// initialisation and `update` where the reduction goes on outside.
/// (P1)-(P4) as blockize; (P5) the loops have the extents and kinds of the
/// behaviour's axes; (P6) the block does to its loads what the behaviour does
/// to its reads, operation by operation, at the same subscripts in the tile,
/// and stores that once; (P7) `intrin` has those regions, and its operands the
/// types that they take.
mlir::DiagnosedSilenceableFailure tensorize(mlir::RewriterBase &rewriter,
                                            Loop loop,
                                            te::TensorIntrinOp intrin,
                                            te::BlockOp &block);

/// for i { B[i] = 1 <= i < 9 ? A[i - 1] : v }
///   ->  for i { B[i] = v }  for i in [0, 8) { B[i + 1] = A[i] }
/// The value outside is stored by `fill`, everywhere, in front of `loop`. The
/// block runs inside only, in shorter loops where it is alone in them, under a
/// predicate otherwise.
/// (P1) the block has spatial axes only and stores, at them, a value that
/// depends on whether affine indices are inside of constant sizes; outside a
/// constant or a captured value; it does nothing else but load from others;
/// (P2) `loop` is around it, serial as all inside of it, from 0 in steps of 1;
/// it defines nothing that the block refers to; (P3) no other block in it uses
/// the buffer.
mlir::DiagnosedSilenceableFailure decomposePadding(mlir::RewriterBase &rewriter,
                                                   te::BlockOp block, Loop loop,
                                                   te::BlockOp &fill);

/// for l { if o * 32 + l < n: b[l] = f(a[l]) }  ->  for l { b[l] = f(a[l]) }
/// Nothing uses the values that the block then computes outside of its
/// predicate.
/// (P1) it has a predicate, made of inequalities; (P2) it writes one buffer,
/// which the kernel allocates and no other block writes; (P3) at all points of
/// its loops, which have some, what it accesses is affine and inside of
/// buffers, and nothing fails; (P4) in one iteration of the loops in which its
/// buffer is allocated, it writes no element both where the predicate holds and
/// where it does not.
mlir::DiagnosedSilenceableFailure dropPredicate(te::BlockOp block);

/// for i in [0, 9) for k { C[i] += A[i, k] * B[k] }
///   ->  for i in [0, 12) for k { a[i, k] = i < 9 ? A[i, k] : 0 }
///       for i in [0, 12) for k { c[i] += a[i, k] * B[k] }
///       for i in [0, 9) { C[i] = c[i] }                        multiples 4, 1
/// Extents of the block's axes become multiples of numbers, so that tiles
/// divide them. Nothing happens where they are.
/// (P1) the block adds a product of elements that it reads, and does not write,
/// at its axes, to its result, as for rfactor; (P2) it is alone in loops of its
/// own, one per axis, serial, from 0 in steps of 1, with constant trip counts,
/// and has no predicate; (P3) a positive number per axis; (P4) all factors
/// depend on a reduction axis that is padded: 0 times infinity is no 0; (P5)
/// what is padded has at most 2^31 elements.
mlir::DiagnosedSilenceableFailure padEinsum(mlir::RewriterBase &rewriter,
                                            te::BlockOp block,
                                            llvm::ArrayRef<int64_t> multiples);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_BLOCKS_BLOCKS_H
