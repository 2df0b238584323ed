// RUN: tvm-opt %s -convert-graph-to-te -verify-diagnostics -split-input-file

// Positions are numbered in one layout.
func.func @indices(%x: tensor<1x4x8xf32>) -> tensor<1x3x8xi64> {
  // expected-error@+1 {{has a definition for layout NCHW only}}
  %0, %1 = graph.max_pool_with_indices %x {kernel = array<i64: 2>, strides = array<i64: 1>, dilations = array<i64: 1>,
      pads = array<i64: 0, 0>, layout = "NHWC"} : (tensor<1x4x8xf32>) -> (tensor<1x3x8xf32>, tensor<1x3x8xi64>)
  return %1 : tensor<1x3x8xi64>
}
