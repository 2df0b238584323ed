// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_NETWORKS_GRAPHCONVOLUTION_TD
#define TVM_DIALECTS_GRAPH_NETWORKS_GRAPHCONVOLUTION_TD

include "dialects/Graph/Networks/GraphWindows.td"

class Graph_ConvolutionOp<string mnemonic, dag attributes,
                          list<string> kernelLayouts, dag decisions = (ins)>
    : Graph_Operator<mnemonic, "OutFusable",
                     [Graph_RuntimeChecks, Graph_OwnPrecision]> {
  let arguments = !con((ins
    Graph_NumberTensor:$x, Graph_NumberTensor:$weight,
    Optional<Graph_NumberTensor>:$bias,
    DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$dilations,
    DenseI64ArrayAttr:$pads), attributes, (ins
    DefaultValuedAttr<I64Attr, "1">:$group,
    Graph_LayoutAttr:$layout,
    DefaultValuedStrAttr<Graph_OneOf<kernelLayouts>,
                         !head(kernelLayouts)>:$kernel_layout), decisions);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat = [{
    $x `,` $weight (`,` $bias^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def Graph_ConvOp : Graph_ConvolutionOp<"conv",
    (ins Graph_AutoPadAttr:$auto_pad), ["OIHW", "HWIO"],
    (ins OptionalAttr<Graph_AlgorithmAttr>:$algorithm)> {
  let summary = "Convolution over any number of spatial dimensions";
  let description = [{
    `pads` lists the begins of all spatial dimensions, then the ends. With
    `auto_pad` other than `NOTSET` they follow from the sizes of the data
    instead. The input channel dimension of `weight` has the channels of one
    group. `bias` has a number per output channel, which is added to each sum.

    `algorithm` is the decision how it is computed. `graph-winograd` records one
    where there is none, and obeys one that is there.

    (C1) `x` and `weight` have one rank, at least 3, and one element type, or
         are of `ui8` and `i8`, then the result is of `i32`.
    (C2) Spatial dimensions of `weight` are static.
    (C3) `strides`, `dilations`: one positive number per spatial dimension;
         `pads`: two that are not negative.
    (C4) Channels of `x` are `group` times those of `weight`; the output
         channels are a multiple of `group`.
    (C5) At least one window fits into the padded data.
    (C6) `bias` is a vector of one element per output channel, of the element
         type of the result.

    ```mlir
    %y = graph.conv %x, %w, %bias {strides = array<i64: 2, 2>,
        dilations = array<i64: 1, 1>, pads = array<i64: 3, 3, 3, 3>}
        : (tensor<1x3x224x224xf32>, tensor<64x3x7x7xf32>, tensor<64xf32>) -> tensor<1x64x112x112xf32>
    ```
  }];
  let extraClassDeclaration = [{
    /// Whether a transpose of the data can become part of the convolution: each
    /// element of the data is multiplied with vectors of weights.
    bool absorbsTransposes() {
      return getGroup() == 1 && getLayout() == "NHWC";
    }
    /// Whether it is a product of each point's channels by one matrix: windows
    /// of one point, no strides, padding or groups.
    bool isPointwise();
    /// Whether the recorded decision is Winograd's algorithm.
    bool isWinograd() {
      return ::llvm::isa_and_present<WinogradAttr>(getAlgorithmAttr());
    }
  }];
}

def Graph_ConvTransposeOp : Graph_ConvolutionOp<"conv_transpose",
    (ins DenseI64ArrayAttr:$output_padding), ["IOHW", "HWIO"]> {
  let summary = "Transposed convolution";
  let description = [{
    Each element of `x` adds its product with the window of weights to the
    result: a result dimension has
    `stride * (size - 1) + output_padding + (kernel - 1) * dilation + 1 - pads`
    elements. As for `graph.conv`, the input channel dimension of `weight` has
    the channels of one group, the output channel dimension those of all.

    (C1) `x` and `weight` have one rank, at least 3, and one element type, or
         are of `ui8` and `i8`, then the result is of `i32`.
    (C2) Spatial dimensions of `weight` are static.
    (C3) As for `graph.conv`; one `output_padding` per spatial dimension.
    (C4) As for `graph.conv`.
    (C5) No result dimension is negative.
    (C6) As for `graph.conv`.

    ```mlir
    %y = graph.conv_transpose %x, %w {strides = array<i64: 2, 2>,
        dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>,
        output_padding = array<i64: 0, 0>}
        : (tensor<1x8x5x5xf32>, tensor<8x4x4x4xf32>) -> tensor<1x4x10x10xf32>
    ```
  }];
}

def Graph_WinogradConvOp
    : Graph_Operator<"winograd_conv", "OutFusable", [Graph_RuntimeChecks]> {
  let summary = "Convolution of 3x3 windows by Winograd's algorithm";
  let description = [{
    A `graph.conv` with windows of 3x3 that computes tiles of the result from
    tiles of the data that are larger by 2 in each dimension. F(4x4, 3x3) makes
    tiles of 4x4 elements from tiles of 6x6: both are transformed, and the sums
    over the input channels are of 36 products instead of 144. F(2x2, 3x3) has
    16 products instead of 36, and F(6x6, 3x3) has 64 instead of 324. `weight`
    has the transformed weights, `G w G^T` for each pair of channels w. Its
    first dimensions are the size of a tile of the data. For F(4x4, 3x3) G is

        [  1/4    0     0  ]
        [ -1/6  -1/6  -1/6 ]
    G = [ -1/6   1/6  -1/6 ]
        [ 1/24  1/12   1/6 ]
        [ 1/24 -1/12   1/6 ]
        [  0     0     1   ]

    `WinogradMatrices.h` describes the matrices of all tiles. Sums are rounded in another order than those of `graph.conv`
    (`graph-winograd` has the bound). `bias` has a number per output channel. All
    elements of the second row, and of the second column, of the transformation
    back are 1: a number that is added to one product of a tile comes to all
    elements of the result.

    (C1) `x` and `weight` have rank 4 and one element type, a float.
    (C2) The first two dimensions of `weight` are both 4, 6 or 8; then come the
         input and the output channels.
    (C3) `pads`: four that are not negative.
    (C4) Channels of `x` are those of `weight`.
    (C5) At least one window fits into the padded data.
    (C6) As for `graph.conv`.

    ```mlir
    %y = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>}
        : (tensor<1x64x56x56xf32>, tensor<6x6x64x64xf32>) -> tensor<1x64x56x56xf32>
    ```
  }];
  let arguments = (ins Graph_FloatTensor:$x, Graph_FloatTensor:$weight,
                       Optional<Graph_FloatTensor>:$bias,
                       DenseI64ArrayAttr:$pads, Graph_LayoutAttr:$layout);
  let results = (outs Graph_FloatTensor:$result);
  let assemblyFormat = [{
    $x `,` $weight (`,` $bias^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    /// The transformations read and write channel by channel.
    bool absorbsTransposes() { return getLayout() == "NHWC"; }
    /// The size of a tile of the result along a dimension, in elements.
    int64_t getTile();
    /// The algorithm that an attribute `algorithm` asks for, with this tile.
    ::mlir::Attribute getAlgorithm();
  }];
}

#endif
