// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_SCHEDULE_SCHEDULESAMPLING_TD
#define TVM_DIALECTS_SCHEDULE_SCHEDULESAMPLING_TD

include "dialects/Schedule/ScheduleBase.td"

def Schedule_ParamProducerTrait
    : NativeOpTrait<"ParamProducerTransformOpTrait"> {
  let cppNamespace = "::mlir::transform";
}

def Schedule_SamplePerfectTileOp
    : Schedule_Op<"sample_perfect_tile", [Schedule_ParamProducerTrait]> {
  let summary = "Random factors of a trip count (TVM: `sample_perfect_tile`)";
  let description = [{
    ```
    for i in [0, 24)  ->  %a, %b, %c = 3, 2, 4
    ```
    As many factors as results, outermost first, whose product is the trip count
    of `loop`; the innermost one is at most `max_innermost_factor`. All such
    lists are equally likely. `decision` is one that was drawn before: nothing
    is random then. Its first factor may be 0, which stands for the rest of the
    trip count. A step that runs more than once decides once.

    (C1) Between 1 and 8 results, a positive `max_innermost_factor`.
    (C2) A decision has as many factors as there are results.
    (P1) The trip count is constant, from 1 to 2^40.
    (P2) There is such a list, and a decision is one.

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    %a, %b, %c = schedule.sample_perfect_tile %i max_innermost_factor 16
    %o, %m, %l = schedule.split %i by [%a, %b, %c]
    ```
  }];
  let arguments = (ins Schedule_Handle:$loop,
                       DefaultValuedAttr<I64Attr, "16">:$max_innermost_factor,
                       OptionalAttr<DenseI64ArrayAttr>:$decision);
  let results = (outs Variadic<Schedule_Number>:$factors);
  let assemblyFormat = [{
    $loop (`max_innermost_factor` $max_innermost_factor^)?
    (`decision` $decision^)? custom<Numbers>(type($factors)) attr-dict
  }];
  let hasVerifier = 1;
}

def Schedule_SampleCategoricalOp
    : Schedule_Op<"sample_categorical", [Schedule_ParamProducerTrait]> {
  let summary = "One of several numbers (TVM: `sample_categorical`)";
  let description = [{
    ```
    [0, 16, 64]  ->  16
    ```
    A candidate with a probability in proportion to its weight. `decision` is
    the position of the one that was drawn before.

    (C1) As many weights as candidates, one at least.
    (C2) Weights are finite and not negative, one is positive.
    (C3) A decision is the position of a candidate.

    It has no handle, and does not fail.

    ```mlir
    %n = schedule.sample_categorical [0, 16, 64] weights [0.5, 0.25, 0.25]
    ```
  }];
  let arguments = (ins DenseI64ArrayAttr:$candidates, F64ArrayAttr:$weights,
                       OptionalAttr<I64Attr>:$decision);
  let results = (outs Schedule_Number:$number);
  let assemblyFormat = [{
    $candidates `weights` $weights (`decision` $decision^)?
    attr-dict
  }];
  let hasVerifier = 1;
}

def Schedule_SampleComputeLocationOp
    : Schedule_Query<"sample_compute_location"> {
  let summary = "A random loop for a block (TVM: `sample_compute_location`)";
  let description = [{
    ```
    for i { A[i] }  for i { for j { B[i, j] = A[i] } }  ->  i of B
    ```
    One of the loops around consumers of `block` at which `compute_at` accepts
    it, or none: then the handle is empty, and `transform.foreach` does nothing.
    All are equally likely. `decision` is the position of the loop that was
    drawn before among all loops around consumers, in the order of
    `get_consumers` and from the outermost on, or -1.

    (P1) A decision is the position of such a loop, or -1.

    No handle is consumed.
    Fails (silenceable) where a precondition does not hold.

    ```mlir
    %at = schedule.sample_compute_location %a
    transform.foreach %at : !transform.any_op {
    ^bb0(%loop: !transform.any_op):
      %computed = schedule.compute_at %a, %loop
    }
    ```
  }];
  let arguments = (ins Schedule_Handle:$block,
                       OptionalAttr<I64Attr>:$decision);
  let results = (outs Schedule_Handle:$loop);
  let assemblyFormat = "$block (`decision` $decision^)? attr-dict";
}

#endif
