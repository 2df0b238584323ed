// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_SEQUENCES_GRAPHSEQUENCE_TD
#define TVM_DIALECTS_GRAPH_SEQUENCES_GRAPHSEQUENCE_TD

include "dialects/Graph/GraphSymbolic.td"

// A sequence is a vector of references to tensors; an optional is a sequence of
// at most one element. Functions of the runtime compute what reads or makes
// references. What only moves them is the operator for any element type:
// `graph.shape` is the length.

def Graph_Sequence : RankedTensorOf<[Graph_Handle], [HasAnyRankOfPred<[1]>], "sequence">;
def Graph_Position : RankedTensorOf<[I64], [], "tensor of i64">;

// The result is a sequence.
class Graph_SequenceMakingOp<string mnemonic>
    : Graph_SymbolicOp<mnemonic, "Opaque"> {
  let results = (outs Graph_Sequence:$result);
  let elementType = "HandleType::get(context)";
}

// The result is a list of dimensions.
class Graph_SequenceShapeReadingOp<string mnemonic>
    : Graph_SymbolicOp<mnemonic, "Opaque"> {
  let results = (outs RankedTensorOf<[I64]>:$result);
  let elementType = "::mlir::IntegerType::get(context, 64)";
}

// The result has the dimensions that `shape` lists.
class Graph_SequenceReadingOp<string mnemonic>
    : Graph_SymbolicOp<mnemonic, "Opaque"> {
  let elementType = "adaptor.getElementType()";
}

def Graph_SequenceOp : Graph_SequenceMakingOp<"sequence"> {
  let summary = "A sequence of tensors";
  let description = [{
    References to copies of `elements`, which live until the end of the run.

    ```mlir
    %s = graph.sequence %x, %y : (tensor<2xf32>, tensor<?x3xf32>) -> tensor<2x!graph.handle>
    ```
  }];
  let arguments = (ins Variadic<Graph_AnyTensor>:$elements);
  let assemblyFormat =
      "$elements attr-dict `:` functional-type(operands, results)";
}

def Graph_SequenceShapeOp : Graph_SequenceShapeReadingOp<"sequence_shape"> {
  let summary = "The shape of an element";
  let description = [{
    The dimensions of the element at `position`, which is counted from the end
    where it is negative. The run ends with an error where there is no such
    element, or its element type or rank are others.
    (C1) `position` is one element.
    (C2) `rank` is not negative.

    ```mlir
    %d = graph.sequence_shape %s[%i] of f32 rank 2 : (tensor<?x!graph.handle>, tensor<i64>) -> tensor<2xi64>
    ```
  }];
  let arguments = (ins Graph_Sequence:$sequence, Graph_Position:$position,
                       TypeAttr:$element_type, I64Attr:$rank);
  let assemblyFormat = [{
    $sequence `[` $position `]` `of` $element_type `rank` $rank attr-dict `:`
    functional-type(operands, results)
  }];
}

def Graph_SequenceAtOp : Graph_SequenceReadingOp<"sequence_at"> {
  let summary = "An element";
  let description = [{
    The element at `position`; see `graph.sequence_shape`, which says its
    `shape`.
    (C1) `position` is one element, `shape` has one dimension, which is known.

    ```mlir
    %x = graph.sequence_at %s[%i] shape %d of f32 : (tensor<?x!graph.handle>, tensor<i64>, tensor<2xi64>) -> tensor<?x?xf32>
    ```
  }];
  let arguments = (ins Graph_Sequence:$sequence, Graph_Position:$position,
                       Graph_Position:$shape, TypeAttr:$element_type);
  let assemblyFormat = [{
    $sequence `[` $position `]` `shape` $shape `of` $element_type attr-dict `:`
    functional-type(operands, results)
  }];
}

