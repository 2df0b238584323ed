// RUN: tvm-opt %s | tvm-opt | FileCheck %s

// CHECK-LABEL: @conv
func.func @conv(%x: tensor<1x4x?x9xf32>, %w: tensor<8x2x3x3xf32>,
                %last: tensor<1x9x9x4xf32>, %hwio: tensor<3x3x2x8xf32>,
                %t: tensor<2x4x3x3xf32>, %u: tensor<6x6x4x8xf32>,
                %q: tensor<1x4x9xui8>, %b: tensor<8x4x3xi8>, %bias: tensor<8xf32>,
                %ibias: tensor<?xi32>, %tbias: tensor<4xf32>, %open: tensor<?x2x3x3xf32>,
                %u2: tensor<4x4x4x8xf32>, %u6: tensor<8x8x4x8xf32>) {
  // CHECK: graph.conv {{.*}} {dilations = array<i64: 1, 1>, group = 2 : i64, pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>}
  %0 = graph.conv %x, %w {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, group = 2}
      : (tensor<1x4x?x9xf32>, tensor<8x2x3x3xf32>) -> tensor<1x8x?x5xf32>
  // CHECK: auto_pad = "SAME_UPPER"
  %1 = graph.conv %x, %w {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, group = 2, auto_pad = "SAME_UPPER"}
      : (tensor<1x4x?x9xf32>, tensor<8x2x3x3xf32>) -> tensor<1x8x?x5xf32>
  // CHECK: kernel_layout = "HWIO", layout = "NHWC"
  %2 = graph.conv %last, %hwio {strides = array<i64: 1, 1>, dilations = array<i64: 2, 2>,
      pads = array<i64: 0, 0, 0, 0>, group = 2, layout = "NHWC", kernel_layout = "HWIO"}
      : (tensor<1x9x9x4xf32>, tensor<3x3x2x8xf32>) -> tensor<1x5x5x8xf32>
  // CHECK: graph.conv_transpose
  %3 = graph.conv_transpose %x, %t {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, output_padding = array<i64: 1, 0>, group = 2}
      : (tensor<1x4x?x9xf32>, tensor<2x4x3x3xf32>) -> tensor<1x4x?x17xf32>
  // CHECK: graph.winograd_conv {{.*}} {pads = array<i64: 1, 1, 0, 0>} : (tensor<1x4x?x9xf32>, tensor<6x6x4x8xf32>) -> tensor<1x8x?x8xf32>
  %4 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 0, 0>}
      : (tensor<1x4x?x9xf32>, tensor<6x6x4x8xf32>) -> tensor<1x8x?x8xf32>
  // CHECK: graph.winograd_conv {{.*}} {layout = "NHWC"
  %5 = graph.winograd_conv %last, %u {pads = array<i64: 0, 0, 0, 0>, layout = "NHWC"}
      : (tensor<1x9x9x4xf32>, tensor<6x6x4x8xf32>) -> tensor<1x7x7x8xf32>
  // CHECK: graph.winograd_conv %{{.*}}, %{{.*}}, %{{.*}} {pads = {{.*}}} : (tensor<1x4x?x9xf32>, tensor<6x6x4x8xf32>, tensor<8xf32>)
  %biased = graph.winograd_conv %x, %u, %bias {pads = array<i64: 1, 1, 0, 0>}
      : (tensor<1x4x?x9xf32>, tensor<6x6x4x8xf32>, tensor<8xf32>) -> tensor<1x8x?x8xf32>
  // Other tiles.
  // CHECK: graph.winograd_conv {{.*}} : (tensor<1x4x?x9xf32>, tensor<4x4x4x8xf32>) -> tensor<1x8x?x8xf32>
  %tile2 = graph.winograd_conv %x, %u2 {pads = array<i64: 1, 1, 0, 0>}
      : (tensor<1x4x?x9xf32>, tensor<4x4x4x8xf32>) -> tensor<1x8x?x8xf32>
  // CHECK: graph.winograd_conv {{.*}} : (tensor<1x9x9x4xf32>, tensor<8x8x4x8xf32>) -> tensor<1x7x7x8xf32>
  %tile6 = graph.winograd_conv %last, %u6 {pads = array<i64: 0, 0, 0, 0>, layout = "NHWC"}
      : (tensor<1x9x9x4xf32>, tensor<8x8x4x8xf32>) -> tensor<1x7x7x8xf32>
  // Quantised data and weights.
  // CHECK: graph.conv {{.*}} : (tensor<1x4x9xui8>, tensor<8x4x3xi8>) -> tensor<1x8x7xi32>
  %6 = graph.conv %q, %b {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x4x9xui8>, tensor<8x4x3xi8>) -> tensor<1x8x7xi32>
  // Biases; one that knows how many channels there are.
  // CHECK: graph.conv %{{.*}}, %{{.*}}, %{{.*}} {{{.*}}} : (tensor<1x4x9xui8>, tensor<8x4x3xi8>, tensor<?xi32>) -> tensor<1x8x7xi32>
  %9 = graph.conv %q, %b, %ibias {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x4x9xui8>, tensor<8x4x3xi8>, tensor<?xi32>) -> tensor<1x8x7xi32>
  // CHECK: graph.conv_transpose %{{.*}}, %{{.*}}, %{{.*}} {{{.*}}} : (tensor<1x4x?x9xf32>, tensor<2x4x3x3xf32>, tensor<4xf32>)
  %10 = graph.conv_transpose %x, %t, %tbias {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, output_padding = array<i64: 1, 0>, group = 2}
      : (tensor<1x4x?x9xf32>, tensor<2x4x3x3xf32>, tensor<4xf32>) -> tensor<1x4x?x17xf32>
  // CHECK: (tensor<1x4x?x9xf32>, tensor<?x2x3x3xf32>, tensor<8xf32>) -> tensor<1x8x?x5xf32>
  %11 = graph.conv %x, %open, %bias {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, group = 2}
      : (tensor<1x4x?x9xf32>, tensor<?x2x3x3xf32>, tensor<8xf32>) -> tensor<1x8x?x5xf32>
  // Recorded decisions on the algorithm.
  // CHECK: graph.conv {{.*}} {algorithm = #graph.direct,
  %7 = graph.conv %q, %b {algorithm = #graph.direct, strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x4x9xui8>, tensor<8x4x3xi8>) -> tensor<1x8x7xi32>
  // CHECK: graph.conv {{.*}} {algorithm = #graph.winograd<tile = 4>,
  %8 = graph.conv %q, %b {algorithm = #graph.winograd<tile = 4>, strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x4x9xui8>, tensor<8x4x3xi8>) -> tensor<1x8x7xi32>
  // CHECK: graph.conv {{.*}} {algorithm = #graph.winograd<tile = 2>,
  %12 = graph.conv %q, %b {algorithm = #graph.winograd<tile = 2>, strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x4x9xui8>, tensor<8x4x3xi8>) -> tensor<1x8x7xi32>
  // CHECK: graph.conv {{.*}} {algorithm = #graph.winograd<tile = 6>,
  %13 = graph.conv %q, %b {algorithm = #graph.winograd<tile = 6>, strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x4x9xui8>, tensor<8x4x3xi8>) -> tensor<1x8x7xi32>
  return
}
