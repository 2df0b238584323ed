// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_BLOCKS_BLOCKS_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_BLOCKS_BLOCKS_H

// Primitives that decide where and how blocks compute (Primitives.h).

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "mlir/IR/PatternMatch.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// Moves the block's initialisation in front of `loop`, as a block of its own.
/// (P1) The block has an initialisation; (P2) `loop` is around the block, no
/// loop outside of it binds a reduction axis, all loops from it to the
/// reduction loops bind other axes, and the values that the initialisation
/// refers to are defined outside of it; (P3) no other block in `loop` uses an
/// element before its initialisation; (P4) a predicate that holds in any
/// iteration of reduction loops holds in the first one.
mlir::DiagnosedSilenceableFailure
decomposeReduction(mlir::RewriterBase &rewriter, te::BlockOp block, Loop loop,
                   te::BlockOp &init);

/// Decomposes all reductions in `root`, at their outermost reduction loops.
/// Where several blocks of one name write one buffer, the blocks that
/// initialise it share that loop, or begin where reduction axes are 0.
mlir::DiagnosedSilenceableFailure
decomposeReductions(mlir::RewriterBase &rewriter, mlir::Operation *root);

/// Computes, at the top of the body of `loop`, exactly the region that the loop
/// reads of the buffer that `producer` writes. The region gets a buffer of its
/// own, and all reads in `loop` use it. Other readers keep the original, which
/// is removed when there are none.
/// (P1) The producer's nest precedes the nest of `loop`; (P2) the producer is
/// the only block that writes its buffer, it writes all of it, at its spatial
/// axes, which have a loop each or provably visit each element once; loops and
/// predicate of its reduction axes are separate from the spatial ones; (P3) no
/// element that it reads is written between its place and the new one; (P4)
/// reads in `loop` are affine and have a constant extent per dimension; (P5)
/// the region fits on a stack.
mlir::DiagnosedSilenceableFailure computeAt(mlir::RewriterBase &rewriter,
                                            te::BlockOp producer, Loop loop,
                                            te::BlockOp &computed);

/// Checks the preconditions of computeAt without changing anything.
mlir::DiagnosedSilenceableFailure checkComputeAt(te::BlockOp producer,
                                                 Loop loop);

/// Stores the buffer that `block` captures as number `capture` in another
/// order: element `i` moves to `layout(i)`, and the new sizes contain all
/// results. The kernel allocates the buffer, or it is an argument with
/// `graph.constant`, which gets `graph.layout` so that callers store it
/// accordingly.
/// (P1) The buffer is such a one and has a static shape; (P2) it is used by
/// affine accesses of blocks only; (P3) different elements move to different
/// places.
mlir::DiagnosedSilenceableFailure transformLayout(mlir::RewriterBase &rewriter,
                                                  te::BlockOp block,
                                                  int64_t capture,
                                                  mlir::AffineMap layout);

/// for i for k in [0, 3) { C[i] += A[i + k] * W[k] }
///   ->  for i for k in [max(0, 1 - i), min(3, 9 - i)) { … }
/// where A[j] is zero except for 1 <= j < 9: leaves out iterations of `loop` in
/// which `block` reads only zero padding from a buffer, or in which a condition
/// selects zero. Sums that consist of zeros may get another sign. `index` is as
/// for cacheRead.
/// (P1) There is such a buffer; the block adds to one element, which another
/// block has initialised. It adds either a choice between a value and zero, or
/// the product of an element of the buffer and a finite value: an integer, a
/// constant, or an element of an argument with `graph.finite` that the kernel
/// only reads; (P2) `loop` is around the block, serial or unrolled, from 0 in
/// steps of 1, with a constant trip count, and contains no other accesses; (P3)
/// the kernel allocates the buffer and one block writes it: a value inside of
/// constant bounds, zero outside; the condition of a choice tests such bounds
/// of affine indices; (P4) the reads have a constant extent, and increasing
/// subscripts show that the loop has such iterations at an end, or it increases
/// an index of the condition.
mlir::DiagnosedSilenceableFailure skipZeros(mlir::RewriterBase &rewriter,
                                            te::BlockOp block, int64_t index,
                                            Loop loop);

