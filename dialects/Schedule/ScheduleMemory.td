// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_SCHEDULE_SCHEDULEMEMORY_TD
#define TVM_DIALECTS_SCHEDULE_SCHEDULEMEMORY_TD

include "dialects/Schedule/ScheduleBase.td"

def Schedule_CacheReadOp
    : Schedule_Primitive<"cache_read", [AttrSizedOperandSegments]> {
  let summary = "Reads from a copy (TVM: `cache_read`)";
  let description = [{
    ```
    for i for j { B[i] = f(A[i, j]) }
      ->  for x for y { a[x, y] = A[x, y] }
          for i for j { B[i] = f(a[i, j]) }
      ->  for i { for y { a[y] = A[i, y] }                        at loop i
                  for j { B[i] = f(a[j]) } }
    ```
    `buffer` counts the buffers that the block reads and does not write, in the
    order of its captures. All blocks in its nest, or in `loop`, that read the
    buffer then read the copy. A buffer that the steps of a scan write is copied
    in each step, to one buffer. `copy` is the block that writes the copy,
    called `<name>_read`. `scope` is the storage scope of the copy: `global`
    (the default), `shared`, `local`, `warp`, or a memory of an accelerator
    after the accelerator's name: `vta.inp`, `vdla.acc_buffer`.

    (C1) The scope is one of these.
    (P1) There is such a buffer; `consumers` read it, and do not write it.
    (P2) `loop`, if there is one, is around the blocks and not vectorized. The
         buffer comes from outside of it, or else of the nests.
    (P3) The buffer is not written between the copy and a read; no reader
         writes it.
    (P4) Readers only load from it; in `loop` at affine subscripts, over a
         constant extent that fits on a stack (256 KiB).

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    %a = schedule.cache_read %c, 0 to "shared" at %k
    %b = schedule.cache_read %c, 1 with %d, %e
    ```
  }];
  let arguments = (ins Schedule_Handle:$block, I64Attr:$buffer,
                       OptionalAttr<StrAttr>:$scope,
                       Variadic<Schedule_Handle>:$consumers,
                       Optional<Schedule_Handle>:$loop);
  let results = (outs Schedule_Handle:$copy);
  let assemblyFormat = [{
    $block `,` $buffer (`to` $scope^)? (`with` $consumers^)? (`at` $loop^)?
    attr-dict
  }];
  let hasVerifier = 1;
}

def Schedule_ComputeInPlaceOp : Schedule_Primitive<"compute_in_place"> {
  let summary = "Updates the results of a producer in place (TVM: `StorageRewrite`)";
  let description = [{
    ```
    for i { A[i] = f(i) }         for i { C[i] = f(i) }
    for i { C[i] = g(A[i]) }  ->  for i { C[i] = g(C[i]) }
    ```
    The operand of the block is stored in the buffer that the block writes, and
    its own buffer is removed. `buffer` is counted as for `cache_read`.

    (P1) The block has spatial axes only, in serial loops, and stores once, to
         one buffer, without a condition, at its axes.
    (P2) There is such a buffer. The kernel allocates it, with the type of the
         written buffer. Only blocks use it, this one at the axes at which it
         stores.
    (P3) The block writes all of its buffer, which is available wherever the
         other one is used. Other blocks use an element of it behind this block
         and behind all uses of the same element of the other buffer.
    (P4) Nothing uses an element of the other buffer after the block has stored
         that element.

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    schedule.compute_in_place %c, 0
    ```
  }];
  let arguments = (ins Schedule_Handle:$block, I64Attr:$buffer);
  let assemblyFormat = "$block `,` $buffer attr-dict";
}

def Schedule_CompactBufferOp : Schedule_Primitive<"compact_buffer"> {
  let summary = "A buffer of one iteration (TVM: `CompactBufferAllocation`)";
  let description = [{
    ```
    memref.alloc() : memref<8x64xf32>
    for h { for i { A[h, i] = … }     ->  for h { memref.alloca() : memref<1x64xf32>
            for i { … = A[h, i] } }               for i { a[0, i] = … }
                                                  for i { … = a[0, i] } }
    ```
    The buffer that the block writes becomes local to an iteration of `loop`,
    with the size of the region that blocks access there: it stays in a cache,
    and each thread has its own.

    (P1) The block writes one buffer, which the kernel allocates (no output),
         and which is only loaded from and stored to.
    (P2) `loop` is around all blocks that use it, and their initialisations, and
         not vectorized.
    (P3) No iteration of `loop`, or of loops around it, uses an element of
         another one.
    (P4) Accesses are affine. Writes and reads begin at the same subscripts,
         which are known at the top of the loop's body, and have a constant
         extent, which fits on a stack (256 KiB).

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    schedule.compact_buffer %a at %h
    ```
  }];
  let arguments = (ins Schedule_Handle:$block, Schedule_Handle:$loop);
  let assemblyFormat = "$block `at` $loop attr-dict";
}

def Schedule_SetScopeOp : Schedule_Primitive<"set_scope"> {
  let summary = "Where a buffer is (TVM: `set_scope`)";
  let description = [{
    ```
    memref<8xf32>  ->  memref<8xf32, "shared">
    ```
    Sets the scope of the buffers that the block writes. The scopes are the same
    as for `cache_read`.

    (C1) The scope is one of them.
    (P1) There is one at least. The kernel allocates them (no outputs).
    (P2) They are only loaded from and stored to.
    (P3) Threads of a launch exchange values through shared memory only, as for
         `bind`.

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    schedule.set_scope %a to "shared"
    ```
  }];
  let arguments = (ins Schedule_Handle:$block, StrAttr:$scope);
  let assemblyFormat = "$block `to` $scope attr-dict";
  let hasVerifier = 1;
}

