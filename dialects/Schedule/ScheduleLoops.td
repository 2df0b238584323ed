// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_SCHEDULE_SCHEDULELOOPS_TD
#define TVM_DIALECTS_SCHEDULE_SCHEDULELOOPS_TD

include "dialects/Schedule/ScheduleBase.td"

def Schedule_SplitOp : Schedule_Primitive<"split"> {
  let summary = "One loop becomes several (TVM: `split`)";
  let description = [{
    ```
    for i in [0, n)  ->  for o in [0, ceil(n / 4))  for l in [0, 4)   i = o * 4 + l
    ```
    The factors are extents of the new loops, outermost first. One of them may
    be 0: it becomes the quotient of the trip count, rounded up. Where the
    factors do not divide it, blocks inside get the predicate `i < n`.

    (C1) As many results as factors.
    (P1) The loop is serial and runs from 0 in steps of 1.
    (P2) The product of the factors is not less than the trip count; an
         inferred one is constant or the first.
    (P3) Where a predicate is needed, only blocks have effects inside.
    (P4) The predicate does not concern a reduction that is initialised inside
         together with a bound that depends on a loop: an empty reduction has
         its start value.
    (P5) At most 2^31 iterations are added.

    No handle is consumed; `loop` stays valid and is the innermost result.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    %o, %l = schedule.split %i by [0, 4]
    ```
  }];
  let arguments = (ins Schedule_Handle:$loop,
                       Variadic<Schedule_Number>:$factors,
                       DenseI64ArrayAttr:$static_factors);
  let results = (outs Variadic<Schedule_Handle>:$loops);
  let assemblyFormat = [{
    $loop `by` custom<DynamicIndexList>($factors, $static_factors)
    custom<Handles>(type($loops)) attr-dict
  }];
  let hasVerifier = 1;
}

def Schedule_LoopPartitionOp : Schedule_Primitive<"loop_partition"> {
  let summary = "Loops behind each other for parts of one (TVM: `loop_partition`)";
  let description = [{
    ```
    for i in [0, n)  ->  for i in [0, n - n mod 4)  for i in [n - n mod 4, n)
    for i in [0, 9)  ->  for i in [0, 1)  for i in [1, 8)  for i in [8, 9)
    ```
    `by`: the remainder becomes a second loop, if the factor does not divide the
    trip count. `into`: one loop per extent; one extent may be 0 and becomes the
    remainder. Each loop runs from 0. Blocks in all but the first loop have
    names of their own.

    (C1) Either a factor or at least one extent. One result for a factor, one
         less than extents.
    (P1) The loop is serial and runs from 0 in steps of 1.
    (P2) From the outermost reduction loop of a block with an initialisation to
         `loop`, no loop fuses spatial and reduction axes, and `loop` binds one.
    (P3) The factor is positive. The extents are positive and add up to the trip
         count.

    No handle is consumed; `loop` is the first loop, the results are the others.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    %rest = schedule.loop_partition %i by 4
    %inside, %last = schedule.loop_partition %i into [1, 0, 1]
    ```
  }];
  let arguments = (ins Schedule_Handle:$loop, OptionalAttr<I64Attr>:$factor,
                       OptionalAttr<DenseI64ArrayAttr>:$extents);
  let results = (outs Variadic<Schedule_Handle>:$rest);
  let assemblyFormat = [{
    $loop (`by` $factor^)? (`into` $extents^)?
    custom<Handles>(type($rest)) attr-dict
  }];
  let hasVerifier = 1;
}

def Schedule_LoopDistributeOp : Schedule_Primitive<"loop_distribute"> {
  let summary = "Every part of a body gets a loop of its own (not in TVM: loop fission)";
  let description = [{
    ```
    for i { A[i]; B[i] }  ->  for i { A[i] }  for i { B[i] }
    ```
    (C1) At least one result.
    (P1) The loop is serial and runs from 0 in steps of 1.
    (P2) Its body holds loops and blocks only, as many as there are results.
    (P3) No part depends on an earlier iteration of a later part.

    No handle is consumed; `loop` is the first result.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    %a, %b = schedule.loop_distribute %i
    ```
  }];
  let arguments = (ins Schedule_Handle:$loop);
  let results = (outs Variadic<Schedule_Handle>:$loops);
  let assemblyFormat = "$loop custom<Handles>(type($loops)) attr-dict";
  let hasVerifier = 1;
}

def Schedule_MergeOp : Schedule_Primitive<"merge"> {
  let summary = "Two loops next to each other become one (TVM: `merge`)";
  let description = [{
    ```
    for i { A[i] }  for i { B[i] }  ->  for i { A[i]; B[i] }
    ```
    (P1) Both loops are serial and run from 0 in steps of 1. `second` is behind
         `first` in the same body and has the same extent.
    (P2) Nothing between them depends on the first one.
    (P3) No iteration of the second one depends on a later iteration of the
         first one, and no start value of a reduction along it on any.

    No handle is consumed; `second` holds both bodies, `first` is left empty.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    schedule.merge %i, %j
    ```
  }];
  let arguments = (ins Schedule_Handle:$first, Schedule_Handle:$second);
  let assemblyFormat = "$first `,` $second attr-dict";
}