/// for i for k { C[i] += A[i, k] }
///   ->  for i for k { c[k, i] = A[i, k] }  for i for k { C[i] += c[k, i] }
/// Each iteration of `loop` reduces to its own results, in `partial`, which a
/// final reduction combines. `loop` becomes dimension `factorAxis` of the new
/// buffer; a negative number counts from the end. `block` is the final
/// reduction.
/// (P1) The block stores to its results, at its spatial axes in order, values
/// that a combiner (sum, prod, min, max, argmin, argmax, or a declared one
/// without control flow) combines with the old results; its initialisation
/// stores the combiner's identity; there are no other effects; (P2) `loop` is
/// around the block, has a constant trip count and binds a reduction axis; all
/// loops around are serial, from 0 in steps of 1, and no loop binds axes of
/// both kinds or bounds another loop; the nest contains no other block and no
/// value that the block uses; (P3) the new buffer has dimension `factorAxis`;
/// (P4) a predicate does not relate reduction axes to others. Iterations of
/// `loop` that it leaves out give the identity.
mlir::DiagnosedSilenceableFailure rfactor(mlir::RewriterBase &rewriter,
                                          te::BlockOp block, Loop loop,
                                          int64_t factorAxis,
                                          te::BlockOp &partial);

/// Moves the block to the end of the body of `loop`, which precedes it and
/// writes a buffer that it reads. There its axes run over the region that one
/// iteration writes, and its other axes over their full extents.
/// (P1) The block has one loop per axis, serial, from 0 in steps of 1, and no
/// predicate; of the buffers that it writes it reads only elements that its
/// reduction has initialised; (P2) `loop` is in front of the block, not
/// vectorized, and, like the loops around it, in steps of 1; (P3) it writes a
/// buffer that the block reads, linearly, over a constant extent; (P4) all
/// accesses that the block depends on still precede it, even where several of
/// its points write one element, and its captures are available at the new
/// place; (P5) all instances of the block run there, at least one per start
/// value of a reduction; (P6) parallel loops around the new place stay
/// parallel.
mlir::DiagnosedSilenceableFailure
reverseComputeAt(mlir::RewriterBase &rewriter, te::BlockOp block, Loop loop);

/// A[i] = f(i);  C[j] = g(A[j + 1])  ->  C[j] = g(f(j + 1))
/// Removes the block and its buffer; readers compute its values themselves.
/// (P1) The block has spatial axes only, stores to one buffer, at its axes,
/// without a condition, and otherwise only loads from other buffers; (P2) the
/// kernel allocates the buffer, and the block is its only writer and writes all
/// of it; (P3) readers are blocks behind this one, with affine loads; (P4) no
/// buffer that the block reads is written between it and its readers, where its
/// captures are available; (P5) no body grows beyond 8192 operations. Values
/// that a reader would compute twice are computed once.
mlir::DiagnosedSilenceableFailure computeInline(mlir::RewriterBase &rewriter,
                                                te::BlockOp block);

/// A[i] = f(i);  C[j] = g(A[j])  ->  C[i] = g(f(i)), by the first block
/// Removes the block and the buffer that it reads; its producer computes it.
/// (P1) The block has spatial axes only, stores to one buffer, at its axes in
/// any order, without a condition, and otherwise only loads from other buffers;
/// (P2) it reads one buffer at its axes, in any order, which the kernel
/// allocates, and runs at all points of that buffer; (P3) exactly one other
/// block uses that buffer: it is in front, has spatial axes only and stores
/// once, at these; (P4) no access between the two places has to precede the
/// block, and its captures are available at its producer.
mlir::DiagnosedSilenceableFailure
reverseComputeInline(mlir::RewriterBase &rewriter, te::BlockOp block);