def Schedule_StorageAlignOp : Schedule_Primitive<"storage_align"> {
  let summary = "Pads rows of a buffer (TVM: `storage_align`)";
  let description = [{
    ```
    memref<4x32xf32>  ->  memref<4x33xf32>      axis 0, factor 32, offset 1
    ```
    The stride of dimension `axis` of the buffer that the block writes becomes
    `offset` modulo `factor`: the next dimension is padded. Accesses keep their
    subscripts.

    (P1) The block writes one buffer, which the kernel allocates (no output).
    (P2) The buffer is only loaded from and stored to.
    (P3) The axis is not the last dimension, sizes behind it are constant, and
         0 <= offset < factor. The buffer's type gives no strides.
    (P4) There is such a stride.

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    schedule.storage_align %a axis 0 factor 32 offset 1
    ```
  }];
  let arguments = (ins Schedule_Handle:$block, I64Attr:$axis, I64Attr:$factor,
                       DefaultValuedAttr<I64Attr, "0">:$offset);
  let assemblyFormat = [{
    $block `axis` $axis `factor` $factor (`offset` $offset^)? attr-dict
  }];
}

def Schedule_PrefetchOp : Schedule_Primitive<"prefetch"> {
  let summary = "Prefetches data for a later iteration (TVM: `prefetch`)";
  let description = [{
    ```
    for i { B[i] = f(A[i, …]) }  ->  for i { prefetch A[i + 2, …]; B[i] = f(A[i, …]) }
    ```
    `buffer` is counted as for `cache_read`. In an iteration of `loop` the new
    block, `hint`, called `<name>_prefetch`, prefetches the elements of the buffer
    that the iteration `distance` later reads, one point per cache line of 64
    bytes, where they are inside of the buffer. `per_element`: one point per
    element, so that `merge` can put it into a loop over elements; vectorized, it
    prefetches each cache line once.

    (P1) There is such a buffer.
    (P2) The loop is around the block and not vectorized.
    (P3) Reads in the loop begin at places that move with it; they have a
         constant extent, up to 256 KiB.
    (P4) The distance is positive.

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    %hint = schedule.prefetch %c, 0 at %i ahead 2
    ```
  }];
  let arguments = (ins Schedule_Handle:$block, I64Attr:$buffer,
                       Schedule_Handle:$loop, I64Attr:$distance,
                       UnitAttr:$per_element);
  let results = (outs Schedule_Handle:$hint);
  let assemblyFormat = [{
    $block `,` $buffer `at` $loop `ahead` $distance
    (`per_element` $per_element^)? attr-dict
  }];
}