def Schedule_FuseOp : Schedule_Primitive<"fuse"> {
  let summary = "Two nested loops become one (TVM: `fuse`)";
  let description = [{
    ```
    for i in [0, n) for j in [0, 8)  ->  for f in [0, n * 8)   i = f div 8, j = f mod 8
    ```
    (P1) Perfectly nested, both serial, from 0 in steps of 1.
    (P2) The inner trip count is constant.
    (P3) Reductions may be initialised in front of the fused loop: where the
         inner one is the first that binds a reduction axis, the outer one binds
         a spatial axis and nothing uses an element earlier; where the outer one
         is, it is not empty.

    No handle is consumed; `outer` is the fused loop, `inner` is left empty.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    %f = schedule.fuse %i, %j
    ```
  }];
  let arguments = (ins Schedule_Handle:$outer, Schedule_Handle:$inner);
  let results = (outs Schedule_Handle:$fused);
  let assemblyFormat = "$outer `,` $inner attr-dict";
}

def Schedule_ReorderOp : Schedule_Primitive<"reorder"> {
  let summary = "Permutes a nest (TVM: `reorder`)";
  let description = [{
    ```
    for i for j for k  ->  for k for i for j
    ```
    (P1) The loops are distinct and form one perfect nest, without gaps.
    (P2) No bound of one depends on another one.
    (P3) No dependence is reversed, except within a reduction, whose values are
         combined in any order.
    (P4) Iterations of parallel loops stay independent where fewer loops are
         around them; a vectorized loop stays innermost.

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    schedule.reorder %k, %i, %j
    ```
  }];
  let arguments = (ins Variadic<Schedule_Handle>:$loops);
  let assemblyFormat = "$loops attr-dict";
}

def Schedule_TileOp
    : Schedule_Primitive<"tile", [AttrSizedOperandSegments]> {
  let summary = "Splits a nest and puts the tiles inside (TVM: `tile`)";
  let description = [{
    ```
    for i for j  ->  for io for jo for il in [0, 4) for jl in [0, 8)
    ```
    Applies `split` to each loop and `reorder` to the results. The first results
    are the loops over tiles, the others the loops inside of a tile. Loops are
    given from the outermost on.

    (C1) A size for each loop, and two results.
    (P1) Sizes are positive.
    (P2) The loops form a perfect nest; else as for `split` and `reorder`.

    No handle is consumed; handles of the loops refer to the inner loops.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    %io, %jo, %il, %jl = schedule.tile %i, %j by [4, 8]
    ```
  }];
  let arguments = (ins Variadic<Schedule_Handle>:$loops,
                       Variadic<Schedule_Number>:$sizes,
                       DenseI64ArrayAttr:$static_sizes);
  let results = (outs Variadic<Schedule_Handle>:$tiles);
  let assemblyFormat = [{
    $loops `by` custom<DynamicIndexList>($sizes, $static_sizes)
    custom<Handles>(type($tiles)) attr-dict
  }];
  let hasVerifier = 1;
}

def Schedule_AddUnitLoopOp : Schedule_Primitive<"add_unit_loop"> {
  let summary = "A loop of one iteration around (TVM: `add_unit_loop`)";
  let description = [{
    ```
    C  ->  for u in [0, 1) { C }
    ```
    `target` is a loop or a block.

    (P1) It carries no values.

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    %u = schedule.add_unit_loop %c
    ```
  }];
  let arguments = (ins Schedule_Handle:$target);
  let results = (outs Schedule_Handle:$loop);
  let assemblyFormat = "$target attr-dict";
}

def Schedule_AnnotateOp : Schedule_Primitive<"annotate"> {
  let summary = "Attaches an attribute (TVM: `annotate`)";
  let description = [{
    ```
    for i { … }  ->  for i { … } {unroll_limit = 16}
    ```
    `target` is a loop or a block.

    (P1) The name is neither reserved (`te.…`, `schedule.…`) nor the name of a
         part of the operation.

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    schedule.annotate %i "unroll_limit" = 16 : i64
    ```
  }];
  let arguments = (ins Schedule_Handle:$target, StrAttr:$name,
                       AnyAttr:$value);
  let assemblyFormat = "$target $name `=` $value attr-dict";
}

def Schedule_ParallelOp : Schedule_Primitive<"parallel"> {
  let summary = "Runs iterations on threads (TVM: `parallel`)";
  let description = [{
    ```
    for i { … }  ->  for i { … } {te.kind = "parallel"}
      ->  affine.parallel i { … }                                 when lowered
    ```
    Threads take iterations in any order.

    (P1) The loop is serial and runs from 0 in steps of 1.
    (P2) No iteration depends on another one, not even by a reduction.

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    schedule.parallel %i
    ```
  }];
  let arguments = (ins Schedule_Handle:$loop);
  let assemblyFormat = "$loop attr-dict";
}

