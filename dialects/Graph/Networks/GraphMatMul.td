// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_NETWORKS_GRAPHMATMUL_TD
#define TVM_DIALECTS_GRAPH_NETWORKS_GRAPHMATMUL_TD

include "dialects/Graph/GraphSymbolic.td"

def Graph_MatMulOp : Graph_Operator<"matmul", "OutFusable",
    [Graph_RuntimeChecks, Graph_OwnPrecision]> {
  let summary = "Matrix product, batches broadcast to each other";
  let description = [{
    NumPy's `matmul`: the last two dimensions are matrices, the others are
    batches. A vector is a row on the left and a column on the right, and its
    dimension of 1 is absent from the result. `transpose_a` and `transpose_b`
    exchange the last two dimensions of an operand.

    (C1) Operands have one element type, or are of `ui8` and `i8`, then the
         result is of `i32`; they have at least one dimension.
    (C2) Only an operand of rank 2 or more is transposed.
    (C3) Inner dimensions are equal.
    (C4) Batch dimensions broadcast.

    ```mlir
    %c = graph.matmul %a, %b {transpose_b = true}
        : (tensor<8x4x16xf32>, tensor<32x16xf32>) -> tensor<8x4x32xf32>
    ```
  }];
  let arguments = (ins Graph_ArithmeticTensor:$a, Graph_ArithmeticTensor:$b,
                       DefaultValuedAttr<BoolAttr, "false">:$transpose_a,
                       DefaultValuedAttr<BoolAttr, "false">:$transpose_b);
  let results = (outs Graph_ArithmeticTensor:$result);
  let assemblyFormat =
      "$a `,` $b attr-dict `:` functional-type(operands, results)";
  let extraClassDeclaration = [{
    /// Dimensions of the operands that are rows, columns and summed; -1 for
    /// the row or column that a vector lacks.
    int64_t getRowDim();
    int64_t getColumnDim();
    int64_t getInnerDimOfA();
    int64_t getInnerDimOfB();

    bool movesRows() { return true; }
  }];
}

def Graph_EinsumOp : Graph_Operator<"einsum", "OutFusable",
    [Graph_RuntimeChecks, Graph_OwnPrecision]> {
  let summary = "Sum of products of elements, by Einstein's convention";
  let description = [{
    `equation` has one letter per dimension of each operand and of the result;
    letters that the result lacks are summed over. Dimensions of one letter are
    equal, or 1 and then broadcast.

    (C1) The equation is `a,b,...->c` of letters, one term per operand, one
         letter per dimension.
    (C2) Letters of the result are distinct and occur in an operand.
    (C3) Dimensions of one letter are equal or 1.
    (C4) Operands have one element type.

    ```mlir
    %c = graph.einsum %a, %b {equation = "bij,bjk->bik"}
        : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    ```
  }];
  let arguments = (ins Variadic<Graph_ArithmeticTensor>:$inputs, StrAttr:$equation);
  let results = (outs Graph_ArithmeticTensor:$result);
  let assemblyFormat =
      "$inputs attr-dict `:` functional-type(operands, results)";
}

def Graph_DetOp : Graph_SymbolicOp<"det", "Opaque",
    [Graph_RuntimeChecks]> {
  let summary = "Determinant of each matrix";
  let description = [{
    Gaussian elimination with partial pivoting.

    (C1) The last two dimensions are matrices, and equal.

    ```mlir
    %0 = graph.det %x : (tensor<8x3x3xf32>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins Graph_FloatTensor:$x);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
}

#endif
