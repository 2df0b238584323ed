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