def Schedule_VectorizeOp : Schedule_Primitive<"vectorize"> {
  let summary = "Runs iterations as lanes of vectors (TVM: `vectorize`)";
  let description = [{
    ```
    for j in [0, 8) { B[j] = f(A[j]) }
      ->  for j in [0, 8) { B[j] = f(A[j]) } {te.kind = "vectorized"}
      ->  B[0 : 8] = f(A[0 : 8])                                  when lowered
    ```
    `vectorize-marked-loops` makes as many lanes as the target's registers have, and
    runs the remainder in a shorter vector. A loop that it cannot rewrite
    stays as it is, with a remark.

    (P1) The loop is serial and runs from 0 in steps of 1. It contains no loop;
         or only a vectorized loop around an element-wise block without a
         predicate or conditions, a tile whose loads along the outer loop are
         transposed in registers; or only unrolled loops around a block without
         a reduction or predicate, whose copies lanes run one after another, so
         that stores of copies that fill a row become whole vectors. Blocks in
         it compute one element each, without `reads` and `writes`.
    (P2) No dependence between iterations is reversed; values of a
         declared reduction are combined in any order.
    (P3) No block is bound to the loop by both a spatial and a reduction axis.

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    schedule.vectorize %j
    ```
  }];
  let arguments = (ins Schedule_Handle:$loop);
  let assemblyFormat = "$loop attr-dict";
}

def Schedule_VirtualThreadOp : Schedule_Primitive<"virtual_thread"> {
  let summary = "Interleaves iterations (TVM: `bind` to `vthread`)";
  let description = [{
    ```
    for t in [0, 2) for k { A[t] += B[k, t]; C[k, t] = A[t] }
      ->  for k { A[0] += B[k, 0]; A[1] += B[k, 1]; … }                 when lowered
    ```
    Iterations take turns inside of each serial loop that they share, so that
    one can compute while another one waits for memory. Buffers made in the loop
    exist once per iteration.

    (P1) The loop is serial and runs from 0 in steps of 1.
    (P2) The trip count is constant, and there are at most 65,536 copies of a
         body, including the copies by unrolled loops around and inside.
    (P3) No iteration depends on another one, not even by a reduction.
    (P4) The loop has `extent` iterations, if that is given (TVM: the extent of
         a `thread_axis`).

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    schedule.virtual_thread %t
    schedule.virtual_thread %u extent 2
    ```
  }];
  let arguments = (ins Schedule_Handle:$loop, OptionalAttr<I64Attr>:$extent);
  let assemblyFormat = "$loop (`extent` $extent^)? attr-dict";
}

