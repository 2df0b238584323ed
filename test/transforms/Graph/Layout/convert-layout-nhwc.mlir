// RUN: tvm-opt %s -graph-convert-layout=layout=nhwc -split-input-file -verify-diagnostics | FileCheck %s
// RUN: tvm-opt %s -graph-convert-layout=layout=nhwc -graph-convert-layout=layout=nchw -split-input-file | FileCheck %s --check-prefix=BACK

// Nothing but the layout changes: borders stay with the convolution. Back again
// there is no transpose.
// CHECK-LABEL: @net
// CHECK: %[[X:.*]] = graph.transpose %arg0 [0, 2, 3, 1]
// CHECK: graph.conv %[[X]], {{.*}}kernel_layout = "HWIO", layout = "NHWC", pads = array<i64: 1, 1, 1, 1>
// CHECK: graph.add {{.*}} (tensor<1x8x8x6xf32>, tensor<1x1x1x6xf32>)
// CHECK: graph.average_pool {{.*}}layout = "NHWC"
// CHECK: graph.softmax {{.*}} [3]
// CHECK: graph.slice {{.*}} axes [1]
// CHECK: graph.pad {{.*}} low [0, 1, 0, 0]
// CHECK: graph.concat {{.*}} axis 3
// CHECK: graph.reduce max {{.*}} [2] {keepdims}
// CHECK: graph.transpose {{.*}} [0, 3, 1, 2]
// BACK-LABEL: @net
// BACK-NOT: graph.transpose
// BACK: graph.conv %arg0, %{{.*}} {dilations = array<i64: 1, 1>{{.*}}pads = array<i64: 1, 1, 1, 1>{{.*}} (tensor<1x3x8x8xf32>, tensor<6x3x3x3xf32>) -> tensor<1x6x8x8xf32>
// BACK-NOT: graph.transpose
// BACK: graph.softmax {{.*}} [1]
// BACK-NEXT: graph.slice {{.*}} axes [2]
// BACK-NEXT: graph.pad {{.*}} low [0, 0, 1, 0]
// BACK-NEXT: graph.concat {{.*}} axis 1
// BACK-NEXT: %[[Y:.*]] = graph.reduce max {{.*}} [3] {keepdims}
// BACK-NEXT: return %[[Y]]
// expected-remark@+1 {{2 run-time transposes after the conversion to channel-last layout}}
func.func @net(%x: tensor<1x3x8x8xf32>) -> tensor<1x12x4x1xf32> {
  %w = graph.constant dense<1.0> : tensor<6x3x3x3xf32>
  %b = graph.constant dense<[[[1.0]], [[2.0]], [[3.0]], [[4.0]], [[5.0]], [[6.0]]]> : tensor<6x1x1xf32>
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x3x8x8xf32>, tensor<6x3x3x3xf32>) -> tensor<1x6x8x8xf32>
  %1 = graph.add %0, %b : (tensor<1x6x8x8xf32>, tensor<6x1x1xf32>) -> tensor<1x6x8x8xf32>
  %2 = graph.average_pool %1 {kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>} : (tensor<1x6x8x8xf32>) -> tensor<1x6x4x4xf32>
  %3 = graph.softmax %2 [1] : (tensor<1x6x4x4xf32>) -> tensor<1x6x4x4xf32>
  %4 = graph.slice %3 axes [2] starts [1] ends [4] steps [1] : (tensor<1x6x4x4xf32>) -> tensor<1x6x3x4xf32>
  %5 = graph.pad %4 low [0, 0, 1, 0] high [0, 0, 0, 0] mode constant : (tensor<1x6x3x4xf32>) -> tensor<1x6x4x4xf32>
  %6 = graph.concat %5, %2 axis 1 : (tensor<1x6x4x4xf32>, tensor<1x6x4x4xf32>) -> tensor<1x12x4x4xf32>
  %7 = graph.reduce max %6 [3] {keepdims} : (tensor<1x12x4x4xf32>) -> tensor<1x12x4x1xf32>
  return %7 : tensor<1x12x4x1xf32>
}

// -----

// Convolutions of each channel by itself, and pools without convolutions, are
// converted as well, where the layout is asked for.
// CHECK-LABEL: @all
// CHECK: graph.max_pool {{.*}}layout = "NHWC"
// CHECK: graph.conv {{.*}}layout = "NHWC"
// CHECK: graph.conv_transpose {{.*}}kernel_layout = "HWIO", layout = "NHWC"{{.*}} (tensor<1x4x4x4xf32>, tensor<2x2x4x5xf32>)
// BACK-LABEL: @all
// BACK-NOT: graph.transpose
// BACK: graph.conv_transpose {{.*}} (tensor<1x4x4x4xf32>, tensor<4x5x2x2xf32>)
// BACK-NOT: graph.transpose
// BACK: return
// expected-remark@+1 {{2 run-time transposes after the conversion to channel-last layout}}
func.func @all(%x: tensor<1x4x8x8xf32>) -> tensor<1x5x5x5xf32> {
  %w = graph.constant dense<1.0> : tensor<4x1x1x1xf32>
  %u = graph.constant dense<1.0> : tensor<4x5x2x2xf32>
  %0 = graph.max_pool %x {kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>} : (tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32>
  %1 = graph.conv %0, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 4 : i64}
      : (tensor<1x4x4x4xf32>, tensor<4x1x1x1xf32>) -> tensor<1x4x4x4xf32>
  %2 = graph.conv_transpose %1, %u {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      output_padding = array<i64: 0, 0>} : (tensor<1x4x4x4xf32>, tensor<4x5x2x2xf32>) -> tensor<1x5x5x5xf32>
  return %2 : tensor<1x5x5x5xf32>
}

// -----

// Channel shuffles go both ways.
// CHECK-LABEL: @shuffle
// CHECK: graph.reshape {{.*}} -> tensor<1x8x2x3xf32>
// BACK-LABEL: @shuffle
// BACK-NOT: graph.transpose {{.*}} [0, 2, 1]
// BACK: graph.reshape {{.*}} -> tensor<1x2x3x8xf32>
// BACK: graph.transpose {{.*}} [0, 2, 1, 3]
// BACK: %[[Y:.*]] = graph.reshape {{.*}} -> tensor<1x6x8xf32>
// BACK-NEXT: return %[[Y]]
// expected-remark@+1 {{3 run-time transposes after the conversion to channel-last layout}}
func.func @shuffle(%x: tensor<1x3x8xf32>) -> tensor<1x6x8xf32> {
  %w = graph.constant dense<1.0> : tensor<6x3x1xf32>
  %split = graph.constant dense<[1, 2, 3, 8]> : tensor<4xi64>
  %joined = graph.constant dense<[1, 6, 8]> : tensor<3xi64>
  %0 = graph.conv %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x3x8xf32>, tensor<6x3x1xf32>) -> tensor<1x6x8xf32>
  %1 = graph.reshape %0, %split : (tensor<1x6x8xf32>, tensor<4xi64>) -> tensor<1x2x3x8xf32>
  %2 = graph.transpose %1 [0, 2, 1, 3] : (tensor<1x2x3x8xf32>) -> tensor<1x3x2x8xf32>
  %3 = graph.reshape %2, %joined : (tensor<1x3x2x8xf32>, tensor<3xi64>) -> tensor<1x6x8xf32>
  return %3 : tensor<1x6x8xf32>
}
