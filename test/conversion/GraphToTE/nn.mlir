// RUN: tvm-opt %s -convert-graph-to-te -split-input-file | FileCheck %s

// Padding is a computation of its own; channels that are last are reduced last.
// CHECK-LABEL: @conv
// CHECK: %[[PAD:.*]] = te.compute [1, 9, 9, 4] spatial 4 {
// CHECK: te.read %arg0[%{{.*}}, %{{.*}} - 1, %{{.*}} - 1, %{{.*}}] else
// CHECK: te.compute [1, 4, 4, 16, 3, 3, 4] spatial 4 reduce sum
// CHECK: te.read %[[PAD]][%{{.*}}, %{{.*}} * 2 + %{{.*}}, %{{.*}} * 2 + %{{.*}}, %{{.*}}]
func.func @conv(%x: tensor<1x8x8x4xf32>, %w: tensor<3x3x4x16xf32>) -> tensor<1x4x4x16xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, layout = "NHWC", kernel_layout = "HWIO"}
      : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x4x4x16xf32>
  return %0 : tensor<1x4x4x16xf32>
}

// -----

// A depthwise convolution has no reduction over channels.
// CHECK-LABEL: @depthwise
// CHECK: te.compute [1, 4, 6, 6, 3, 3] spatial 4 reduce sum
func.func @depthwise(%x: tensor<1x4x8x8xf32>, %w: tensor<4x1x3x3xf32>) -> tensor<1x4x6x6xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, group = 4}
      : (tensor<1x4x8x8xf32>, tensor<4x1x3x3xf32>) -> tensor<1x4x6x6xf32>
  return %0 : tensor<1x4x6x6xf32>
}

// -----

// Windows that tile the result need no zeros between elements.
// CHECK-LABEL: @upsample
// CHECK: te.compute [1, 2, 16, 3] spatial 3 reduce sum
// CHECK: te.read %arg0[%{{.*}}, %{{.*}}, %{{.*}} floordiv 2]
// CHECK: te.read %arg1[%{{.*}}, %{{.*}}, %{{.*}} mod 2]
func.func @upsample(%x: tensor<1x3x8xf32>, %w: tensor<3x2x2xf32>) -> tensor<1x2x16xf32> {
  %0 = graph.conv_transpose %x, %w {strides = array<i64: 2>, dilations = array<i64: 1>,
      pads = array<i64: 0, 0>, output_padding = array<i64: 0>}
      : (tensor<1x3x8xf32>, tensor<3x2x2xf32>) -> tensor<1x2x16xf32>
  return %0 : tensor<1x2x16xf32>
}

// -----

// Narrow floats are accumulated in f32; batches broadcast.
// CHECK-LABEL: @matmul
// CHECK: te.compute [5, 3, 6, 4] spatial 3 reduce sum
// CHECK: te.read %arg0[0, %[[I:.*]], %[[K:.*]]]
// CHECK: te.read %arg1[%{{.*}}, %[[J:.*]], %[[K]]]
// CHECK: tensor<5x3x6xf32>
// CHECK: arith.truncf
func.func @matmul(%a: tensor<1x3x4xf16>, %b: tensor<5x6x4xf16>) -> tensor<5x3x6xf16> {
  %0 = graph.matmul %a, %b {transpose_b = true}
      : (tensor<1x3x4xf16>, tensor<5x6x4xf16>) -> tensor<5x3x6xf16>
  return %0 : tensor<5x3x6xf16>
}

// -----

// CHECK-LABEL: @einsum
// CHECK: te.compute [2, 3, 4] spatial 1 reduce sum
func.func @einsum(%a: tensor<2x3x4xf32>) -> tensor<2xf32> {
  %0 = graph.einsum %a, %a {equation = "bij,bij->b"}
      : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Unsigned elements compare unsigned.
// CHECK-LABEL: @max_pool
// CHECK: te.compute [1, 2, 3, 2] spatial 3 combine
// CHECK: arith.maxui
func.func @max_pool(%x: tensor<1x2x4xui8>) -> tensor<1x2x3xui8> {
  %0 = graph.max_pool %x {kernel = array<i64: 2>, strides = array<i64: 1>, dilations = array<i64: 1>,
      pads = array<i64: 0, 0>} : (tensor<1x2x4xui8>) -> tensor<1x2x3xui8>
  return %0 : tensor<1x2x3xui8>
}

// -----

// Mean, variance and result are computations of their own.
// CHECK-LABEL: @layer_norm
// CHECK: te.compute [%{{.*}}, 16] spatial 1 reduce sum
// CHECK: te.compute [%{{.*}}, 16] spatial 1 reduce sum
// CHECK: math.sqrt
// CHECK: te.compute [%{{.*}}, 16] spatial 2 {
func.func @layer_norm(%x: tensor<?x16xf32>, %s: tensor<16xf32>) -> tensor<?x16xf32> {
  %0 = graph.layer_norm %x, %s, %s {axis = 1, epsilon = 1.0e-05 : f32}
      : (tensor<?x16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<?x16xf32>
  return %0 : tensor<?x16xf32>
}
