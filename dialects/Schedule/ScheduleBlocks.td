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
    `computed` is a new block at the top of the loop's body. It computes what
    the loop reads of the block's buffer, into a buffer of that size. Other
    readers keep the original; where there are none it goes, with its buffer.

    (P1) The nest of `block` precedes that of `loop`.
    (P2) It has one loop per axis and is the only block that writes its buffer,
         all of it, at its spatial axes.
    (P3) Nothing that it reads is written between its place and the end of
         `loop`'s nest.
    (P4) Reads inside of `loop` are affine and have a constant extent.
    (P5) What is computed fits on a stack (256 KiB).

    No handle is consumed; those of what goes are left empty.

    ```mlir
    %a = schedule.compute_at %block, %loop
    ```
  }];
  let arguments = (ins Schedule_Handle:$block, Schedule_Handle:$loop);
  let results = (outs Schedule_Handle:$computed);
  let assemblyFormat = "$block `,` $loop attr-dict";
}

def Schedule_CacheWriteOp : Schedule_Primitive<"cache_write"> {
  let summary = "Writes to a buffer of its own first (TVM: `cache_write`)";
  let description = [{
    ```
    for i { C[i] = … }  ->  for i { c[i] = … }  for i { C[i] = c[i] }
    ```
    `copy` is the second block, called `<name>_write`.

    (P1) The block writes one buffer, at its spatial axes, and does not read
         what was there.
    (P2) No other block of its nest uses the buffer.

    No handle is consumed.

    ```mlir
    %copy = schedule.cache_write %c
    ```
  }];
  let arguments = (ins Schedule_Handle:$block);
  let results = (outs Schedule_Handle:$copy);
  let assemblyFormat = "$block attr-dict";
}

def Schedule_TransformLayoutOp : Schedule_Primitive<"transform_layout"> {
  let summary = "Stores a buffer in another order (TVM: `transform_layout`)";
  let description = [{
    ```
    w[k, n]  ->  w[n div 16, k, n mod 16]
    ```
    Of the buffer that the block captures as number `capture`. It is one that
    the kernel allocates, or an argument that every caller passes a weight for
    (`graph.constant`): that one gets the attribute `graph.layout`, and
    `graph-pack-weights` lays the weights out when the model is compiled.

    (P1) Such a buffer, of static shape.
    (P2) Only affine accesses by blocks use it.
    (P3) The layout has a place for every element, none at a negative index.

    No handle is consumed.

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
         axis, every loop from it to those binds another one, and what the
         initialisation refers to is defined outside of it.
    (P3) No other block in `loop` uses an element before its initialisation.
    (P4) The block's predicate holds at the first iteration of the reduction
         loops if it does at any.

    No handle is consumed.

    ```mlir
    %init = schedule.decompose_reduction %c, %k
    ```
  }];
  let arguments = (ins Schedule_Handle:$block, Schedule_Handle:$loop);
  let results = (outs Schedule_Handle:$init);
  let assemblyFormat = "$block `,` $loop attr-dict";
}

#endif
