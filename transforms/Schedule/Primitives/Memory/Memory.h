#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_MEMORY_MEMORY_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_MEMORY_MEMORY_H

// Primitives that say where values are kept (Primitives.h).

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "mlir/IR/PatternMatch.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// The block writes to new buffers, a second block copies these to the original
/// ones. (P1) the block writes buffers, at its spatial axes, and does not read
/// what was there; (P2) no other block of its nest uses an element that it has
/// written.
mlir::DiagnosedSilenceableFailure
cacheWrite(mlir::RewriterBase &rewriter, te::BlockOp block, te::BlockOp &copy);

/// B = f(A[i])  ->  a = A;  B = f(a[i])
/// Without a loop all of a buffer is copied in front of the first nest of
/// `blocks`, to a buffer of the same shape, at each step where the steps of a
/// scan that they are in write it; with a loop exactly the region that it
/// reads, at the top of its body. All blocks in these nests, or in the loop,
/// that read the buffer then read the copy. `index` counts the buffers that the
/// first block reads and does not write.
/// (P1) there is such a buffer, and the other blocks read it, too; (P2) a loop
/// is around the blocks and not vectorized, and the buffer from outside of it,
/// or else of the nests; (P3) the buffer is not written between the copy and a
/// read, and no reader writes it; (P4) readers only load from it; for a loop,
/// at affine subscripts, of a constant extent that fits on a stack.
mlir::DiagnosedSilenceableFailure cacheRead(mlir::RewriterBase &rewriter,
                                            llvm::ArrayRef<te::BlockOp> blocks,
                                            int64_t index, Loop loop,
                                            mlir::Attribute memorySpace,
                                            te::BlockOp &copy);

/// A[i] = f(i);  C[i] = g(A[i])  ->  C[i] = f(i);  C[i] = g(C[i])
/// Stores the operand of `block` in the buffer that the block writes, and
/// removes the operand's own buffer. `index` counts the buffers that the block
/// reads and does not write. (P1) the block has spatial axes only, in serial
/// loops, and stores once, to one buffer, without a condition, at its axes;
/// (P2) there is such a buffer; the kernel allocates it, of the type of the one
/// that is written, and only blocks use it, this one at the axes that it stores
/// at; (P3) the block writes all of its buffer, which is available where the
/// other one is used; other blocks use an element of it behind this one and
/// behind all uses of the same element of the other buffer; (P4) nothing uses
/// an element of the other buffer behind the block's store of that element.
mlir::DiagnosedSilenceableFailure
computeInPlace(mlir::RewriterBase &rewriter, te::BlockOp block, int64_t index);

/// memref.alloc() : memref<8x64xf32>  for h { A[h, i] … }
///   ->  for h { memref.alloca() : memref<1x64xf32>  a[0, i] … }
/// The buffer that the block writes becomes one of an iteration of `loop`, of
/// what blocks access of it there. (P1) the block writes one buffer, which the
/// kernel allocates, and which is only loaded from and stored to; (P2) `loop`
/// is around all blocks that use it, and their initialisations, and not
/// vectorized; (P3) no iteration of
/// it, or of loops around it, uses an element of another one; (P4) accesses are
/// affine; writes and reads begin at one place, which is known at the top of
/// the loop's body, and have a constant extent, which fits on a stack.
mlir::DiagnosedSilenceableFailure compactBuffer(mlir::RewriterBase &rewriter,
                                                te::BlockOp block, Loop loop);

/// The buffers that the block writes are in `memorySpace`. (P1) there is one at
/// least, and the kernel allocates them; (P2) they are only loaded from and
/// stored to; (P3) threads of a launch still exchange values in shared memory
/// alone, as for bind.
mlir::DiagnosedSilenceableFailure setScope(te::BlockOp block,
                                           mlir::Attribute memorySpace);

/// memref<4x32xf32>  ->  memref<4x33xf32>   for axis 0, factor 32, offset 1
/// Pads dimension `axis` + 1 of the buffer that the block writes so that the
/// stride of dimension `axis` is `offset` modulo `factor`. (P1), (P2) as for
/// setScope, of one buffer; (P3) `axis` is not the last
/// dimension, sizes behind it are constant, 0 <= offset < factor, the layout is
/// the identity; (P4) there is such a stride.
mlir::DiagnosedSilenceableFailure storageAlign(mlir::RewriterBase &rewriter,
                                               te::BlockOp block, int64_t axis,
                                               int64_t factor, int64_t offset);

