// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s

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

// A bias is added to the sums, in the element type of the result.
// CHECK-LABEL: @bias
// CHECK: %[[SUMS:.*]] = te.compute [1, 16, 4, 4, 4] spatial 4 reduce sum {
// CHECK: %[[NARROW:.*]] = te.compute [1, 16, 4, 4] spatial 4 {
// CHECK: arith.truncf
// CHECK: te.compute [1, 16, 4, 4] spatial 4 {
// CHECK-NEXT: ^bb0(%{{.*}}: index, %[[C:.*]]: index, %{{.*}}: index, %{{.*}}: index)
// CHECK-DAG: %[[B:.*]] = te.read %arg2[%[[C]]]
// CHECK-DAG: %[[S:.*]] = te.read %[[NARROW]]
// CHECK: arith.addf %[[S]], %[[B]] : f16
func.func @bias(%x: tensor<1x4x4x4xf16>, %w: tensor<16x4x1x1xf16>, %b: tensor<16xf16>) -> tensor<1x16x4x4xf16> {
  %0 = graph.conv %x, %w, %b {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x4x4x4xf16>, tensor<16x4x1x1xf16>, tensor<16xf16>) -> tensor<1x16x4x4xf16>
  return %0 : tensor<1x16x4x4xf16>
}

// The same for a transposed convolution, channels last.
// CHECK-LABEL: @transpose_bias
// CHECK: %[[SUMS:.*]] = te.compute [1, 8, 2, 3] spatial 3 reduce sum
// CHECK: te.compute [1, 8, 2] spatial 3 {
// CHECK-NEXT: ^bb0(%{{.*}}: index, %{{.*}}: index, %[[C:.*]]: index)
// CHECK-DAG: te.read %arg2[%[[C]]]
// CHECK-DAG: te.read %[[SUMS]]
func.func @transpose_bias(%x: tensor<1x8x3xf32>, %w: tensor<1x3x2xf32>, %b: tensor<2xf32>) -> tensor<1x8x2xf32> {
  %0 = graph.conv_transpose %x, %w, %b {strides = array<i64: 1>, dilations = array<i64: 1>,
      pads = array<i64: 0, 0>, output_padding = array<i64: 0>, layout = "NHWC", kernel_layout = "HWIO"}
      : (tensor<1x8x3xf32>, tensor<1x3x2xf32>, tensor<2xf32>) -> tensor<1x8x2xf32>
  return %0 : tensor<1x8x2xf32>
}

// A depthwise convolution has no reduction over channels.
// CHECK-LABEL: @depthwise
// CHECK: te.compute [1, 4, 6, 6, 3, 3] spatial 4 reduce sum
func.func @depthwise(%x: tensor<1x4x8x8xf32>, %w: tensor<4x1x3x3xf32>) -> tensor<1x4x6x6xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, group = 4}
      : (tensor<1x4x8x8xf32>, tensor<4x1x3x3xf32>) -> tensor<1x4x6x6xf32>
  return %0 : tensor<1x4x6x6xf32>
}

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

// A stride of 2 and as wide holes: every other element is 0, and one in between
// is a sum of a stride of 1 without holes.
// CHECK-LABEL: func.func @dilated_transpose(
// CHECK: %[[DATA:.*]] = te.compute [1, 3, 12] spatial 3
// CHECK: te.read %arg0[{{.*}} - 2] else
// CHECK: %[[SUMS:.*]] = te.compute [1, 2, 10, 3, 3] spatial 3 reduce sum
// CHECK: te.read %[[DATA]]
// CHECK: te.read %arg1[%{{.*}}, %{{.*}}, -%{{.*}} + 2]
// CHECK: te.compute [1, 2, 19] spatial 3
// CHECK-NEXT: ^bb0(%[[N:[a-z0-9]+]]: index, %[[C:[a-z0-9]+]]: index, %[[O:[a-z0-9]+]]: index)
// CHECK: arith.remsi %[[O]], %c2
// CHECK: %[[IS:.*]] = arith.cmpi eq
// CHECK: %[[SUM:.*]] = te.read %[[SUMS]][%[[N]], %[[C]], %[[O]] floordiv 2] else
// CHECK: arith.select %[[IS]], %[[SUM]], %{{.*}} : f32
func.func @dilated_transpose(%x: tensor<1x3x8xf32>, %w: tensor<3x2x3xf32>) -> tensor<1x2x19xf32> {
  %0 = graph.conv_transpose %x, %w {strides = array<i64: 2>, dilations = array<i64: 2>,
      pads = array<i64: 0, 0>, output_padding = array<i64: 0>}
      : (tensor<1x3x8xf32>, tensor<3x2x3xf32>) -> tensor<1x2x19xf32>
  return %0 : tensor<1x2x19xf32>
}

// A stride that does not divide the kernel: of two taps, odd positions have one.
// CHECK-LABEL: func.func @overlapping(
// CHECK: %[[DATA:.*]] = te.compute [1, 3, 10] spatial 3
// CHECK: te.read %arg0[%{{.*}}, %{{.*}}, %{{.*}} - 1] else
// CHECK: te.compute [1, 2, 9, 2, 2, 3] spatial 4 reduce sum
// CHECK: %[[TAP:.*]] = affine.apply #{{.*}}(%[[R:.*]], %[[T:.*]])
// CHECK: %[[IS:.*]] = arith.cmpi ult, %[[TAP]], %c3
// CHECK: te.read %[[DATA]][%{{.*}}, %{{.*}}, %{{.*}} - %[[T]] + %[[R]] floordiv 2 + 1]
// CHECK: te.read %arg1[%{{.*}}, %{{.*}}, %[[R]] + %[[T]] * 2 - (%[[R]] floordiv 2) * 2] else
// CHECK: %[[PRODUCT:.*]] = arith.mulf
// CHECK: arith.select %[[IS]], %[[PRODUCT]], %{{.*}} : f32
// CHECK: te.compute [1, 2, 17] spatial 3
func.func @overlapping(%x: tensor<1x3x8xf32>, %w: tensor<3x2x3xf32>) -> tensor<1x2x17xf32> {
  %0 = graph.conv_transpose %x, %w {strides = array<i64: 2>, dilations = array<i64: 1>,
      pads = array<i64: 0, 0>, output_padding = array<i64: 0>}
      : (tensor<1x3x8xf32>, tensor<3x2x3xf32>) -> tensor<1x2x17xf32>
  return %0 : tensor<1x2x17xf32>
}

// A stride that divides the kernel: the positions of each remainder (axes 2
// and 4) are an ordinary convolution of two taps per dimension, and the result
// reads them side by side.
// CHECK-LABEL: func.func @conv_transpose_phases
// CHECK: te.compute [1, 6, 5, 2] spatial 4
// CHECK: te.compute [1, 4, 2, 3, 2, 6, 2, 2, 2] spatial 6 reduce sum
// CHECK: te.read %{{.*}}[%{{.*}}, %{{.*}} - %{{.*}} + (%{{.*}} + 1) floordiv 2 + 1
// CHECK: te.read %arg1[%[[R:.*]] + %{{.*}} * 2 - ((%[[R]] + 1) floordiv 2) * 2 + 1
// CHECK: te.compute [1, 8, 6, 6] spatial 4
// CHECK: te.read %{{.*}}[%{{.*}}, %[[Y:.*]] floordiv 2, %[[Y]] mod 2, %[[X:.*]] floordiv 2, %[[X]] mod 2, %{{.*}}]
func.func @conv_transpose_phases(%x: tensor<1x4x3x2xf32>, %w: tensor<4x4x2x6xf32>) -> tensor<1x8x6x6xf32> {
  %0 = graph.conv_transpose %x, %w {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, output_padding = array<i64: 0, 0>, layout = "NHWC", kernel_layout = "HWIO"}
      : (tensor<1x4x3x2xf32>, tensor<4x4x2x6xf32>) -> tensor<1x8x6x6xf32>
  return %0 : tensor<1x8x6x6xf32>
}

// Windows with gaps between them: sums of windows side by side, which are elements
// of the result at the first two of each three positions. All others are 0, such as
// what output_padding adds.
// CHECK-LABEL: func.func @gaps(
// CHECK: %[[SUMS:.*]] = te.compute [1, 2, 16, 3] spatial 3 reduce sum
// CHECK-NOT: arith.select
// CHECK: te.read %arg0[%{{.*}}, %{{.*}}, %{{.*}} floordiv 2]
// CHECK: te.read %arg1[%{{.*}}, %{{.*}}, %{{.*}} mod 2]
// CHECK: te.compute [1, 2, 23] spatial 3
// CHECK-NEXT: ^bb0(%{{.*}}: index, %{{.*}}: index, %[[O:[a-z0-9]+]]: index)
// CHECK: %[[IS:.*]] = arith.cmpi ult, %{{.*}}, %c2
// CHECK: %[[SUM:.*]] = te.read %[[SUMS]][%{{.*}}, %{{.*}}, %[[O]] - (%[[O]] + 1) floordiv 3 + 1] else
// CHECK: arith.select %[[IS]], %[[SUM]], %{{.*}} : f32
func.func @gaps(%x: tensor<1x3x8xf32>, %w: tensor<3x2x2xf32>) -> tensor<1x2x23xf32> {
  %0 = graph.conv_transpose %x, %w {strides = array<i64: 3>, dilations = array<i64: 1>,
      pads = array<i64: 1, 0>, output_padding = array<i64: 1>}
      : (tensor<1x3x8xf32>, tensor<3x2x2xf32>) -> tensor<1x2x23xf32>
  return %0 : tensor<1x2x23xf32>
}