def Schedule_SoftwarePipelineOp : Schedule_Primitive<"software_pipeline"> {
  let summary = "Overlaps iterations (TVM: `software_pipeline_stage`, `_order`)";
  let description = [{
    ```
    for i in [0, n) { a = A[i]; B[i] = f(a) }
      ->  a[0] = A[0]                                      stages [0, 1] order [0, 1]
          for i in [0, n - 1) { a[(i + 1) mod 2] = A[i + 1]; B[i] = f(a[i mod 2]) }
          B[n - 1] = f(a[(n - 1) mod 2])
    ```
    The body of `loop` is a list of loops and blocks. Statement number k runs
    `stages[k]` steps after its iteration begins, as number `order[k]` of a
    step. A buffer that is allocated in the loop gets a version for each
    iteration in flight.

    (C1) Stages are at least 0, one of them is 0.
    (C2) As many positions as stages, a permutation.
    (P1) The loop is serial, runs from 0 in steps of 1, and has a constant trip
         count that exceeds the last stage.
    (P2) Its body holds as many loops and blocks as there are stages, besides
         buffers on the stack and indices.
    (P3) Reductions along the loop, or around it, are decomposed.
    (P4) All dependences keep their order.
    (P5) Accesses of buffers with versions are affine, and these fit on a stack
         (256 KiB).

    No handle is consumed; `loop` is the steady state, and handles of its
    contents stay valid. Blocks of the prologue and the epilogue have names of
    their own.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    schedule.software_pipeline %i stages [0, 1] order [0, 1]
    ```
  }];
  let arguments = (ins Schedule_Handle:$loop, DenseI64ArrayAttr:$stages,
                       DenseI64ArrayAttr:$order);
  let assemblyFormat = "$loop `stages` $stages `order` $order attr-dict";
  let hasVerifier = 1;
}

def Schedule_UnrollOp : Schedule_Primitive<"unroll"> {
  let summary = "Repeats the body (TVM: `unroll`)";
  let description = [{
    ```
    for j in [0, 2) { A[j] }  ->  for j in [0, 2) { A[j] } {te.kind = "unrolled"}
      ->  A[0]; A[1]                                              when lowered
    ```
    With `max_step` (TVM: the pragma `auto_unroll_max_step`), the primitive
    unrolls each loop, from `loop` inwards, with at most `max_step` innermost
    iterations in all; lanes of a vectorized loop count once. Loops that are not
    serial, or of which (P1) does not hold, stay as they are, and so do the loops
    around them.

    (P1) The loop is serial, runs from 0 in steps of 1, and has a constant trip
         count.
    (P2) There are at most 65,536 copies of a body, including repeated loops
         around and inside; `max_step` is at most that. More take minutes to
         compile.

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    schedule.unroll %j
    schedule.unroll %k max_step 16
    ```
  }];
  let arguments = (ins Schedule_Handle:$loop,
                       ConfinedAttr<OptionalAttr<I64Attr>,
                                    [IntPositive]>:$max_step);
  let assemblyFormat = "$loop (`max_step` $max_step^)? attr-dict";
}

def Schedule_StreamStoresOp : Schedule_Primitive<"stream_stores"> {
  let summary = "Stores around the caches (not in TVM)";
  let description = [{
    ```
    for i { B[i] = f(A[i]) } {te.kind = "vectorized"}
      ->  for i { B[i] = f(A[i]) } {te.kind = "vectorized", te.streams}
    ```
    Whole vectors are stored by non-temporal stores if their addresses are
    multiples of their size; other stores, and stores to buffers on the stack,
    stay ordinary. Cache lines that are overwritten are not read before, and
    other data stays in the caches. This is for results that are larger than the
    caches: a reader that follows soon has to load the result from memory.

    (P1) The loop is vectorized.

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    schedule.vectorize %j
    schedule.stream_stores %j
    ```
  }];
  let arguments = (ins Schedule_Handle:$loop);
  let assemblyFormat = "$loop attr-dict";
}

def Schedule_BindOp : Schedule_Primitive<"bind"> {
  let summary = "Runs iterations on an axis of a GPU (TVM: `bind`)";
  let description = [{
    ```
    for i { … }  ->  for i { … } {te.kind = "threadIdx.x"}        i = threadIdx.x
    ```
    The outermost bound loop becomes a launch. Loops next to each other in it
    may be bound to the same axis; the block is as large as the largest of them.
    A statement outside of the loops of an axis runs at index 0 of that axis.

    (C1) The axis is `blockIdx.x`, `.y`, `.z` or `threadIdx.x`, `.y`, `.z`.
    (P1) The loop is serial and runs from 0 in steps of 1.
    (P2) Threads have constant extents, at most 1024 in a block and 64 along z.
         No axis is bound twice around a statement, except a statement that
         writes a buffer which the threads of the outer loop share. From the
         launch to the last `blockIdx` loop, bound loops nest perfectly.
         Reductions around a bound loop of other axes are decomposed; no loop in
         the launch is parallel.
    (P3) No iteration depends on another one, not even by a reduction, unless
         threads reduce.
    (P4) Different threads of a block access no element that one of them writes,
         unless the buffer is in scope `shared`, and it is outside of the loops
         of threads or each of their iterations writes the same values to it.
         `gpu-insert-barriers` inserts the barriers.
    (P5) The loop has `extent` iterations, if that is given (TVM: the extent of
         a `thread_axis`).
    (P6) If threads reduce a block, the outermost loop of the reduction contains
         only loops of the reduction, of which all others are serial; values are
         combined in any order, as for `rfactor`, in one place per result; and
         nothing else in these loops uses the results. `gpu-insert-barriers`
         gives each thread a value in shared memory and combines the values in a
         tree; the first thread stores the result. `rfactor` before this step
         keeps the values of a thread in registers.

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    schedule.bind %i to "threadIdx.x"
    schedule.bind %j to "threadIdx.y" extent 8
    ```
  }];
  let arguments = (ins Schedule_Handle:$loop, StrAttr:$axis,
                       OptionalAttr<I64Attr>:$extent);
  let assemblyFormat = "$loop `to` $axis (`extent` $extent^)? attr-dict";
  let hasVerifier = 1;
}

#endif
