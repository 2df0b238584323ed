// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_TENSORS_GRAPHINDEXING_TD
#define TVM_DIALECTS_GRAPH_TENSORS_GRAPHINDEXING_TD

include "dialects/Graph/GraphSymbolic.td"

def Graph_GatherOp : Graph_SymbolicOp<"gather", "Injective",
    [Graph_SomeRuntimeChecks, Graph_SymbolicElements]> {
  let summary = "Slices of `x` along an axis, chosen by indices";
  let description = [{
    The dimensions of `indices` replace `axis`. Negative indices count from the
    end; those outside are moved to the border. A run that reads from an empty
    dimension ends with an error.
    (C1) `axis` is a dimension of `x`; negative ones count from the last.

    ```mlir
    %0 = graph.gather %x, %i axis 0
        : (tensor<100x8xf32>, tensor<2x3xi64>) -> tensor<2x3x8xf32>
    ```
  }];
  let arguments = (ins Graph_AnyTensor:$x, Graph_IndexTensor:$indices,
                       I64Attr:$axis);
  let assemblyFormat = [{
    $x `,` $indices `axis` $axis attr-dict `:`
    functional-type(operands, results)
  }];
}

def Graph_GatherElementsOp : Graph_SymbolicOp<"gather_elements", "Injective",
    [Graph_RuntimeChecks]> {
  let summary = "Elements of `x`, each with an index along an axis of its own";
  let description = [{
    The result has the shape of `indices`. Each of its elements comes from its
    own place in `x`, but along `axis` from its index, as `graph.gather` takes
    it.
    (C1) `axis` is a dimension of `x`; negative ones count from the last.
    (C2) `indices` has the rank of `x`.
    (C3) Its dimensions other than `axis` do not exceed those of `x`.

    ```mlir
    %0 = graph.gather_elements %x, %i axis 1
        : (tensor<3x4xf32>, tensor<3x2xi64>) -> tensor<3x2xf32>
    ```
  }];
  let arguments = (ins Graph_AnyTensor:$x, Graph_IndexTensor:$indices,
                       I64Attr:$axis);
  let assemblyFormat = [{
    $x `,` $indices `axis` $axis attr-dict `:`
    functional-type(operands, results)
  }];
}

def Graph_GatherNDOp : Graph_SymbolicOp<"gather_nd", "Injective",
    [Graph_RuntimeChecks]> {
  let summary = "Slices of `x` at coordinates";
  let description = [{
    The last dimension of `indices` holds coordinates of the dimensions that
    follow the `batch_dims` leading ones, which both operands share.
    Coordinates are taken as `graph.gather` takes indices.
    (C1) The last dimension of `indices` is known.
    (C2) `batch_dims` and the coordinates fit into the ranks.
    (C3) Batch dimensions are equal.

    ```mlir
    %0 = graph.gather_nd %x, %i batch 1
        : (tensor<2x3x4xf32>, tensor<2x5x1xi64>) -> tensor<2x5x4xf32>
    ```
  }];
  let arguments = (ins Graph_AnyTensor:$x, Graph_IndexTensor:$indices,
                       I64Attr:$batch_dims);
  let assemblyFormat = [{
    $x `,` $indices `batch` $batch_dims attr-dict `:`
    functional-type(operands, results)
  }];
}

def Graph_ScatterElementsOp : Graph_SymbolicOp<"scatter_elements", "Opaque",
    [Graph_RuntimeChecks]> {
  let summary = "A tensor with some elements replaced or combined";
  let description = [{
    Each element of `updates` goes to where it lies itself, but at its index
    along `axis`. Negative indices count from the end; what would go outside is
    left out. `reduction` combines it with the old element and all others that
    go there; with `none` the last one stays. Bools are added by or and
    multiplied by and.
    (C1) `axis` is a dimension of `x`; negative ones count from the last.
    (C2) `indices` and `updates` have the rank of `x` and equal shapes;
         `updates` has its element type.
    (C3) Their dimensions other than `axis` do not exceed those of `x`.
    (C4) Elements are numbers, or they are replaced.

    ```mlir
    %0 = graph.scatter_elements %x, %i, %u axis 1 reduction add
        : (tensor<3x4xf32>, tensor<3x2xi64>, tensor<3x2xf32>)
        -> tensor<3x4xf32>
    ```
  }];
  let arguments = (ins Graph_AnyTensor:$x, Graph_IndexTensor:$indices,
                       Graph_AnyTensor:$updates, I64Attr:$axis,
                       Graph_ScatterReductionAttr:$reduction);
  let assemblyFormat = [{
    $x `,` $indices `,` $updates `axis` $axis `reduction` $reduction attr-dict
    `:` functional-type(operands, results)
  }];
}

