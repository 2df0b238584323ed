// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_SCHEDULE_SCHEDULEBLOCKS_TD
#define TVM_DIALECTS_SCHEDULE_SCHEDULEBLOCKS_TD

include "dialects/Schedule/ScheduleBase.td"

def Schedule_ComputeAtOp : Schedule_Primitive<"compute_at"> {
  let summary = "Computes a block where a loop needs it (TVM: `compute_at`)";
  let description = [{
    ```
    for i { A[i] }                    for i {
    for i { B[i] = A[i] + A[i + 1] }    for a in [0, 2) { a'[a] = A at i + a }
                                   ->   B[i] = a'[0] + a'[1] }
    ```
    `computed` is a new block at the top of the loop's body. It computes the
    region of the block's buffer that the loop reads, into a buffer of that
    size; for several results (a maximum and its position), the union of their
    regions. Other readers keep the original; if there are none, the original is
    removed with its buffers. A buffer in scope `shared` contains the union of
    the reads of all threads, for loops around that are bound to `threadIdx`.

    (P1) The nest of `block` precedes the nest of `loop`.
    (P2) It is the only block that writes its buffers, and writes all of them,
         at its spatial axes. Each of these has a loop of its own, or their
         loops and the predicate provably visit all elements (exactly once for a
         reduction). Loops and predicate of reduction axes are independent of
         the spatial ones.
    (P3) No element that it reads is written between its place and the new one.
    (P4) Reads inside of `loop` are affine and have a constant extent; for
         quotients and remainders by constants, this is the largest extent of
         any iteration. Where the extent is dynamic, the whole of a dimension of
         dynamic size is computed, if it has a loop of its own and its buffer
         has no scope.
    (P5) The region fits on a stack (256 KiB), or has such a dimension.

    No handle is consumed; handles of removed operations are left empty.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    %a = schedule.compute_at %block, %loop
    ```
  }];
  let arguments = (ins Schedule_Handle:$block, Schedule_Handle:$loop);
  let results = (outs Schedule_Handle:$computed);
  let assemblyFormat = "$block `,` $loop attr-dict";
}

def Schedule_RFactorOp : Schedule_Primitive<"rfactor"> {
  let summary = "Reduces in two steps (TVM: `rfactor`)";
  let description = [{
    ```
    for i for o for l { C[i] += A[i, o * 4 + l] }
      ->  for i for o for l { c[l, i] += A[i, o * 4 + l] }               at loop l
          for i for l { C[i] += c[l, i] }
    ```
    Each iteration of `loop` reduces to results of its own. `loop` is dimension
    `axis` (0 if not given) of the new buffer; a negative number counts from the
    end. `partial` is the block in the old nest, called `<name>_rf`; `block`
    becomes the block that combines its results.

    (P1) The block stores to its results, at its spatial axes in order, the
         combination of the old results with new values by a combiner (`sum`,
         `prod`, `min`, `max`, `argmin`, `argmax`, or a combiner without control
         flow that the block declares). Its initialisation stores the combiner's
         identity. Nothing else has effects.
    (P2) `loop` is around the block, has a constant trip count, and binds a
         reduction axis. All loops around are serial, from 0 in steps of 1;
         none binds axes of both kinds or bounds another one. If there is no
         other reduction loop, the loops in `loop` visit each result once. The
         nest contains no other block, and defines nothing that the block uses.
    (P3) The buffer can have such a dimension.
    (P4) A predicate does not relate reduction axes to others. Iterations of
         `loop` that it leaves out give the identity.

    No handle is consumed; handles of loops refer to the old nest.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    %rf = schedule.rfactor %c, %l axis 0
    ```
  }];
  let arguments = (ins Schedule_Handle:$block, Schedule_Handle:$loop,
                       DefaultValuedAttr<I64Attr, "0">:$axis);
  let results = (outs Schedule_Handle:$partial);
  let assemblyFormat = "$block `,` $loop (`axis` $axis^)? attr-dict";
}

