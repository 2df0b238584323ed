#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_PRIMITIVES_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_PRIMITIVES_H

// Schedule primitives: each rewrites loops in place and keeps what they
// compute. Named as TVM's. Where a precondition (P1), (P2) … does not hold or
// cannot be proven, a primitive changes nothing and returns a silenceable
// failure that says why. Erased operations are reported to the rewriter.

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "mlir/IR/PatternMatch.h"
#include "transforms/Schedule/Analysis/Launches.h"
#include "transforms/Schedule/Primitives/Random.h"

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
/// axes, and it binds an axis itself. `rest` is the second loop, or null where
/// the trip count is a multiple. It starts at 0: its variable is offset in the
/// body. Its blocks have names of their own.
mlir::DiagnosedSilenceableFailure loopPartition(mlir::RewriterBase &rewriter,
                                                Loop loop, int64_t factor,
                                                Loop &rest);

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
/// Of several blocks of one name that write one buffer, those that initialise
/// share that loop, or begin where reduction axes are 0.
mlir::DiagnosedSilenceableFailure
decomposeReductions(mlir::RewriterBase &rewriter, mlir::Operation *root);

/// Computes, at the top of the body of `loop`, exactly what the loop reads of
/// the buffer that `producer` writes, into a buffer of that size, for which all
/// reads inside of `loop` change. Other readers keep the original, which goes
/// when there are none.
/// (P1) the producer's nest precedes that of `loop`; (P2) it has one loop per
/// axis and is the only block that writes its buffer, all of it, at its spatial
/// axes; (P3) no element that it reads is written between its place and the new
/// one; (P4) reads inside of `loop` are affine, and their extent
/// per dimension is constant; (P5) the region fits on a stack.
mlir::DiagnosedSilenceableFailure computeAt(mlir::RewriterBase &rewriter,
                                            te::BlockOp producer, Loop loop,
                                            te::BlockOp &computed);

/// What computeAt would refuse.
mlir::DiagnosedSilenceableFailure checkComputeAt(te::BlockOp producer,
                                                 Loop loop);

/// The block writes to new buffers, a second block copies these to the original
/// ones. (P1) the block writes buffers, at its spatial axes, and does not read
/// what was there; (P2) no other block of its nest uses an element that it has
/// written.
mlir::DiagnosedSilenceableFailure
cacheWrite(mlir::RewriterBase &rewriter, te::BlockOp block, te::BlockOp &copy);

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
/// where its captures are available.
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
/// What `block` reads is stored where it writes; its own buffer goes. `index`
/// counts the buffers that the block reads and does not write.
/// (P1) the block has spatial axes only, in serial loops, and stores once, to
/// one buffer, without a condition, at its axes; (P2) there is such a buffer;
/// the kernel allocates it, of the type of the one that is written, and only
/// blocks use it, this one at the axes that it stores at; (P3) the block writes
/// all of its buffer, which is available where the other one is used; other
/// blocks use an element of it behind this one and behind all uses of the same
/// element of the other buffer; (P4) nothing uses an element of the
/// other buffer behind the block's store of that element.
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

/// Removes the nests and the buffers of blocks whose results nothing reads.
void removeDeadBlocks(mlir::RewriterBase &rewriter, mlir::Operation *function);

/// Erases `block` and the loops that are empty without it.
void eraseNest(mlir::RewriterBase &rewriter, te::BlockOp block);

/// Erases `parent`, a loop, and those around it as far as they are empty.
void eraseEmptyLoops(mlir::RewriterBase &rewriter, mlir::Operation *parent);

/// Marks `loop`: its iterations run as lanes of vectors. (P1) serial, from 0 in
/// steps of 1, with no loop inside, or nothing but a vectorized one around a
/// block that copies (a tile to be transposed), its blocks compute one element
/// each; (P2) no dependence between its
/// iterations would be turned around, but those of a declared reduction; (P3)
/// no block is bound to it by both a spatial and a reduction axis.
mlir::DiagnosedSilenceableFailure vectorize(Loop loop);

/// Marks `loop`: its body is repeated. (P1) serial, with a constant trip count,
/// (P2) of at most 65,536.
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

/// Computes what `block` writes one iteration ahead of its use, to the other
/// one of two buffers. (P1) it writes one buffer, which a loop makes anew in
/// each iteration; (P2) as for softwarePipeline of that loop, with the
/// statement of `block` in stage 0 and all others in stage 1.
mlir::DiagnosedSilenceableFailure doubleBuffer(mlir::RewriterBase &rewriter,
                                               te::BlockOp block);

/// Asks for what an iteration of `loop` reads of a buffer `distance` iterations
/// earlier, by `hint`, a block at the top of the loop's body with one point per
/// cache line, or per element where `isPerElement`: for loops that such a block
/// is merged into and that are vectorized. `index` is as for cacheRead.
/// (P1) there is such a buffer; (P2) the loop is around the block and not
/// vectorized; (P3) what it reads begins at places that move with the loop and
/// has a constant extent, up to 256 KiB; (P4) the distance is positive.
mlir::DiagnosedSilenceableFailure
prefetch(mlir::RewriterBase &rewriter, te::BlockOp block, int64_t index,
         Loop loop, int64_t distance, bool isPerElement, te::BlockOp &hint);

/// The same, in parts, into the second-level cache: iteration `n` of `over`
/// asks, in front of `part`, for what the block reads in iteration `n` of that,
/// once per cache line. (P1) as for prefetch; (P2) the loops are around the
/// block, `loop` around `over` around `part`; (P3) `over` and `part` are serial
/// loops from 0 in steps of 1, `part` has a constant trip count; (P4) the block
/// reads the buffer at one place, which is affine and depends on `loop` and
/// `part`, and on other loops in `part` of constant trip count only; (P5) the
/// distance is positive.
mlir::DiagnosedSilenceableFailure spreadPrefetch(mlir::RewriterBase &rewriter,
                                                 te::BlockOp block,
                                                 int64_t index, Loop loop,
                                                 int64_t distance, Loop over,
                                                 Loop part, te::BlockOp &hint);

/// Asks for what an iteration of `loop` reads of a buffer, into the first-level
/// cache, while another nest in it computes: the iterations of the loops
/// `during`, from outside in, take equal parts along the first dimension of
/// which `loop` reads more than one element, once per cache line. `hint` is a
/// block at the top of the innermost one's body. (P1) there is
/// such a buffer, of rank 1 at least, from outside of `loop`; (P2) `loop` is
/// around the block and around the others, which are not around the block; (P3)
/// these are serial, from 0 in steps of 1, with constant trip counts; (P4) what
/// `loop` reads has a constant extent, up to 256 KiB, and begins at values from
/// outside of its body.
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
/// What the block computes where its predicate does not hold is used by
/// nothing.
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

/// `count` factors (8 at most), outermost first, whose product is the trip
/// count of `loop`; the innermost one is at most `maxInnermost`. All such lists
/// are equally likely. (P1) a constant trip count from 1 to 2^40; (P2) there is
/// one.
mlir::DiagnosedSilenceableFailure
samplePerfectTile(Loop loop, unsigned count, int64_t maxInnermost,
                  Random &random, llvm::SmallVectorImpl<int64_t> &factors);

/// Whether samplePerfectTile might have drawn `factors`, or why not.
mlir::DiagnosedSilenceableFailure
checkPerfectTile(Loop loop, llvm::ArrayRef<int64_t> factors,
                 int64_t maxInnermost);

/// A position, with a probability in proportion to its weight. Weights are
/// finite, not negative, one is positive.
size_t sampleCategorical(llvm::ArrayRef<double> weights, Random &random);

/// One of the loops around consumers of `block` at which computeAt accepts it,
/// and its position among all of these, or no loop and -1.
void sampleComputeLocation(te::BlockOp block, Random &random, int64_t &position,
                           Loop &loop);

/// The loop at that position; null for -1. (P1) it is one that
/// sampleComputeLocation might have drawn.
mlir::DiagnosedSilenceableFailure
getComputeLocation(te::BlockOp block, int64_t position, Loop &loop);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_PRIMITIVES_H
