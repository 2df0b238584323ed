#ifndef TVM_DIALECTS_SCHEDULE_SCHEDULEMEMORY_TD
#define TVM_DIALECTS_SCHEDULE_SCHEDULEMEMORY_TD

include "dialects/Schedule/ScheduleBase.td"

def Schedule_CacheReadOp : Schedule_Primitive<"cache_read"> {
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
    buffer then read the copy. `copy` is the block that writes it, called
    `<name>_read`. `scope` is where the copy is: `global` (the default),
    `shared`, `local`, `warp`, `vta.inp`, `vta.wgt`, `vta.acc` or `vta.out`.

    (C1) The scope is one of these.
    (P1) There is such a buffer.
    (P2) `loop`, if there is one, is around the block and not vectorized.
    (P3) The buffer is not written between the copy and a read; no reader
         writes it.
    (P4) Readers only load from it; in `loop` at affine subscripts, over a
         constant extent that fits on a stack (256 KiB).

    No handle is consumed.

    ```mlir
    %a = schedule.cache_read %c, 0 to "shared" at %k
    ```
  }];
  let arguments = (ins Schedule_Handle:$block, I64Attr:$buffer,
                       OptionalAttr<StrAttr>:$scope,
                       Optional<Schedule_Handle>:$loop);
  let results = (outs Schedule_Handle:$copy);
  let assemblyFormat = [{
    $block `,` $buffer (`to` $scope^)? (`at` $loop^)? attr-dict
  }];
  let hasVerifier = 1;
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

#endif