def Schedule_ReverseComputeAtOp : Schedule_Primitive<"reverse_compute_at"> {
  let summary = "Computes a block where its input is (TVM: `reverse_compute_at`)";
  let description = [{
    ```
    for o { for l { A[o * 4 + l] }        for o { for l { A[o * 4 + l] }
    }                                  ->         for l { B[o * 4 + l] }
    for i { B[i] = f(A[i]) }              }
    ```
    The block moves to the end of the body of `loop`. There its axes run over
    the regions of its operands that one iteration writes, and its other axes
    over their full extents.

    (P1) The block has a loop of its own for each axis, serial, from 0 in steps
         of 1, and no predicate. It does not read its own results, except a
         reduction that it initialises.
    (P2) `loop` is in front of the block, not vectorized, and in steps of 1,
         like the loops around it.
    (P3) It writes a buffer that the block reads, at subscripts that vary
         linearly, over a constant extent, in an iteration.
    (P4) All accesses that the block depends on still precede it at the new
         place, even where several of its points write one element, and its
         captures are available there.
    (P5) All instances of the block run there; a reduction that it initialises
         is over a constant number of elements, at least one.
    (P6) Parallel loops around the new place stay parallel.

    No handle is consumed; the handle of `block` stays valid, handles of its
    loops are left empty.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    schedule.reverse_compute_at %b, %o
    ```
  }];
  let arguments = (ins Schedule_Handle:$block, Schedule_Handle:$loop);
  let assemblyFormat = "$block `,` $loop attr-dict";
}

def Schedule_ComputeInlineOp : Schedule_Primitive<"compute_inline"> {
  let summary = "Computes a block where it is read (TVM: `compute_inline`)";
  let description = [{
    ```
    for i { A[i] = f(i) }  for j { C[j] = g(A[j + 1]) }
      ->  for j { C[j] = g(f(j + 1)) }
    ```
    (P1) The block has spatial axes only and stores to one buffer, without a
         condition, at its axes. It does nothing else but load from others.
    (P2) The kernel allocates the buffer (it is no output). The block is the
         only one that writes it, and writes all of it.
    (P3) All other users are blocks behind it, which load from it.
    (P4) Nothing that it reads is written between its place and theirs, and its
         captures are available there.
    (P5) No body grows beyond 8192 operations. Values that a reader would
         compute twice, as in `A[j] + A[j]`, are computed once.

    No handle is consumed; `block` and its loops are left empty.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    schedule.compute_inline %a
    ```
  }];
  let arguments = (ins Schedule_Handle:$block);
  let assemblyFormat = "$block attr-dict";
}

def Schedule_ReverseComputeInlineOp
    : Schedule_Primitive<"reverse_compute_inline"> {
  let summary = "Computes a block in its producer (TVM: `reverse_compute_inline`)";
  let description = [{
    ```
    for i { A[i] = f(i) }  for j { C[j] = g(A[j]) }  ->  for i { C[i] = g(f(i)) }
    ```
    (P1) The block has spatial axes only and stores to one buffer, without a
         condition, at its axes, in any order. It does nothing else but load
         from others.
    (P2) It reads a buffer that the kernel allocates, at its axes, in any
         order.
    (P3) One block in front, its producer, is the only other user of that
         buffer. It satisfies (P1), and stores at its axes in order. Both run
         at the same points.
    (P4) No access between the two places has to precede the block, and its
         captures are available at its producer.

    No handle is consumed; `block` and its loops are left empty.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    schedule.reverse_compute_inline %c
    ```
  }];
  let arguments = (ins Schedule_Handle:$block);
  let assemblyFormat = "$block attr-dict";
}

def Schedule_TransformLayoutOp : Schedule_Primitive<"transform_layout"> {
  let summary = "Stores a buffer in another order (TVM: `transform_layout`)";
  let description = [{
    ```
    w[k, n]  ->  w[n div 16, k, n mod 16]
    ```
    The buffer is capture number `capture` of the block. The kernel allocates it,
    or it is an argument that every caller passes a weight for
    (`graph.constant`): the argument gets the attribute `graph.layout`, and
    `graph-pack-weights` lays the weights out when the model is compiled.

    (P1) The buffer is such a one and has a static shape.
    (P2) Only affine accesses by blocks use it.
    (P3) The layout has a place for every element, none at a negative index.

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    schedule.transform_layout %c capture 1 to affine_map<(k, n) -> (n floordiv 16, k, n mod 16)>
    ```
  }];
  let arguments = (ins Schedule_Handle:$block, I64Attr:$capture,
                       AffineMapAttr:$layout);
  let assemblyFormat = "$block `capture` $capture `to` $layout attr-dict";
}