def Graph_SequenceInsertOp : Graph_SequenceMakingOp<"sequence_insert"> {
  let summary = "A sequence with one more element";
  let description = [{
    The reference to a copy of `element` is at `position`, from `-n` to `n` for
    `n` elements, counted from the end where it is negative; those from there
    on follow. The run ends with an error where there is no such position.
    (C1) `position` is one element.

    ```mlir
    %t = graph.sequence_insert %x into %s[%i] : (tensor<2xf32>, tensor<?x!graph.handle>, tensor<i64>) -> tensor<?x!graph.handle>
    ```
  }];
  let arguments = (ins Graph_AnyTensor:$element, Graph_Sequence:$sequence,
                       Graph_Position:$position);
  let assemblyFormat = [{
    $element `into` $sequence `[` $position `]` attr-dict `:`
    functional-type(operands, results)
  }];
}

def Graph_SequenceEraseOp : Graph_SequenceMakingOp<"sequence_erase"> {
  let summary = "A sequence without one of its elements";
  let description = [{
    The one at `position` is left out, counted from the end where it is
    negative. The run ends with an error where there is no such element.
    (C1) `position` is one element.

    ```mlir
    %t = graph.sequence_erase %s[%i] : (tensor<3x!graph.handle>, tensor<i64>) -> tensor<2x!graph.handle>
    ```
  }];
  let arguments = (ins Graph_Sequence:$sequence, Graph_Position:$position);
  let assemblyFormat = [{
    $sequence `[` $position `]` attr-dict `:`
    functional-type(operands, results)
  }];
}

def Graph_SequenceSplitOp : Graph_SequenceMakingOp<"sequence_split"> {
  let summary = "The pieces of a tensor";
  let description = [{
    Pieces of `sizes` along `axis`, one behind the other, which they lack if
    `squeeze`. The run ends with an error where a size is negative, the sizes
    are not those of all of `x` together, or one to squeeze is not 1.
    (C1) `axis` is a dimension of `x`.
    (C2) `sizes` has one dimension.

    ```mlir
    %s = graph.sequence_split %x by %n axis 1 : (tensor<2x?xf32>, tensor<3xi64>) -> tensor<3x!graph.handle>
    ```
  }];
  let arguments = (ins Graph_AnyTensor:$x, Graph_Position:$sizes, I64Attr:$axis,
                       UnitAttr:$squeeze);
  let assemblyFormat = [{
    $x `by` $sizes `axis` $axis attr-dict `:`
    functional-type(operands, results)
  }];
}

def Graph_SequenceConcatShapeOp
    : Graph_SequenceShapeReadingOp<"sequence_concat_shape"> {
  let summary = "The shape of all elements together";
  let description = [{
    The dimensions of the elements of `sequence` along `axis`, a new one if
    `new_axis`. The run ends with an error where there are no elements, their
    element type is another, their rank is not `rank`, or other dimensions than
    `axis` differ.
    (C1) `axis` is a dimension of the result.

    ```mlir
    %d = graph.sequence_concat_shape %s axis 0 of f32 rank 2 {new_axis} : (tensor<?x!graph.handle>) -> tensor<3xi64>
    ```
  }];
  let arguments = (ins Graph_Sequence:$sequence, I64Attr:$axis,
                       TypeAttr:$element_type, I64Attr:$rank,
                       UnitAttr:$new_axis);
  let assemblyFormat = [{
    $sequence `axis` $axis `of` $element_type `rank` $rank attr-dict `:`
    functional-type(operands, results)
  }];
}

def Graph_SequenceConcatOp : Graph_SequenceReadingOp<"sequence_concat"> {
  let summary = "All elements together";
  let description = [{
    See `graph.sequence_concat_shape`, which says the `shape`.
    (C1) `shape` has one dimension, which is known; `axis` is one of those that
         it lists.

    ```mlir
    %x = graph.sequence_concat %s shape %d axis 0 of f32 {new_axis} : (tensor<?x!graph.handle>, tensor<3xi64>) -> tensor<?x?x?xf32>
    ```
  }];
  let arguments = (ins Graph_Sequence:$sequence, Graph_Position:$shape,
                       I64Attr:$axis, TypeAttr:$element_type,
                       UnitAttr:$new_axis);
  let assemblyFormat = [{
    $sequence `shape` $shape `axis` $axis `of` $element_type attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif
