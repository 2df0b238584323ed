// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_TENSORS_GRAPHSAMPLING_TD
#define TVM_DIALECTS_GRAPH_TENSORS_GRAPHSAMPLING_TD

include "dialects/Graph/GraphSymbolic.td"

// Data is [N, C, D1 ... Dr]: batches, channels, r spatial dimensions.

def Graph_GridSampleOp : Graph_SymbolicOp<"grid_sample", "Opaque",
    [Graph_RuntimeChecks]> {
  let summary = "A tensor sampled at positions that are data";
  let description = [{
    `grid` is [N, O1 ... Or, r]: for each element of the result, which is
    [N, C, O1 ... Or], a position in `x`, the last spatial dimension first. -1
    and 1 are the borders of `x`, or the centres of its border elements with
    `align_corners`. `padding` says what lies outside. `mode` `nearest` takes
    halves to even positions.

    (C1) `x` has at least one spatial dimension, `grid` the rank of `x`, and
         its last dimension is r.
    (C2) Batches are equal.
    (C3) `grid` holds floats.

    ```mlir
    %0 = graph.grid_sample %x, %grid mode linear padding zeros {align_corners}
        : (tensor<1x3x8x8xf32>, tensor<1x4x4x2xf32>) -> tensor<1x3x4x4xf32>
    ```
  }];
  let arguments = (ins Graph_Tensor:$x, Graph_FloatTensor:$grid,
                       Graph_ResizeModeAttr:$mode,
                       Graph_GridPaddingAttr:$padding,
                       UnitAttr:$align_corners);
  let assemblyFormat = [{
    $x `,` $grid `mode` $mode `padding` $padding attr-dict `:`
    functional-type(operands, results)
  }];
}

def Graph_RoiAlignOp : Graph_SymbolicOp<"roi_align", "Opaque",
    [Graph_RuntimeChecks]> {
  let summary = "Regions of an image, sampled between its elements and pooled";
  let description = [{
    `rois` is [R, 4] with x1, y1, x2, y2 each, which `scale` takes to positions
    in `x`; region r lies in image `batches[r]`. With `half_pixel` the centre of
    the first element is at a half, otherwise at 0 and regions have at least
    size 1. A region is `size` (rows, columns) bins; the result is
    [R, C, rows, columns]. A bin has `sampling_ratio` samples along each of its
    sides or, if that is 0, as many as its size rounded up, for which there is
    an element in `row_samples` and `column_samples` (whatever it is). They are
    averaged; with `max` the result is the largest share of an element in a
    sample.

    (C1) `x` has four dimensions, `rois` is [R, 4], `batches` is [R].
    (C2) `row_samples` and `column_samples` have one dimension.
    (C3) `size` is two positive numbers; `sampling_ratio` is not negative.

    ```mlir
    %0 = graph.roi_align %x, %rois, %batches samples %s, %s size [5, 5] {
        sampling_ratio = 2 : i64, scale = 0.5 : f32, half_pixel}
        : (tensor<1x3x8x8xf32>, tensor<?x4xf32>, tensor<?xi64>, tensor<2xi64>,
           tensor<2xi64>) -> tensor<?x3x5x5xf32>
    ```
  }];
  let arguments = (ins Graph_FloatTensor:$x, Graph_FloatTensor:$rois,
                       Graph_IndexTensor:$batches, Graph_IndexTensor:$row_samples,
                       Graph_IndexTensor:$column_samples,
                       DenseI64ArrayAttr:$size, I64Attr:$sampling_ratio,
                       F32Attr:$scale, UnitAttr:$half_pixel, UnitAttr:$max);
  let assemblyFormat = [{
    $x `,` $rois `,` $batches `samples` $row_samples `,` $column_samples
    `size` $size attr-dict `:`
    functional-type(operands, results)
  }];
}

def Graph_MaxRoiPoolOp : Graph_SymbolicOp<"max_roi_pool", "Opaque",
    [Graph_RuntimeChecks]> {
  let summary = "The largest elements of bins of regions of an image";
  let description = [{
    `rois` is [R, 5]: a batch, then x1, y1, x2, y2, which times `scale` are
    rounded to elements of `x`, both ends included. A region is `size` (rows,
    columns) bins, which overlap where it does not divide; the result is
    [R, C, rows, columns], 0 in a bin without elements.

    (C1) `x` has four dimensions, `rois` is [R, 5].
    (C2) `size` is two positive numbers.

    ```mlir
    %0 = graph.max_roi_pool %x, %rois size [2, 2] {scale = 0.5 : f32}
        : (tensor<1x3x8x8xf32>, tensor<4x5xf32>) -> tensor<4x3x2x2xf32>
    ```
  }];
  let arguments = (ins Graph_FloatTensor:$x, Graph_FloatTensor:$rois,
                       DenseI64ArrayAttr:$size, F32Attr:$scale);
  let assemblyFormat = [{
    $x `,` $rois `size` $size attr-dict `:` functional-type(operands, results)
  }];
}

def Graph_DeformColumnsOp : Graph_SymbolicOp<"deform_columns", "Opaque",
    [Graph_RuntimeChecks]> {
  let summary = "The elements that windows of a deformable convolution read";
  let description = [{
    Windows of K = K1 * ... * Kr elements slide over `x` as those of a
    convolution, but each element is read, by linear interpolation with zeros
    outside, at its position plus an offset, and multiplied by its `mask`.
    Channels are in `groups` groups that share offsets. `offset` is
    [N, groups * K * r, O1 ... Or], `mask` [N, groups * K, O1 ... Or], the
    result [N, C, K, O1 ... Or]. `pads` are those in front.

    (C1) `kernel`, `strides`, `dilations` and `pads` have r elements.
    (C2) `x` has r spatial dimensions and a known number of channels, which
         `groups` divides.
    (C3) `offset` and `mask` have the ranks and channels that follow.

    ```mlir
    %0 = graph.deform_columns %x, %o mask %m kernel [2, 2] strides [1, 1]
        dilations [1, 1] pads [0, 0] groups 1
        : (tensor<1x3x3x3xf32>, tensor<1x8x2x2xf32>, tensor<1x4x2x2xf32>)
        -> tensor<1x3x4x2x2xf32>
    ```
  }];
  let arguments = (ins Graph_FloatTensor:$x, Graph_FloatTensor:$offset,
                       Optional<Graph_FloatTensor>:$mask,
                       DenseI64ArrayAttr:$kernel, DenseI64ArrayAttr:$strides,
                       DenseI64ArrayAttr:$dilations, DenseI64ArrayAttr:$pads,
                       I64Attr:$groups);
  let assemblyFormat = [{
    $x `,` $offset (`mask` $mask^)? `kernel` $kernel `strides` $strides
    `dilations` $dilations `pads` $pads `groups` $groups attr-dict `:`
    functional-type(operands, results)
  }];
}

def Graph_Col2ImOp : Graph_SymbolicOp<"col2im", "Opaque"> {
  let summary = "Sum of blocks of an image, each where it lies";
  let description = [{
    `x` is [N, C * K, L]: L blocks of K = K1 * ... * Kr elements (`block`),
    which lie in an image of shape `image` as windows of a convolution do. The
    result is [N, C, `image`...].

    (C1) `x` has three dimensions; `image` and `block` have r elements each.
    (C2) `strides` and `dilations` are r positive numbers, `pads` 2r: those in
         front, then those behind.
    (C3) The second dimension of `x` is a multiple of K, L the number of windows
         of `block` in `image`.

    ```mlir
    %0 = graph.col2im %x image %s block %k strides [1, 1] dilations [1, 1]
        pads [0, 0, 0, 0]
        : (tensor<1x5x5xf32>, tensor<2xi64>, tensor<2xi64>)
        -> tensor<1x1x5x5xf32>
    ```
  }];
  let arguments = (ins Graph_Tensor:$x, Graph_IndexTensor:$image,
                       Graph_IndexTensor:$block, DenseI64ArrayAttr:$strides,
                       DenseI64ArrayAttr:$dilations, DenseI64ArrayAttr:$pads);
  let assemblyFormat = [{
    $x `image` $image `block` $block `strides` $strides `dilations` $dilations
    `pads` $pads attr-dict `:` functional-type(operands, results)
  }];
}

#endif