/// for o { for i in [0, 8) { C[o * 8 + i] = … } }
///   ->  for o { C[o * 8 : +8] = … }
/// The nest that begins with `loop` becomes one instance of its block, whose
/// body contains the loops and which declares the regions that it reads and
/// writes. `block` is the block of the nest.
/// (P1) The nest is perfect, of serial loops from 0 in steps of 1, of constant
/// extents, around one block; (P2) bindings vary linearly in each loop, which
/// binds axes of one kind; the predicate does not depend on the loops; (P3) the
/// block loads and stores at subscripts that vary linearly, under no condition,
/// and has no other effects; (P4) a reduction combines values in one element
/// per point, which its initialisation writes; this may run in front of `loop`.
mlir::DiagnosedSilenceableFailure blockize(mlir::RewriterBase &rewriter,
                                           Loop loop, te::BlockOp &block);

/// Like blockize, but the body is the lowering in `intrin`: `compute`; or
/// `update` where the block does not initialise its reduction; or `reset` for
/// the initialisation and `update` where the reduction continues outside.
/// (P1)-(P4) as for blockize; (P5) the loops have the extents and kinds of the
/// behaviour's axes; (P6) the block applies the behaviour's operations, one by
/// one, to loads at the same subscripts in the tile and stores the result once;
/// (P7) `intrin` has the necessary regions, and its operands have the types
/// that these take.
mlir::DiagnosedSilenceableFailure tensorize(mlir::RewriterBase &rewriter,
                                            Loop loop,
                                            te::TensorIntrinOp intrin,
                                            te::BlockOp &block);

/// for i { B[i] = 1 <= i < 9 ? A[i - 1] : v }
///   ->  for i { B[i] = v }  for i in [0, 8) { B[i + 1] = A[i] }
/// `fill` stores the value outside everywhere, in front of `loop`. The block
/// then runs inside only: in shorter loops where it is alone in them, under a
/// predicate otherwise.
/// (P1) The block has spatial axes only and stores, at them, a value that
/// depends on whether affine indices are inside of constant sizes; outside it
/// is a constant or a captured value; otherwise the block only loads from other
/// buffers; (P2) `loop` is around the block and, like all loops inside, serial,
/// from 0 in steps of 1; it defines no value that the block refers to; (P3) no
/// other block in it uses the buffer.
mlir::DiagnosedSilenceableFailure decomposePadding(mlir::RewriterBase &rewriter,
                                                   te::BlockOp block, Loop loop,
                                                   te::BlockOp &fill);

/// for l { if o * 32 + l < n: b[l] = f(a[l]) }  ->  for l { b[l] = f(a[l]) }
/// Nothing uses the values that the block then computes outside of its
/// predicate.
/// (P1) The block has a predicate, made of inequalities; (P2) it writes one
/// buffer, which the kernel allocates and no other block writes; (P3) at all
/// points of its loops, which have iterations, its accesses are affine and
/// inside of their buffers, and no operation fails; (P4) within one iteration
/// of the loops around the buffer's allocation, no element is written both
/// where the predicate holds and where it does not.
mlir::DiagnosedSilenceableFailure dropPredicate(te::BlockOp block);

/// for i in [0, 9) for k { C[i] += A[i, k] * B[k] }
///   ->  for i in [0, 12) for k { a[i, k] = i < 9 ? A[i, k] : 0 }
///       for i in [0, 12) for k { c[i] += a[i, k] * B[k] }
///       for i in [0, 9) { C[i] = c[i] }                        multiples 4, 1
/// Rounds the extents of the block's axes up to multiples, so that tiles divide
/// them. Nothing changes where they already are multiples.
/// (P1) The block adds a product of elements, of buffers that it reads and does
/// not write, at its axes, to its result, as for rfactor; (P2) it is alone in
/// its loops, one per axis, serial, from 0 in steps of 1, with constant trip
/// counts, and has no predicate; (P3) there is a positive number per axis; (P4)
/// all factors depend on the padded reduction axes, since 0 times infinity is
/// not 0; (P5) padded buffers have at most 2^31 elements.
mlir::DiagnosedSilenceableFailure padEinsum(mlir::RewriterBase &rewriter,
                                            te::BlockOp block,
                                            llvm::ArrayRef<int64_t> multiples);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_BLOCKS_BLOCKS_H