def Graph_ScatterNDOp : Graph_SymbolicOp<"scatter_nd", "Opaque",
    [Graph_RuntimeChecks]> {
  let summary = "A tensor with slices at coordinates replaced or combined";
  let description = [{
    The last dimension of `indices` holds coordinates of the first dimensions
    of `x`. Slices go there as elements do in `graph.scatter_elements`.
    (C1) The last dimension of `indices` is known and no more than the rank of
         `x`.
    (C2) `updates` has the other dimensions of `indices`, then those of `x`
         without coordinates; it has the element type of `x`.
    (C3) Elements are numbers, or they are replaced.

    ```mlir
    %0 = graph.scatter_nd %x, %i, %u reduction none
        : (tensor<4x8xf32>, tensor<2x1xi64>, tensor<2x8xf32>)
        -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Graph_AnyTensor:$x, Graph_IndexTensor:$indices,
                       Graph_AnyTensor:$updates,
                       Graph_ScatterReductionAttr:$reduction);
  let assemblyFormat = [{
    $x `,` $indices `,` $updates `reduction` $reduction attr-dict `:`
    functional-type(operands, results)
  }];
}

def Graph_TensorScatterOp : Graph_SymbolicOp<"tensor_scatter", "Injective",
    [Graph_RuntimeChecks]> {
  let summary = "A cache with an update written at a position per batch";
  let description = [{
    `update` replaces the elements of `x` from `positions[b]` (default 0) on
    along `axis`, where `b` is the first index; with `circular` positions
    behind the end continue at the start.
    (C1) `axis` is a dimension of `x` other than the first.
    (C2) `update` has the rank and the element type of `x`, `positions` one
         element per batch.
    (C3) `update` has the dimensions of `x`, along `axis` no more.

    ```mlir
    %0 = graph.tensor_scatter %cache, %update at %positions axis 2 circular
        : (tensor<2x4x16x8xf32>, tensor<2x4x1x8xf32>, tensor<2xi64>)
        -> tensor<2x4x16x8xf32>
    ```
  }];
  let arguments = (ins Graph_DataTensor:$x, Graph_DataTensor:$update,
                       Optional<Graph_IndexTensor>:$positions, I64Attr:$axis,
                       UnitAttr:$circular);
  let assemblyFormat = [{
    $x `,` $update (`at` $positions^)? `axis` $axis (`circular` $circular^)?
    attr-dict `:` functional-type(operands, results)
  }];
}

def Graph_OneHotOp : Graph_SymbolicOp<"one_hot"> {
  let summary = "Each index as a row of `depth` elements";
  let description = [{
    `values` are (off, on); a new dimension `axis` of the result is on at the
    index. Negative indices count from the end, floats are truncated. An index
    outside `[-depth, depth)` is on nowhere.
    (C1) `axis` is a dimension of the result; negative ones count from the
         last.
    (C2) `depth` is one element, `values` are two.

    ```mlir
    %0 = graph.one_hot %indices, %depth, %values axis -1
        : (tensor<4xi64>, tensor<i64>, tensor<2xf32>) -> tensor<4x?xf32>
    ```
  }];
  let arguments = (ins Graph_Tensor:$indices, Graph_IndexTensor:$depth,
                       Graph_DataTensor:$values, I64Attr:$axis);
  let assemblyFormat = [{
    $indices `,` $depth `,` $values `axis` $axis attr-dict `:`
    functional-type(operands, results)
  }];
  let elementType = "::mlir::getElementTypeOrSelf(adaptor.getValues())";
}

def Graph_ReverseSequenceOp : Graph_SymbolicOp<"reverse_sequence", "Injective",
    [Graph_RuntimeChecks]> {
  let summary = "The first elements of each sequence in reverse order";
  let description = [{
    Of sequence `b`, the first `lengths[b]` elements along `time_axis` are
    reversed, the others stay.
    (C1) `batch_axis` and `time_axis` are 0 and 1, or 1 and 0.
    (C2) `lengths` has one element per sequence.

    ```mlir
    %0 = graph.reverse_sequence %x, %lengths batch 1 time 0
        : (tensor<4x3xf32>, tensor<3xi64>) -> tensor<4x3xf32>
    ```
  }];
  let arguments = (ins Graph_DataTensor:$x, Graph_IndexTensor:$lengths,
                       I64Attr:$batch_axis, I64Attr:$time_axis);
  let assemblyFormat = [{
    $x `,` $lengths `batch` $batch_axis `time` $time_axis attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif
