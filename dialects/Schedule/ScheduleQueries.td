// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_SCHEDULE_SCHEDULEQUERIES_TD
#define TVM_DIALECTS_SCHEDULE_SCHEDULEQUERIES_TD

include "dialects/Schedule/ScheduleBase.td"

def Schedule_GetKernelOp : Schedule_Query<"get_kernel"> {
  let summary = "The function of a name (TVM: `work_on`)";
  let description = [{
    The one `func.func` inside of `root` that is called `name`. Needed where a
    module holds more than one: blocks have a name of their own in a function.

    No handle is consumed.
    Fails (silenceable) where there is none or more than one.

    ```mlir
    %f = schedule.get_kernel "relu" in %root
    ```
  }];
  let arguments = (ins StrAttr:$name, Schedule_Handle:$root);
  let results = (outs Schedule_Handle:$kernel);
  let assemblyFormat = "$name `in` $root attr-dict";
}

def Schedule_GetBlockOp : Schedule_Query<"get_block"> {
  let summary = "The block of a name (TVM: `get_block`)";
  let description = [{
    The one `te.block` inside of `root` that is called `name`.

    No handle is consumed.
    Fails (silenceable) where there is none or more than one.

    ```mlir
    %c = schedule.get_block "C" in %kernel
    ```
  }];
  let arguments = (ins StrAttr:$name, Schedule_Handle:$root);
  let results = (outs Schedule_Handle:$block);
  let assemblyFormat = "$name `in` $root attr-dict";
}

def Schedule_GetLoopsOp : Schedule_Query<"get_loops"> {
  let summary = "The loops around a block (TVM: `get_loops`)";
  let description = [{
    One handle per loop around `block`, the outermost first.

    No handle is consumed.
    Fails (silenceable) where there are not as many loops as results.

    ```mlir
    %i, %j = schedule.get_loops of %c
    ```
  }];
  let arguments = (ins Schedule_Handle:$block);
  let results = (outs Variadic<Schedule_Handle>:$loops);
  let assemblyFormat = "`of` $block custom<Handles>(type($loops)) attr-dict";
}

def Schedule_GetProducersOp : Schedule_Query<"get_producers"> {
  let summary = "The blocks that a block reads from (TVM: `get_producers`)";
  let description = [{
    One handle per other block of the function that writes a buffer that
    `block` reads and runs before it, in program order.

    No handle is consumed.
    Fails (silenceable) where there are not as many blocks as results.

    ```mlir
    %a, %b = schedule.get_producers of %c
    ```
  }];
  let arguments = (ins Schedule_Handle:$block);
  let results = (outs Variadic<Schedule_Handle>:$producers);
  let assemblyFormat = "`of` $block custom<Handles>(type($producers)) attr-dict";
}

def Schedule_GetConsumersOp : Schedule_Query<"get_consumers"> {
  let summary = "The blocks that read from a block (TVM: `get_consumers`)";
  let description = [{
    One handle per other block of the function that reads a buffer that
    `block` writes and runs behind it, in program order.

    No handle is consumed.
    Fails (silenceable) where there are not as many blocks as results.

    ```mlir
    %d = schedule.get_consumers of %c
    ```
  }];
  let arguments = (ins Schedule_Handle:$block);
  let results = (outs Variadic<Schedule_Handle>:$consumers);
  let assemblyFormat = "`of` $block custom<Handles>(type($consumers)) attr-dict";
}

#endif
