// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_TENSORS_GRAPHRANDOM_TD
#define TVM_DIALECTS_GRAPH_TENSORS_GRAPHRANDOM_TD

include "dialects/Graph/GraphSymbolic.td"

def Graph_RandomBitsOp : Graph_SymbolicOp<"random_bits", "Injective"> {
  let summary = "32 random bits per element";
  let description = [{
    Element i in row-major order is word `word` of Philox4x32-10 (Salmon et
    al., "Parallel random numbers: as easy as 1, 2, 3") of counter i and key
    `seed`. So it is pure: the same for the same seed, whatever the threads and
    the target.

    (C1) `shape` has one dimension, of known size.
    (C2) `word` is 0, 1, 2 or 3.

    ```mlir
    %0 = graph.random_bits %shape seed 42 word 0
        : (tensor<2xi64>) -> tensor<?x?xui32>
    ```
  }];
  let arguments = (ins Graph_IndexTensor:$shape, I64Attr:$seed, I64Attr:$word);
  let assemblyFormat = [{
    $shape `seed` $seed `word` $word attr-dict `:`
    functional-type(operands, results)
  }];
  let elementType = [{::mlir::IntegerType::get(
      context, 32, ::mlir::IntegerType::Unsigned)}];
}

#endif
