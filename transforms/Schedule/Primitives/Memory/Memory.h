// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_MEMORY_MEMORY_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_MEMORY_MEMORY_H

// Primitives that decide where values are stored (Primitives.h).

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "mlir/IR/PatternMatch.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// Lets the block write to new buffers, which a second block copies to the
/// original ones. (P1) The block writes buffers, at its spatial axes, and does
/// not read their previous contents; (P2) no other block of its nest uses an
/// element that it has written.
mlir::DiagnosedSilenceableFailure
cacheWrite(mlir::RewriterBase &rewriter, te::BlockOp block, te::BlockOp &copy);

/// B = f(A[i])  ->  a = A;  B = f(a[i])
/// Copies a buffer that blocks read. Without a loop the whole buffer is copied,
/// in front of the first nest of `blocks`, to a buffer of the same shape; if
/// the steps of a scan around them write it, it is copied in each step. With a
/// loop, exactly the region that the loop reads is copied at the top of its
/// body. All blocks in these nests, or in the loop, then read the copy. `index`
/// counts the buffers that the first block reads and does not write.
/// (P1) There is such a buffer, and the other blocks also read it; (P2) the
/// loop, if given, is around the blocks and not vectorized, and the buffer
/// comes from outside of the loop, or else of the nests; (P3) the buffer is not
/// written between the copy and a read, and no reader writes it; (P4) readers
/// only load from it; for a loop, at affine subscripts, with a constant extent
/// that fits on a stack.
mlir::DiagnosedSilenceableFailure cacheRead(mlir::RewriterBase &rewriter,
                                            llvm::ArrayRef<te::BlockOp> blocks,
                                            int64_t index, Loop loop,
                                            mlir::Attribute memorySpace,
                                            te::BlockOp &copy);

/// A[i] = f(i);  C[i] = g(A[i])  ->  C[i] = f(i);  C[i] = g(C[i])
/// Stores the operand of `block` in the buffer that the block writes, and
/// removes the operand's own buffer. `index` counts the buffers that the block
/// reads and does not write.
/// (P1) The block has spatial axes only, in serial loops, and stores once, to
/// one buffer, without a condition, at its axes; (P2) there is such a buffer;
/// the kernel allocates it, with the type of the written one, and only blocks
/// use it, this one at the axes at which it stores; (P3) the block writes all
/// of its buffer, which is available wherever the other one is used; other
/// blocks use an element of it behind this block and behind all uses of the
/// same element of the other buffer; (P4) nothing uses an element of the other
/// buffer after the block has stored that element.
mlir::DiagnosedSilenceableFailure
computeInPlace(mlir::RewriterBase &rewriter, te::BlockOp block, int64_t index);

/// memref.alloc() : memref<8x64xf32>  for h { A[h, i] … }
///   ->  for h { memref.alloca() : memref<1x64xf32>  a[0, i] … }
/// Replaces the buffer that the block writes by a smaller one, local to an
/// iteration of `loop`, for the region that blocks access there.
/// (P1) The block writes one buffer, which the kernel allocates, and which is
/// only loaded from and stored to; (P2) `loop` is around all blocks that use it
/// and their initialisations, and is not vectorized; (P3) no iteration of it,
/// or of loops around it, uses an element of another iteration; (P4) accesses
/// are affine; writes and reads begin at the same subscripts, which are known
/// at the top of the loop's body, and have a constant extent that fits on a
/// stack.
mlir::DiagnosedSilenceableFailure compactBuffer(mlir::RewriterBase &rewriter,
                                                te::BlockOp block, Loop loop);

/// Moves the buffers that the block writes to `memorySpace`. (P1) There is at
/// least one, and the kernel allocates them; (P2) they are only loaded from and
/// stored to; (P3) threads of a launch still exchange values through shared
/// memory only, as for bind.
mlir::DiagnosedSilenceableFailure setScope(te::BlockOp block,
                                           mlir::Attribute memorySpace);

/// memref<4x32xf32>  ->  memref<4x33xf32>   for axis 0, factor 32, offset 1
/// Pads dimension `axis` + 1 of the buffer that the block writes, so that the
/// stride of dimension `axis` is `offset` modulo `factor`. (P1), (P2) as for
/// setScope, for one buffer; (P3) `axis` is not the last dimension, sizes
/// behind it are constant, 0 <= offset < factor, and the layout is the
/// identity; (P4) there is such a stride.
mlir::DiagnosedSilenceableFailure storageAlign(mlir::RewriterBase &rewriter,
                                               te::BlockOp block, int64_t axis,
                                               int64_t factor, int64_t offset);

/// Computes the results of `block` one iteration ahead of their use, in
/// alternating halves of a double buffer. (P1) The block writes one buffer,
/// which a loop allocates in each iteration; (P2) as for softwarePipeline of
/// that loop, with the statement of `block` in stage 0 and all others in stage
/// 1.
mlir::DiagnosedSilenceableFailure doubleBuffer(mlir::RewriterBase &rewriter,
                                               te::BlockOp block);

/// Prefetches the elements of a buffer that an iteration of `loop` reads,
/// `distance` iterations ahead. `hint` is a block at the top of the loop's body
/// with one point per cache line or, with `isPerElement`, per element, so that
/// it can be merged into a vectorized loop. `index` is as for cacheRead.
/// (P1) There is such a buffer; (P2) the loop is around the block and not
/// vectorized; (P3) its reads begin at subscripts that move with the loop and
/// have a constant extent of at most 256 KiB; (P4) the distance is positive.
mlir::DiagnosedSilenceableFailure
prefetch(mlir::RewriterBase &rewriter, te::BlockOp block, int64_t index,
         Loop loop, int64_t distance, bool isPerElement, te::BlockOp &hint);

/// Prefetches in parts, into the second-level cache: iteration `n` of `over`
/// prefetches, in front of `part`, the elements that the block reads in
/// iteration `n` of `part`, once per cache line.
/// (P1) As for prefetch; (P2) the loops are around the block, `loop` around
/// `over` around `part`; (P3) `over` and `part` are serial loops from 0 in
/// steps of 1, and `part` has a constant trip count; (P4) the block reads the
/// buffer with a single access, which is affine and depends only on `loop`, on
/// `part`, and on loops in `part` of constant trip count; the buffer is
/// allocated outside of `part`; (P5) the distance is positive.
mlir::DiagnosedSilenceableFailure spreadPrefetch(mlir::RewriterBase &rewriter,
                                                 te::BlockOp block,
                                                 int64_t index, Loop loop,
                                                 int64_t distance, Loop over,
                                                 Loop part, te::BlockOp &hint);

/// Prefetches the elements of a buffer that an iteration of `loop` reads into
/// the first-level cache, while another nest in the loop computes. The
/// iterations of the loops `during`, from the outermost on, take equal parts
/// along the first dimension of which `loop` reads more than one element, once
/// per cache line. `hint` is a block at the top of the innermost loop's body.
/// (P1) There is such a buffer, of rank 1 at least, from outside of `loop`;
/// (P2) `loop` is around the block and around the loops `during`, which are not
/// around the block; (P3) these are serial, from 0 in steps of 1, with constant
/// trip counts; (P4) the region that `loop` reads has a constant extent of at
/// most 256 KiB and begins at values from outside of its body.
mlir::DiagnosedSilenceableFailure
prefetchDuring(mlir::RewriterBase &rewriter, te::BlockOp block, int64_t index,
               Loop loop, llvm::ArrayRef<Loop> during, te::BlockOp &hint);

/// for i { for a in [0, 3) { t[a] = f(i + a) }  … t[b] … }
///   ->  for i { for a in [0, 3), a >= 2 if i > 0 { t[(i + a) mod 3] = … }
///               … t[(i + b) mod 3] … }
/// Keeps elements that `block` would compute again in the next iteration of the
/// loop in its buffer, which becomes one for all iterations.
/// (P1) The block writes one buffer, which a serial loop with a constant trip
/// count allocates in each iteration; (P2) blocks access the buffer at affine
/// subscripts, no other block writes it, and the block reads it only to reduce;
/// (P3) it stores at loops of its own, one per dimension; along exactly one
/// dimension the region moves by a constant step, less than the size; (P4) no
/// operation in the loop allocates a buffer that the block reads, or writes an
/// element before the block reads it.
mlir::DiagnosedSilenceableFailure rollingBuffer(mlir::RewriterBase &rewriter,
                                                te::BlockOp block);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_MEMORY_MEMORY_H