def Schedule_SpreadPrefetchOp : Schedule_Primitive<"spread_prefetch"> {
  let summary = "Prefetches data for a later iteration, a part at a time (not in TVM)";
  let description = [{
    ```
    for i { for r { for k { for p in [0, 4) { B[r, i] += A[i, 4 k + p] } } } }
      ->  for i { for r { for k { prefetch A[i + 1, 4 k + r] if r < 4
                                  for p in [0, 4) { B[r, i] += A[i, 4 k + p] } } } }
    ```
    All iterations of `over` read the same part of the buffer. Together they
    prefetch the elements that the iteration `distance` later of `loop` reads:
    each iteration, in front of the loop `part`, prefetches the part of its own
    number, as far as there is one. So memory is read as fast as the iterations
    compute. The new block, `hint`, called `<name>_prefetch`, has one point per
    cache line of 64 bytes, which goes to the second-level cache, where it is
    inside of the buffer.

    (P1) There is such a buffer.
    (P2) The loops are around the block, `loop` around `over` around `part`.
    (P3) `over` and `part` are serial, from 0 in steps of 1, and the trip count
         of `part` is constant.
    (P4) The block reads the buffer at one place, which depends on `loop` and
         `part`, and on loops inside of `part` of constant trip count.
         The buffer is allocated outside of `part`.
    (P5) The distance is positive.

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    %hint = schedule.spread_prefetch %c, 1 at %i ahead 1 over %r in %p
    ```
  }];
  let arguments = (ins Schedule_Handle:$block, I64Attr:$buffer,
                       Schedule_Handle:$loop, I64Attr:$distance,
                       Schedule_Handle:$over, Schedule_Handle:$part);
  let results = (outs Schedule_Handle:$hint);
  let assemblyFormat = [{
    $block `,` $buffer `at` $loop `ahead` $distance `over` $over `in` $part
    attr-dict
  }];
}

def Schedule_PrefetchDuringOp : Schedule_Primitive<"prefetch_during"> {
  let summary = "Prefetches data while another nest computes, a part at a time (not in TVM)";
  let description = [{
    ```
    for i { for k in [0, 4) { C[i] += A[i, k] }  for r in [0, 8) { B[i, r] = C[i] + D[i, r, …] } }
      ->  for i { for k in [0, 4) { for p in [0, 2) { prefetch D[i, 2 k + p, …] }  C[i] += A[i, k] }
                  for r in [0, 8) { B[i, r] = C[i] + D[i, r, …] } }
    ```
    Like `prefetch`, for the elements that the same iteration of `loop` reads:
    the iterations of the nested loops `during` prefetch equal parts of them,
    along the first dimension of which `loop` reads more than one element.
    The new block, `hint`, called `<name>_prefetch`, has one point per cache line
    of 64 bytes, which goes to the first-level cache, where it is inside of the
    buffer.

    (P1) There is such a buffer, of rank 1 at least, from outside of `loop`.
    (P2) `loop` is around the block and around the loops `during`, outer ones
         first, which are not around the block.
    (P3) These are serial, from 0 in steps of 1, with constant trip counts.
    (P4) The region that `loop` reads has a constant extent of at most 256 KiB,
         and begins at values from outside of its body.

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    %hint = schedule.prefetch_during %c, 1 at %i during %k, %l
    ```
  }];
  let arguments = (ins Schedule_Handle:$block, I64Attr:$buffer,
                       Schedule_Handle:$loop,
                       Variadic<Schedule_Handle>:$during);
  let results = (outs Schedule_Handle:$hint);
  let assemblyFormat = [{
    $block `,` $buffer `at` $loop `during` $during attr-dict
  }];
}

def Schedule_RollingBufferOp : Schedule_Primitive<"rolling_buffer"> {
  let summary = "Keeps elements that the next iteration uses again (TVM: `rolling_buffer`)";
  let description = [{
    ```
    for i { for a in [0, 3) { t[a] = f(i + a) }          B[i] = g(t[0], t[2]) }
      ->  for i { for a in [0, 3), a >= 2 if i > 0 { t[(i + a) mod 3] = f(i + a) }
                  B[i] = g(t[i mod 3], t[(i + 2) mod 3]) }
    ```
    After `compute_at` of the producer of a stencil, windows of neighbouring
    iterations overlap. The buffer becomes one for all iterations, and only new
    elements are computed.

    (P1) The block writes one buffer, which a serial loop, from 0 in steps of 1,
         with a constant trip count, allocates in each iteration.
    (P2) Blocks access the buffer at affine subscripts, and the regions that
         they declare have one element along the dimension of (P3). No other
         block writes it; this block reads it only to reduce.
    (P3) It stores at variables of loops of its own, one per dimension. Along
         exactly one dimension the region moves by a constant step, less than
         the size.
    (P4) No operation in the loop allocates a buffer that the block reads, or
         writes an element that the block reads afterwards.

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    schedule.rolling_buffer %t
    ```
  }];
  let arguments = (ins Schedule_Handle:$block);
  let assemblyFormat = "$block attr-dict";
}

def Schedule_DoubleBufferOp : Schedule_Primitive<"double_buffer"> {
  let summary = "Fills one buffer while the other one is read (TVM: `double_buffer`)";
  let description = [{
    ```
    for i in [0, n) { a = A[i]; B[i] = f(a) }
      ->  a[0] = A[0]
          for i in [0, n - 1) { a[(i + 1) mod 2] = A[i + 1]; B[i] = f(a[i mod 2]) }
          B[n - 1] = f(a[(n - 1) mod 2])
    ```
    Applies `software_pipeline` to the loop that allocates the block's buffer,
    with the block in stage 0 and all other statements in stage 1.

    (P1) The block writes one buffer, which a loop allocates in each iteration
         (as after `compute_at` and `cache_read` at a loop).
    (P2) The preconditions of `software_pipeline`.

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    schedule.double_buffer %a
    ```
  }];
  let arguments = (ins Schedule_Handle:$block);
  let assemblyFormat = "$block attr-dict";
}

def Schedule_CacheWriteOp : Schedule_Primitive<"cache_write"> {
  let summary = "Writes to buffers of its own first (TVM: `cache_write`)";
  let description = [{
    ```
    for i { C[i] = … }  ->  for i { c[i] = … }  for i { C[i] = c[i] }
    ```
    `copy` is the second block, called `<name>_write`. It copies all elements
    that the block wrote.

    (P1) The block writes buffers, at its spatial axes, and does not read their
         previous contents.
    (P2) No other block of its nest uses an element that the block has written.

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    %copy = schedule.cache_write %c
    ```
  }];
  let arguments = (ins Schedule_Handle:$block);
  let results = (outs Schedule_Handle:$copy);
  let assemblyFormat = "$block attr-dict";
}

#endif