/// Computes what `block` writes one iteration ahead of its use, to the other
/// one of two buffers. (P1) it writes one buffer, which a loop makes anew in
/// each iteration; (P2) as for softwarePipeline of that loop, with the
/// statement of `block` in stage 0 and all others in stage 1.
mlir::DiagnosedSilenceableFailure doubleBuffer(mlir::RewriterBase &rewriter,
                                               te::BlockOp block);

/// Prefetches the elements of a buffer that an iteration of `loop` reads,
/// `distance` iterations earlier. `hint` is a block at the top of the loop's
/// body with one point per cache line, or per element where `isPerElement`, so
/// that it can be merged into a vectorized loop. `index` is as for cacheRead.
/// (P1) there is such a buffer; (P2) the loop is around the block and not
/// vectorized; (P3) its reads begin at places that move with the loop and
/// have a constant extent, up to 256 KiB; (P4) the distance is positive.
mlir::DiagnosedSilenceableFailure
prefetch(mlir::RewriterBase &rewriter, te::BlockOp block, int64_t index,
         Loop loop, int64_t distance, bool isPerElement, te::BlockOp &hint);

/// Prefetches in parts, into the second-level cache: iteration `n` of `over`
/// prefetches, in front of `part`, the elements that the block reads in
/// iteration `n` of `part`, once per cache line. (P1) as for prefetch; (P2) the
/// loops are around the block, `loop` around `over` around `part`; (P3) `over`
/// and `part` are serial loops from 0 in steps of 1, `part` has a constant trip
/// count; (P4) the block reads the buffer at one place, which is affine and
/// depends on `loop` and `part`, and on other loops in `part` of constant trip
/// count only; the buffer is allocated outside of `part`; (P5) the distance is
/// positive.
mlir::DiagnosedSilenceableFailure spreadPrefetch(mlir::RewriterBase &rewriter,
                                                 te::BlockOp block,
                                                 int64_t index, Loop loop,
                                                 int64_t distance, Loop over,
                                                 Loop part, te::BlockOp &hint);

/// Prefetches the elements of a buffer that an iteration of `loop` reads into
/// the first-level cache, while another nest in the loop computes: the
/// iterations of the loops `during`, from outside in, take equal parts along
/// the first dimension of which `loop` reads more than one element, once per
/// cache line. `hint` is a block at the top of the innermost one's body. (P1)
/// there is such a buffer, of rank 1 at least, from outside of `loop`; (P2)
/// `loop` is around the block and around the others, which are not around the
/// block; (P3) these are serial, from 0 in steps of 1, with constant trip
/// counts; (P4) what `loop` reads has a constant extent, up to 256 KiB, and
/// begins at values from outside of its body.
mlir::DiagnosedSilenceableFailure
prefetchDuring(mlir::RewriterBase &rewriter, te::BlockOp block, int64_t index,
               Loop loop, llvm::ArrayRef<Loop> during, te::BlockOp &hint);

/// for i { for a in [0, 3) { t[a] = f(i + a) }  … t[b] … }
///   ->  for i { for a in [0, 3), a >= 2 if i > 0 { t[(i + a) mod 3] = f(i + a)
///   }
///               … t[(i + b) mod 3] … }
/// Elements that `block` computes again in the next iteration of the loop stay
/// in its buffer, which is one for all iterations.
/// (P1) it writes one buffer, which a loop makes anew in each iteration, a
/// serial one with a constant trip count; (P2) blocks access the buffer at
/// affine subscripts, no other one writes it, and the block does not read it
/// but to reduce; (P3) it stores at loops of its own, one per dimension; along
/// one dimension it moves by a constant step, less than the size, and nothing
/// else changes; (P4) nothing in the loop makes what it reads, or writes an
/// element before it reads that.
mlir::DiagnosedSilenceableFailure rollingBuffer(mlir::RewriterBase &rewriter,
                                                te::BlockOp block);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_MEMORY_MEMORY_H