def Schedule_DecomposeReductionOp
    : Schedule_Primitive<"decompose_reduction"> {
  let summary = "The initialisation as a block (TVM: `decompose_reduction`)";
  let description = [{
    ```
    for i for k { init: C[i] = 0; C[i] += A[i, k] }
      ->  for i { for { C[i] = 0 } for k { C[i] += A[i, k] } }   at loop k
    ```
    `init` is a block in front of `loop`, called `<name>_init`.

    (P1) The block has an initialisation.
    (P2) `loop` is around the block; no loop outside of it binds a reduction
         axis, every loop from it to the reduction loops binds another axis, and
         the values that the initialisation refers to are defined outside of it.
    (P3) No other block in `loop` uses an element before its initialisation.
    (P4) The block's predicate holds at the first iteration of the reduction
         loops if it holds at any.

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    %init = schedule.decompose_reduction %c, %k
    ```
  }];
  let arguments = (ins Schedule_Handle:$block, Schedule_Handle:$loop);
  let results = (outs Schedule_Handle:$init);
  let assemblyFormat = "$block `,` $loop attr-dict";
}

def Schedule_SkipZerosOp : Schedule_Primitive<"skip_zeros"> {
  let summary = "Leaves out zeros of a sum (not in TVM)";
  let description = [{
    ```
    for i for k in [0, 3) { C[i] += A[i + k] * W[k] }
      ->  for i for k in [max(0, 1 - i), min(3, 9 - i)) { C[i] += … }   at loop k
    ```
    where `A[j]` is zero except for `1 <= j < 9`. `buffer` counts the buffers
    that the block reads and does not write, in the order of its captures.
    Iterations of `loop` in which the block reads only zero padding from this
    buffer are removed: 18 % of a convolution of 3 x 3 on 7 x 7 pixels. Sums
    that consist of zeros may get another sign.

    ```
    for i for k in [0, 2) { C[i] += i + 2 * k < 3 ? A[k] : 0 }
      ->  for i for k in [0, min(2, (2 - i) floordiv 2 + 1)) { C[i] += A[k] }
    ```
    Iterations in which a condition selects zero are removed as well: with
    stride 2, each place of a transposed convolution has one to four of 3 x 3
    taps. Tests that the bounds decide are removed, here and where they guard a
    read of the block.

    (P1) There is such a buffer. The block adds to one element, which another
         block has initialised (`decompose_reduction`). It adds a choice between
         a value and zero, or the product of an element of the buffer and a
         finite value: an integer, a constant, or an element of an argument with
         `graph.finite` that the kernel only reads.
    (P2) `loop` is around the block, serial or unrolled, from 0 in steps of 1,
         with a constant trip count, and contains no other accesses.
    (P3) The kernel allocates the buffer. One block writes it: a value inside of
         constant bounds, zero outside. The condition of a choice tests such
         bounds of affine indices.
    (P4) The region that an iteration reads has a constant extent, moves up with
         the loop, and contains only zeros at one end; the same holds for an
         index of a condition.

    No handle is consumed. Other steps refuse the loop afterwards, since its
    bounds vary: this is the last step, applied to outer loops first.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    schedule.skip_zeros %c, 0 at %k
    ```
  }];
  let arguments = (ins Schedule_Handle:$block, I64Attr:$buffer,
                       Schedule_Handle:$loop);
  let assemblyFormat = "$block `,` $buffer `at` $loop attr-dict";
}

def Schedule_BlockizeOp : Schedule_Primitive<"blockize"> {
  let summary = "A tile as one block (TVM: `blockize`)";
  let description = [{
    ```
    for o { for l in [0, 8) { C[o * 8 + l] = f(A[o * 8 + l]) } }
      ->  for o { C[o * 8 : +8] = { for l { C[o * 8 + l] = f(A[o * 8 + l]) } } }
                                                                     at loop l
    ```
    The block's axes count tiles, and its body contains the loops. The block
    declares the regions that an instance accesses: `reads` and `writes`. The
    body is not scheduled any more; steps outside move tiles as a whole.

    (P1) `loop` and the loops inside are a perfect nest of serial loops, from 0
         in steps of 1, of constant extents, around one block.
    (P2) Bindings vary linearly in each loop, which binds axes of one kind; the
         block's predicate does not depend on the loops.
    (P3) The block loads and stores, at subscripts that vary linearly in the
         tile, under no condition; it has no other effects.
    (P4) A reduction combines values in one element per point, which its
         initialisation writes. This may run in front of `loop`.

    No handle is consumed; `block` is the nest's block, handles of `loop` and
    the loops inside are left empty.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    %c = schedule.blockize %l
    ```
  }];
  let arguments = (ins Schedule_Handle:$loop);
  let results = (outs Schedule_Handle:$block);
  let assemblyFormat = "$loop attr-dict";
}

def Schedule_TensorizeOp : Schedule_Primitive<"tensorize"> {
  let summary = "A tile as one instruction (TVM: `tensorize`)";
  let description = [{
    ```
    for yo for xo for ko { for yi for xi for ki { C[…] += A[…] * B[…] } }
      ->  for yo for xo { fill_zero(C[…])
                          for ko { fused_gemm8x8_add(A[…], B[…], C[…]) } }
                                                       at loop yi with @gemm8x8
    ```
    The nest computes exactly the behaviour that the `te.tensor_intrin`
    declares; a lowering of the intrinsic, on views of the buffers, replaces the
    nest. It is `compute`, or `update` where the block does not initialise its
    reduction. Where the reduction continues in loops outside, `reset`
    initialises and `update` is the body. Without `compute`, `reset` and
    `update` run one after the other.

    The intrinsic is looked up from the script. Loops match axes by the
    subscripts of the result, reduction loops in any order. Factors of `+`, `*`
    and the like may stand in either order.

    (P1)-(P4) As for `blockize`.
    (P5) The loops have the extents and kinds of the behaviour's axes, except
         loops of extent 1.
    (P6) The block applies the behaviour's operations, one by one, to loads at
         the same subscripts in the tile; steps between elements may be larger.
         It stores the result once. Inputs are different from the result.
    (P7) The intrinsic has the necessary regions, and the buffers have the
         memory space, strides and offset that these require.

    A mismatch is reported at the first operation that differs, with a note
    where it is declared.

    No handle is consumed; `block` is the nest's block, handles of `loop` and
    those inside are left empty.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    %c = schedule.tensorize %yi with @gemm8x8
    ```
  }];
  let arguments = (ins Schedule_Handle:$loop, FlatSymbolRefAttr:$intrin);
  let results = (outs Schedule_Handle:$block);
  let assemblyFormat = "$loop `with` $intrin attr-dict";
}

