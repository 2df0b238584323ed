// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_TENSORS_GRAPHSHAPE_TD
#define TVM_DIALECTS_GRAPH_TENSORS_GRAPHSHAPE_TD

include "dialects/Graph/GraphSymbolic.td"

//===-- the same elements, other dimensions -------------------------------===//

def Graph_TransposeOp : Graph_SymbolicOp<"transpose"> {
  let summary = "Permutes the dimensions";
  let description = [{
    Dimension `i` of the result is dimension `permutation[i]` of `x`.
    (C1) `permutation` is a permutation of the dimensions of `x`.

    ```mlir
    %0 = graph.transpose %x [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    ```
  }];
  let arguments = (ins Graph_AnyTensor:$x, DenseI64ArrayAttr:$permutation);
  let assemblyFormat =
      "$x $permutation attr-dict `:` functional-type(operands, results)";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Graph_ReshapeOp : Graph_SymbolicOp<"reshape", "Injective",
    [Graph_RuntimeChecks, Graph_KeepsElementOrder,
     Graph_SymbolicElementsInterface]> {
  let summary = "The same elements in row-major order, in another shape";
  let description = [{
    An element -1 of `shape` stands for what the number of elements leaves;
    an element 0 for the dimension of `x` at its place, unless `allow_zero`.
    (C1) `shape` has one dimension, of known size.
    (C2) At most one element is -1; none is below.
    (C3) 0 stands at the place of a dimension of `x`.
    (C4) The number of elements stays the same.

    ```mlir
    %0 = graph.reshape %x, %shape
        : (tensor<?x3x4xf32>, tensor<2xi64>) -> tensor<?x12xf32>
    ```
  }];
  let arguments = (ins Graph_AnyTensor:$x, Graph_IndexTensor:$shape,
                       UnitAttr:$allow_zero);
  let assemblyFormat =
      "$x `,` $shape attr-dict `:` functional-type(operands, results)";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Graph_FlattenOp : Graph_SymbolicOp<"flatten", "Injective",
    [Graph_KeepsElementOrder, Graph_SymbolicElementsInterface]> {
  let summary = "Collapses the dimensions before and from `axis` on";
  let description = [{
    The result has two dimensions; the product of no dimensions is 1.
    (C1) `axis` is a dimension of `x` or its rank; negative ones count from the
         last.

    ```mlir
    %0 = graph.flatten %x axis 1 : (tensor<2x3x4xf32>) -> tensor<2x12xf32>
    ```
  }];
  let arguments = (ins Graph_AnyTensor:$x, I64Attr:$axis);
  let assemblyFormat =
      "$x `axis` $axis attr-dict `:` functional-type(operands, results)";
  let hasCanonicalizer = 1;
}

class Graph_UnitDimsOp<string mnemonic, string what, list<Trait> traits = []>
    : Graph_SymbolicOp<mnemonic, "Injective",
                       !listconcat(traits, [Graph_KeepsElementOrder,
                                            Graph_SymbolicElementsInterface])> {
  let summary = what;
  let arguments = (ins Graph_AnyTensor:$x, DenseI64ArrayAttr:$axes);
  let assemblyFormat =
      "$x $axes attr-dict `:` functional-type(operands, results)";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Graph_SqueezeOp : Graph_UnitDimsOp<"squeeze",
    "Drops the dimensions `axes`, which are 1", [Graph_RuntimeChecks]> {
  let description = [{
    (C1) `axes` are distinct dimensions of `x`; negative ones count from the
         last.
    (C2) None of them is known to be other than 1.

    ```mlir
    %0 = graph.squeeze %x [0, -1] : (tensor<1x3x1xf32>) -> tensor<3xf32>
    ```
  }];
}

def Graph_UnsqueezeOp : Graph_UnitDimsOp<"unsqueeze",
    "Adds dimensions of 1, which are `axes` of the result"> {
  let description = [{
    (C1) `axes` are distinct dimensions of the result; negative ones count
         from the last.

    ```mlir
    %0 = graph.unsqueeze %x [0, -1] : (tensor<3xf32>) -> tensor<1x3x1xf32>
    ```
  }];
}

//===-- parts and repetitions ---------------------------------------------===//

def Graph_ConcatOp : Graph_SymbolicOp<"concat", "Injective",
    [Graph_RuntimeChecks, Graph_SymbolicElements]> {
  let summary = "Tensors one after another along an axis";
  let description = [{
    (C1) There is at least one input; all have one element type and rank.
    (C2) `axis` is a dimension; negative ones count from the last.
    (C3) The other dimensions are equal.

    ```mlir
    %0 = graph.concat %a, %b axis 0
        : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<6x3xf32>
    ```
  }];
  let arguments = (ins Variadic<Graph_AnyTensor>:$inputs, I64Attr:$axis);
  let assemblyFormat =
      "$inputs `axis` $axis attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Graph_SliceOp : Graph_SymbolicOp<"slice", "Injective",
    [Graph_SomeRuntimeChecks, Graph_SymbolicElements]> {
  let summary = "Every `step`-th element from `start` to `end` along axes";
  let description = [{
    NumPy's `x[start:end:step]` along each of `axes`: negative positions count
    from the end, positions outside are moved to the border.
    (C1) There is a start, an end and a step for each of `axes`.
    (C2) `axes` are distinct dimensions.
    (C3) No step is 0.

    ```mlir
    %0 = graph.slice %x axes [1] starts [1] ends [3] steps [1]
        : (tensor<2x4xf32>) -> tensor<2x2xf32>
    ```
  }];
  let arguments = (ins Graph_AnyTensor:$x, DenseI64ArrayAttr:$axes,
                       DenseI64ArrayAttr:$starts, DenseI64ArrayAttr:$ends,
                       DenseI64ArrayAttr:$steps);
  let assemblyFormat = [{
    $x `axes` $axes `starts` $starts `ends` $ends `steps` $steps attr-dict `:`
    functional-type(operands, results)
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Graph_DynamicSliceOp : Graph_SymbolicOp<"dynamic_slice", "Opaque",
    [AttrSizedOperandSegments, Graph_RuntimeChecks]> {
  let summary = "A slice whose bounds are tensors";
  let description = [{
    `axes` and `steps` may be tensors as well. Without `axes` the bounds are
    those of the first dimensions, without `steps` all steps are 1. Bounds are
    taken as by `graph.slice`.
    (C1) Bounds are tensors of one dimension and one known size, at most the
         rank of `x`; axes and steps that are known are as many.

    ```mlir
    %0 = graph.dynamic_slice %x starts %s ends %e axes %a
        : (tensor<4x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>)
        -> tensor<?x?xf32>
    ```
  }];
  let arguments = (ins Graph_AnyTensor:$x, Graph_IndexTensor:$starts,
                       Graph_IndexTensor:$ends,
                       Optional<Graph_IndexTensor>:$axes,
                       Optional<Graph_IndexTensor>:$steps);
  let assemblyFormat = [{
    $x `starts` $starts `ends` $ends (`axes` $axes^)? (`steps` $steps^)?
    attr-dict `:` functional-type(operands, results)
  }];
  let hasCanonicalizer = 1;
}

def Graph_PadOp : Graph_SymbolicOp<"pad", "Injective",
    [Graph_RuntimeChecks]> {
  let summary = "A tensor with a border";
  let description = [{
    `low` and `high` elements are added (negative: removed) before and after
    each dimension: `value` (default 0), or elements of `x` mirrored without
    the edge (`reflect`), the nearest (`edge`), or `x` repeated (`wrap`).
    (C1) There is a `low` and a `high` for each dimension.
    (C2) `value` is one element of the type of `x`.

    ```mlir
    %0 = graph.pad %x value %v low [1, 0] high [1, 0] mode constant
        : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x3xf32>
    ```
  }];
  let arguments = (ins Graph_DataTensor:$x, Optional<Graph_DataTensor>:$value,
                       DenseI64ArrayAttr:$low, DenseI64ArrayAttr:$high,
                       Graph_PadModeAttr:$mode);
  let assemblyFormat = [{
    $x (`value` $value^)? `low` $low `high` $high `mode` $mode attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Graph_DynamicPadOp : Graph_SymbolicOp<"dynamic_pad", "Opaque",
    [AttrSizedOperandSegments, Graph_RuntimeChecks]> {
  let summary = "A pad whose sizes are a tensor";
  let description = [{
    `pads` holds first the sizes before, then those after, of `axes` (default:
    of all dimensions).
    (C1) `pads` is a tensor of one dimension of twice the number of axes.
    (C2) `value` is one element of the type of `x`.

    ```mlir
    %0 = graph.dynamic_pad %x by %pads value %v mode constant
        : (tensor<2x3xf32>, tensor<4xi64>, tensor<f32>) -> tensor<?x?xf32>
    ```
  }];
  let arguments = (ins Graph_DataTensor:$x, Graph_IndexTensor:$pads,
                       Optional<Graph_DataTensor>:$value,
                       Optional<Graph_IndexTensor>:$axes,
                       Graph_PadModeAttr:$mode);
  let assemblyFormat = [{
    $x `by` $pads (`value` $value^)? (`axes` $axes^)? `mode` $mode attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def Graph_ExpandOp : Graph_SymbolicOp<"expand", "Broadcast",
    [Graph_RuntimeChecks, Graph_SymbolicElements]> {
  let summary = "A tensor broadcast to a shape";
  let description = [{
    Both ways: where `shape` has a 1, or no element, the dimension of `x`
    stays.
    (C1) `shape` has one dimension, of known size.
    (C2) The shapes broadcast to each other.

    ```mlir
    %0 = graph.expand %x, %shape
        : (tensor<3x1xf32>, tensor<3xi64>) -> tensor<?x3x?xf32>
    ```
  }];
  let arguments = (ins Graph_AnyTensor:$x, Graph_IndexTensor:$shape);
  let assemblyFormat =
      "$x `,` $shape attr-dict `:` functional-type(operands, results)";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Graph_TileOp : Graph_SymbolicOp<"tile", "Injective",
    [Graph_RuntimeChecks]> {
  let summary = "A tensor repeated along each dimension";
  let description = [{
    Dimension `i` of the result is `repeats[i]` times dimension `i` of `x`; 0
    leaves no element.
    (C1) `repeats` has one element per dimension of `x`.

    ```mlir
    %0 = graph.tile %x, %repeats
        : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    ```
  }];
  let arguments = (ins Graph_AnyTensor:$x, Graph_IndexTensor:$repeats);
  let assemblyFormat =
      "$x `,` $repeats attr-dict `:` functional-type(operands, results)";
  let hasFolder = 1;
}

class Graph_BlocksOp<string mnemonic, string what, list<Trait> traits = []>
    : Graph_SymbolicOp<mnemonic, "Injective", traits> {
  let summary = what;
  let arguments = (ins Graph_DataTensor:$x, I64Attr:$block_size, UnitAttr:$crd);
  let assemblyFormat = [{
    $x `by` $block_size (`crd` $crd^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def Graph_DepthToSpaceOp : Graph_BlocksOp<"depth_to_space",
    "Moves channels into blocks of pixels"> {
  let description = [{
    Channels are ordered block row, block column, depth; with `crd` depth
    comes first.
    (C1) `x` has four dimensions (NCHW) and `block_size` is positive.
    (C2) Its channels are a multiple of the square of `block_size`.

    ```mlir
    %0 = graph.depth_to_space %x by 2 crd
        : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
    ```
  }];
}

def Graph_SpaceToDepthOp : Graph_BlocksOp<"space_to_depth",
    "Moves blocks of pixels into channels", [Graph_RuntimeChecks]> {
  let description = [{
    The inverse of `graph.depth_to_space`, with channels in the same order.
    (C1) `x` has four dimensions (NCHW) and `block_size` is positive.
    (C2) Height and width are multiples of `block_size`.

    ```mlir
    %0 = graph.space_to_depth %x by 2
        : (tensor<1x2x4x6xf32>) -> tensor<1x8x2x3xf32>
    ```
  }];
}

//===-- shapes as tensors -------------------------------------------------===//

def Graph_ShapeOp : Graph_SymbolicOp<"shape", "Opaque",
    [Graph_SymbolicElements]> {
  let summary = "Dimensions `start` to `end` of a tensor";
  let description = [{
    Negative bounds count from the end; bounds outside move to the border.

    ```mlir
    %0 = graph.shape %x from 0 to 2 : (tensor<?x3x4xf32>) -> tensor<2xi64>
    ```
  }];
  let arguments = (ins Graph_AnyTensor:$x, I64Attr:$start, I64Attr:$end);
  let assemblyFormat = [{
    $x `from` $start `to` $end attr-dict `:`
    functional-type(operands, results)
  }];
  let elementType = "::mlir::IntegerType::get(context, 64)";
  let extraClassDeclaration = declarations # [{
    /// First dimension, and one past the last.
    std::pair<int64_t, int64_t> getBounds();
  }];
}

def Graph_SizeOp : Graph_SymbolicOp<"size", "Opaque",
    [Graph_SymbolicElements]> {
  let summary = "The number of elements of a tensor";
  let description = [{
    The product of its dimensions: 1 where there are none.

    ```mlir
    %0 = graph.size %x : (tensor<?x4xf32>) -> tensor<i64>
    ```
  }];
  let arguments = (ins Graph_AnyTensor:$x);
  let assemblyFormat =
      "$x attr-dict `:` functional-type(operands, results)";
  let elementType = "::mlir::IntegerType::get(context, 64)";
}

//===-- tensors from nothing ----------------------------------------------===//

def Graph_RangeOp : Graph_SymbolicOp<"range", "Injective",
    [Graph_RuntimeChecks, Graph_SymbolicElements, Graph_OwnPrecision]> {
  let summary = "`start`, `start + delta` ... up to but without `limit`";
  let description = [{
    There are `ceil((limit - start) / delta)` elements, none where that is
    negative. Element `i` is `start + i * delta`, which is rounded once.
    (C1) Operands are single elements of one type.

    ```mlir
    %0 = graph.range %start, %limit, %delta
        : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
    ```
  }];
  let arguments = (ins Graph_NumberTensor:$start, Graph_NumberTensor:$limit,
                       Graph_NumberTensor:$delta);
  let assemblyFormat = [{
    $start `,` $limit `,` $delta attr-dict `:`
    functional-type(operands, results)
  }];
}

def Graph_ConstantOfShapeOp : Graph_SymbolicOp<"constant_of_shape", "Injective",
    [Graph_RuntimeChecks, Graph_SymbolicElements]> {
  let summary = "A tensor of equal elements";
  let description = [{
    (C1) `value` is one element.
    (C2) `shape` has one dimension, of known size.

    ```mlir
    %0 = graph.constant_of_shape %shape value dense<1.0> : tensor<1xf32>
        : (tensor<2xi64>) -> tensor<?x?xf32>
    ```
  }];
  let arguments = (ins Graph_IndexTensor:$shape, ElementsAttr:$value);
  let assemblyFormat = [{
    $shape `value` $value attr-dict `:` functional-type(operands, results)
  }];
  let elementType = "adaptor.getValue().getElementType()";
}

def Graph_EyeLikeOp : Graph_SymbolicOp<"eye_like"> {
  let summary = "Ones on diagonal `k`, in the shape of a matrix";
  let description = [{
    Element `(i, j)` is 1 where `j = i + k`, else 0. Of `x` only the shape
    counts.
    (C1) `x` has two dimensions.

    ```mlir
    %0 = graph.eye_like %x diagonal 1 of f32
        : (tensor<3x4xi32>) -> tensor<3x4xf32>
    ```
  }];
  let arguments = (ins Graph_Tensor:$x, I64Attr:$k, TypeAttrOf<Graph_Number>:$element_type);
  let assemblyFormat = [{
    $x `diagonal` $k `of` $element_type attr-dict `:`
    functional-type(operands, results)
  }];
  let elementType = "adaptor.getElementType()";
}

def Graph_CosineWindowOp : Graph_SymbolicOp<"cosine_window", "Opaque"> {
  let summary = "A window of `size` elements, a sum of cosines";
  let description = [{
    Element `i` is the sum of `coefficients[k] * cos(2 * pi * k * i / n)` over
    `k`, where `n` is `size`, or `size - 1` where the window is `symmetric`.
    Hann's, Hamming's and Blackman's windows differ in the coefficients.
    (C1) `size` is one element.
    (C2) There is at least one coefficient.

    ```mlir
    %0 = graph.cosine_window %size [0.5, -0.5] symmetric of f32
        : (tensor<i64>) -> tensor<?xf32>
    ```
  }];
  let arguments = (ins Graph_IndexTensor:$size,
                       F64ArrayAttr:$coefficients, UnitAttr:$symmetric,
                       TypeAttrOf<Graph_Number>:$element_type);
  let assemblyFormat = [{
    $size $coefficients (`symmetric` $symmetric^)? `of` $element_type attr-dict
    `:` functional-type(operands, results)
  }];
  let elementType = "adaptor.getElementType()";
}

def Graph_TriluOp : Graph_SymbolicOp<"trilu"> {
  let summary = "The upper or lower triangle of matrices, 0 elsewhere";
  let description = [{
    The triangle on and above (`upper`) or below diagonal `k` (default 0) of
    the matrices in the last two dimensions.
    (C1) `x` has at least two dimensions.
    (C2) `k` is one element.

    ```mlir
    %0 = graph.trilu %x diagonal %k upper
        : (tensor<8x3x4xf32>, tensor<i64>) -> tensor<8x3x4xf32>
    ```
  }];
  let arguments = (ins Graph_DataTensor:$x, Optional<Graph_IntegerTensor>:$k,
                       UnitAttr:$upper);
  let assemblyFormat = [{
    $x (`diagonal` $k^)? (`upper` $upper^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif
