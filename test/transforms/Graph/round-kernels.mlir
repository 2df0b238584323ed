// RUN: tvm-opt %s --graph-simplify | FileCheck %s

// A multiple of the stride, behind the other weights; as much less of the result.
// CHECK-LABEL: func.func @three_by_two
// CHECK: graph.conv_transpose %{{.*}}output_padding = array<i64: 1, 1>, pads = array<i64: 1, 1, 2, 2>
// CHECK-SAME: (tensor<1x2x5x5xf32>, tensor<2x3x4x4xf32>) -> tensor<1x3x10x10xf32>
func.func @three_by_two(%x: tensor<1x2x5x5xf32>) -> tensor<1x3x10x10xf32> {
  %w = graph.constant dense<1.0> : tensor<2x3x3x3xf32>
  %0 = graph.conv_transpose %x, %w {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, output_padding = array<i64: 1, 1>}
    : (tensor<1x2x5x5xf32>, tensor<2x3x3x3xf32>) -> tensor<1x3x10x10xf32>
  return %0 : tensor<1x3x10x10xf32>
}

// CHECK-LABEL: func.func @one_dimension
// CHECK: graph.conv_transpose %{{.*}}pads = array<i64: 0, 0, 1, 0>
// CHECK-SAME: tensor<6x4x2x3xf32>
func.func @one_dimension(%x: tensor<1x5x5x2xf32>) -> tensor<1x17x12x3xf32> {
  %w = graph.constant dense<1.0> : tensor<5x4x2x3xf32>
  %0 = graph.conv_transpose %x, %w {strides = array<i64: 3, 2>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, output_padding = array<i64: 0, 0>, layout = "NHWC", kernel_layout = "HWIO"}
    : (tensor<1x5x5x2xf32>, tensor<5x4x2x3xf32>) -> tensor<1x17x12x3xf32>
  return %0 : tensor<1x17x12x3xf32>
}

// Not of weights that are known only when running, of dilated windows, or of ones
// smaller than the stride.
// CHECK-LABEL: func.func @others
// CHECK: tensor<2x3x3x3xf32>) -> tensor<1x3x11x11xf32>
// CHECK: dilations = array<i64: 2, 2>
// CHECK-SAME: tensor<2x3x3x3xf32>) -> tensor<1x3x13x13xf32>
// CHECK: tensor<2x3x1x1xf32>) -> tensor<1x3x9x9xf32>
func.func @others(%x: tensor<1x2x5x5xf32>, %v: tensor<2x3x3x3xf32>) -> (tensor<1x3x11x11xf32>, tensor<1x3x13x13xf32>, tensor<1x3x9x9xf32>) {
  %w = graph.constant dense<1.0> : tensor<2x3x3x3xf32>
  %u = graph.constant dense<1.0> : tensor<2x3x1x1xf32>
  %0 = graph.conv_transpose %x, %v {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, output_padding = array<i64: 0, 0>}
    : (tensor<1x2x5x5xf32>, tensor<2x3x3x3xf32>) -> tensor<1x3x11x11xf32>
  %1 = graph.conv_transpose %x, %w {strides = array<i64: 2, 2>, dilations = array<i64: 2, 2>, pads = array<i64: 0, 0, 0, 0>, output_padding = array<i64: 0, 0>}
    : (tensor<1x2x5x5xf32>, tensor<2x3x3x3xf32>) -> tensor<1x3x13x13xf32>
  %2 = graph.conv_transpose %x, %u {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, output_padding = array<i64: 0, 0>}
    : (tensor<1x2x5x5xf32>, tensor<2x3x1x1xf32>) -> tensor<1x3x9x9xf32>
  return %0, %1, %2 : tensor<1x3x11x11xf32>, tensor<1x3x13x13xf32>, tensor<1x3x9x9xf32>
}