def Schedule_DecomposePaddingOp : Schedule_Primitive<"decompose_padding"> {
  let summary = "Fills, and copies the inside (TVM: `decompose_padding`)";
  let description = [{
    ```
    for i in [0, 10) { B[i] = 1 <= i < 9 ? A[i - 1] : v }
      ->  for i in [0, 10) { B[i] = v }                                at loop i
          for i in [0, 8) { B[i + 1] = A[i] }
    ```
    `fill` is a block in front of `loop`, called `<name>_pad`. `block` then runs
    inside only: in shorter loops where it is alone in them, under a predicate
    otherwise.

    (P1) The block has spatial axes only and stores, at them, a value that
         depends on whether affine indices are inside of constant sizes
         (`te.read … else`). Outside, that is a constant or a captured value. It
         does nothing else but load from others.
    (P2) `loop` is around the block. It and all loops in it that are around the
         block are serial and run from 0 in steps of 1; it defines nothing that
         the block refers to.
    (P3) No other block in it uses the buffer.

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    %fill = schedule.decompose_padding %b, %i
    ```
  }];
  let arguments = (ins Schedule_Handle:$block, Schedule_Handle:$loop);
  let results = (outs Schedule_Handle:$fill);
  let assemblyFormat = "$block `,` $loop attr-dict";
}

def Schedule_DropPredicateOp : Schedule_Primitive<"drop_predicate"> {
  let summary = "Computes more than is used (not in TVM)";
  let description = [{
    ```
    for o {                                     for o {
      for l { if o * 32 + l < n:                  for l { if o * 32 + l < n:
                a[l] = A[o * 32 + l] }    ->                a[l] = A[o * 32 + l] }
      for l { if o * 32 + l < n:                  for l { b[l] = f(a[l]) }
                b[l] = f(a[l]) }
      for l { if o * 32 + l < n:                  for l { if o * 32 + l < n:
                B[o * 32 + l] = b[l] } }                    B[o * 32 + l] = b[l] } }
    ```
    The block then runs at all points of its loops: as a whole tile, for an
    instruction of fixed size. The values that it reads and writes at the added
    points are arbitrary, and nothing uses them.

    (P1) The block has a predicate, made of inequalities.
    (P2) It writes one buffer, which the kernel allocates and no other block
         writes.
    (P3) At all points of its loops, which have iterations, its accesses are
         affine and inside of their buffers; it has no conditions, and no other
         operation that may fail.
    (P4) Within one iteration of the loops around the buffer's allocation, no
         element is written both where the predicate holds and where it does
         not.

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    schedule.drop_predicate %b
    ```
  }];
  let arguments = (ins Schedule_Handle:$block);
  let assemblyFormat = "$block attr-dict";
}

def Schedule_PadEinsumOp : Schedule_Primitive<"pad_einsum"> {
  let summary = "Pads a contraction so that tiles divide it (TVM: `pad_einsum`)";
  let description = [{
    ```
    for i in [0, 9) for k { C[i] += A[i, k] * B[k] }
      ->  for i in [0, 12) for k { a[i, k] = i < 9 ? A[i, k] : 0 }
          for i in [0, 12) for k { c[i] += a[i, k] * B[k] }
          for i in [0, 9) { C[i] = c[i] }                         by [4, 1]
    ```
    Rounds the extents of the block's axes, in order, up to multiples of the
    numbers. New blocks in front are called `<name>_pad`, and the new block
    behind `<name>_crop`. Nothing changes where the numbers divide the extents.

    (P1) The block adds a product of elements to its result; it reads them at
         its axes, does not write them, and initialises the result with 0.
    (P2) It is alone in loops of its own, one per axis, serial, from 0 in steps
         of 1, with constant trip counts, and has no predicate.
    (P3) A positive number per axis.
    (P4) All factors depend on each padded reduction axis: 0 times infinity is
         not 0.
    (P5) Padded buffers have at most 2^31 elements.

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    schedule.pad_einsum %c by [4, 1]
    ```
  }];
  let arguments = (ins Schedule_Handle:$block, DenseI64ArrayAttr:$multiples);
  let assemblyFormat = "$block `by` $multiples attr-dict";
}

#endif
