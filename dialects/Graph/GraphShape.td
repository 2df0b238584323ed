#ifndef TVM_DIALECTS_GRAPH_GRAPHSHAPE_TD
#define TVM_DIALECTS_GRAPH_GRAPHSHAPE_TD

include "dialects/Graph/GraphBase.td"

def Graph_TransposeOp : Graph_Operator<"transpose", "Injective"> {
  let summary = "Permutes the dimensions";
  let description = [{
    Dimension `i` of the result is dimension `permutation[i]` of `x`.
    (C1) `permutation` is a permutation of the dimensions of `x`.

    ```mlir
    %0 = graph.transpose %x [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    ```
  }];
  let arguments = (ins Graph_Tensor:$x, DenseI64ArrayAttr:$permutation);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat =
      "$x $permutation attr-dict `:` functional-type(operands, results)";
}

#endif
