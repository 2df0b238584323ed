// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_MEMORY_GRAPHMEMORY_TD
#define TVM_DIALECTS_GRAPH_MEMORY_GRAPHMEMORY_TD

include "dialects/Graph/GraphBase.td"

// The host function after `graph-plan-memory`: every value has a place.

def Graph_MemRef : MemRefOf<[AnyFloat, AnySignlessInteger]>;
def Graph_Bytes : MemRefRankOf<[I8], [1]>;

def Graph_CheckOp : Graph_Op<"check"> {
  let summary = "Run-time check";
  let description = [{
    Ends the run with the error `text` where `condition` is false. `{0}` to
    `{3}` in `text` stand for `values`.
    (C1) There are at most four values, and `text` names no others.

    ```mlir
    graph.check %ok, "node 'r' (Reshape): cannot reshape {0} elements to {1}" (%n, %m)
    ```
  }];
  let arguments = (ins I1:$condition, StrAttr:$text, Variadic<Index>:$values);
  let assemblyFormat = "$condition `,` $text (`(` $values^ `)`)? attr-dict";
  let hasVerifier = 1;
}

def Graph_ByteSizeOp : Graph_Op<"byte_size", [Pure]> {
  let summary = "Bytes that a tensor takes in the arena";
  let description = [{
    The size of a tensor with the element type and the static dimensions of
    `type` and the dynamic `dims`, rounded up to 64. Sizes beyond 2^48, and
    those of negative dimensions, are 2^48: no arena is that large.
    (C1) There is one operand per dynamic dimension.

    ```mlir
    %s = graph.byte_size(%n) : memref<?x384xf32>
    ```
  }];
  let arguments = (ins Variadic<Index>:$dims, TypeAttrOf<Graph_MemRef>:$type);
  let results = (outs Index:$bytes);
  let assemblyFormat = "`(` $dims `)` attr-dict `:` $type";
  let hasVerifier = 1;
}

def Graph_ArenaOp : Graph_Op<"arena"> {
  let summary = "The memory of a run";
  let description = [{
    Memory that grows to `bytes` and is kept between runs. Once per run.

    ```mlir
    %arena = graph.arena %bytes : memref<?xi8>
    ```
  }];
  let arguments = (ins Index:$bytes);
  let results = (outs Graph_Bytes:$memory);
  let assemblyFormat = "$bytes attr-dict `:` type($memory)";
}

def Graph_PoolOp : Graph_Op<"pool"> {
  let summary = "Memory whose size depends on data";
  let description = [{
    Memory that lives until the end of the run.

    ```mlir
    %m = graph.pool %bytes : memref<?xi8>
    ```
  }];
  let arguments = (ins Index:$bytes);
  let results = (outs Graph_Bytes:$memory);
  let assemblyFormat = "$bytes attr-dict `:` type($memory)";
}

def Graph_SlotOp : Graph_Op<"slot"> {
  let summary = "Memory that is used again by every iteration";
  let description = [{
    The memory of number `index`, grown to `bytes`; its first `kept` bytes stay
    as they were. It lives until the next `graph.slot` of the same number, or to
    the end of the run.

    ```mlir
    %m = graph.slot %index(%bytes) keep %kept : memref<?xi8>
    ```
  }];
  let arguments = (ins Index:$index, Index:$bytes, Index:$kept);
  let results = (outs Graph_Bytes:$memory);
  let assemblyFormat =
      "$index `(` $bytes `)` `keep` $kept attr-dict `:` type($memory)";
}

def Graph_OutputOp : Graph_Op<"output"> {
  let summary = "Where a result of the model goes";
  let description = [{
    The memory of result `index`, whose dynamic dimensions are `dims`. Once
    per result and run.
    (C1) There is one operand per dynamic dimension.

    ```mlir
    %y = graph.output 0(%n) : memref<?x1000xf32>
    ```
  }];
  let arguments = (ins I32Attr:$index, Variadic<Index>:$dims);
  let results = (outs Graph_MemRef:$memory);
  let assemblyFormat = "$index `(` $dims `)` attr-dict `:` type($memory)";
  let hasVerifier = 1;
}

def Graph_GetWeightOp : Graph_Op<"get_weight", [Pure]> {
  let summary = "The memory of a weight";
  let description = [{
    (C1) The shape of `value` is that of the result.

    ```mlir
    %w = graph.get_weight #graph.weight<"w", 0, 42> : tensor<64x64xf32> -> memref<64x64xf32>
    ```
  }];
  let arguments = (ins Graph_WeightAttr:$value);
  let results = (outs Graph_MemRef:$memory);
  let assemblyFormat = "qualified($value) attr-dict `->` type($memory)";
  let hasVerifier = 1;
}

def Graph_ViewOp : Graph_Op<"view", [Pure]> {
  let summary = "The same bytes under another type";
  let description = [{
    Elements stay where they are in row-major order; dynamic dimensions are
    those that the users know.

    ```mlir
    %v = graph.view %x : memref<?x4xf32> to memref<?x2x2xf32>
    ```
  }];
  let arguments = (ins Graph_MemRef:$source);
  let results = (outs Graph_MemRef:$memory);
  let assemblyFormat = "$source attr-dict `:` type($source) `to` type($memory)";
}

def Graph_CopyOp : Graph_Op<"copy"> {
  let summary = "Copy of a tensor's bytes";
  let description = [{
    Copies `source`, whose dynamic dimensions are `dims`, to `target`.
    (C1) There is one operand per dynamic dimension of `source`.

    ```mlir
    graph.copy %x(%n) to %y : memref<?x4xf32>, memref<?x4xf32>
    ```
  }];
  let arguments = (ins Graph_MemRef:$source, Variadic<Index>:$dims,
                       Graph_MemRef:$target);
  let assemblyFormat = [{
    $source `(` $dims `)` `to` $target attr-dict
        `:` type($source) `,` type($target)
  }];
  let hasVerifier = 1;
}

def Graph_NumThreadsOp : Graph_Op<"num_threads", [Pure]> {
  let summary = "Threads of this run";
  let results = (outs Index:$count);
  let assemblyFormat = "attr-dict";
  let description = [{
    ```mlir
    %t = graph.num_threads
    ```
  }];
}

def Graph_CallOp : Graph_Op<"call", [AttrSizedOperandSegments]> {
  let summary = "Call of a kernel on planned memory";
  let description = [{
    What `graph.launch` becomes: `buffers` are the inputs, then the outputs;
    `dims` are the values of the kernel's dynamic dimensions, argument by
    argument. `fusion` is the decision of `graph-fuse` that the launch had.
    (C1) `kernel` names a function in a nested module `@module::@function`.

    ```mlir
    graph.call @k::@k(%x, %y : memref<?xf32>, memref<?xf32>) dims(%n, %n) workspace(%w : memref<?xi8>)
    ```
  }];
  let arguments = (ins SymbolRefAttr:$kernel, Variadic<Graph_MemRef>:$buffers,
                       Variadic<Index>:$dims, Optional<Graph_Bytes>:$workspace,
                       OptionalAttr<Graph_FusionAttr>:$fusion);
  let assemblyFormat = [{
    $kernel `(` ($buffers^ `:` type($buffers))? `)` (`dims` `(` $dims^ `)`)?
        (`workspace` `(` $workspace^ `:` type($workspace) `)`)? attr-dict
  }];
  let hasVerifier = 1;
}

#endif
