// RUN: tvm-opt %s -convert-graph-to-te -verify-diagnostics -split-input-file

// Groups need to know how many channels are in each.
func.func @groups(%x: tensor<1x4x8xf32>, %w: tensor<?x2x3xf32>) -> tensor<1x?x6xf32> {
  // expected-error@+1 {{expected static channel counts for a grouped convolution}}
  %0 = graph.conv %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>, group = 2}
      : (tensor<1x4x8xf32>, tensor<?x2x3xf32>) -> tensor<1x?x6xf32>
  return %0 : tensor<1x?x6xf32>
}

// -----

func.func @transposed(%x: tensor<1x?x8xf32>, %w: tensor<?x4x3xf32>) -> tensor<1x4x10xf32> {
  // expected-error@+1 {{expected static channel counts for a grouped convolution}}
  %0 = graph.conv_transpose %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>,
      output_padding = array<i64: 0>, group = 2}
      : (tensor<1x?x8xf32>, tensor<?x4x3xf32>) -> tensor<1x4x10xf32>
  return %0 : tensor<1x4x10xf32>
}

// -----

// A decision for Winograd's algorithm that no pass has carried out.
func.func @algorithm(%x: tensor<1x4x9x9xf32>, %w: tensor<8x4x3x3xf32>) -> tensor<1x8x7x7xf32> {
  // expected-error@+1 {{'graph.conv' op expected graph-winograd to replace a convolution with #graph.winograd<tile = 4>}}
  %0 = graph.conv %x, %w {algorithm = #graph.winograd<tile = 4>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x4x9x9xf32>, tensor<8x4x3x3xf32>) -> tensor<1x8x7x7xf32>
  return %0 : tensor<1x8x7x7xf32>
}
