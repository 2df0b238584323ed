// RUN: tvm-opt %s --convert-tosa-to-graph --split-input-file | FileCheck %s

// Pads are listed per side, weights have the output channels last.
// CHECK-LABEL: @conv2d
// CHECK-SAME: %[[X:.*]]: tensor<1x8x7x3xf32>, %[[W:.*]]: tensor<4x3x3x3xf32>, %[[B:.*]]: tensor<4xf32>
func.func @conv2d(%x: tensor<1x8x7x3xf32>, %w: tensor<4x3x3x3xf32>, %b: tensor<4xf32>) -> tensor<1x4x3x4xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  // CHECK: %[[HWIO:.*]] = graph.transpose %[[W]] [1, 2, 3, 0]
  // CHECK: graph.conv %[[X]], %[[HWIO]], %[[B]]
  // CHECK-SAME: dilations = array<i64: 1, 1>, kernel_layout = "HWIO", layout = "NHWC", pads = array<i64: 1, 0, 0, 0>, strides = array<i64: 2, 2>
  // CHECK-NOT: graph.add
  %0 = tosa.conv2d %x, %w, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 0, 0, 0>, stride = array<i64: 2, 2>}
      : (tensor<1x8x7x3xf32>, tensor<4x3x3x3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x3x4xf32>
  return %0 : tensor<1x4x3x4xf32>
}

// -----

// Zero points are subtracted in the type of the sums.
// CHECK-LABEL: @quantized
func.func @quantized(%x: tensor<1x8x8x3xi8>, %w: tensor<4x3x3x3xi8>, %b: tensor<4xi32>) -> tensor<1x6x6x4xi32> {
  %xz = "tosa.const"() <{values = dense<5> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  // CHECK: %[[X:.*]] = graph.cast %arg0 {to = i32}
  // CHECK: %[[FIVE:.*]] = graph.constant dense<5> : tensor<i32>
  // CHECK: %[[CENTERED:.*]] = graph.sub %[[X]], %[[FIVE]]
  // CHECK: %[[W:.*]] = graph.cast %{{.*}} {to = i32}
  // CHECK: graph.conv %[[CENTERED]], %[[W]], %arg2
  %0 = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x8x8x3xi8>, tensor<4x3x3x3xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x6x6x4xi32>
  return %0 : tensor<1x6x6x4xi32>
}

// -----

// One number for all channels is a bias of as many.
// CHECK-LABEL: @one_bias
func.func @one_bias(%x: tensor<1x8x8x3xf32>, %w: tensor<4x3x3x3xf32>, %b: tensor<1xf32>) -> tensor<1x6x6x4xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  // CHECK: %[[W:.*]] = graph.transpose %arg1
  // CHECK: %[[CHANNELS:.*]] = graph.shape %[[W]]
  // CHECK: %[[B:.*]] = graph.expand %arg2, %[[CHANNELS]] : (tensor<1xf32>, tensor<1xi64>) -> tensor<4xf32>
  // CHECK: graph.conv %arg0, %[[W]], %[[B]]
  %0 = tosa.conv2d %x, %w, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x8x8x3xf32>, tensor<4x3x3x3xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x4xf32>
  return %0 : tensor<1x6x6x4xf32>
}

// -----

// CHECK-LABEL: @conv3d
func.func @conv3d(%x: tensor<1x8x8x8x3xf32>, %w: tensor<4x1x2x3x3xf32>, %b: tensor<4xf32>) -> tensor<1x8x7x6x4xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  // CHECK: graph.transpose %arg1 [1, 2, 3, 4, 0]
  // CHECK: graph.conv {{.*}} -> tensor<1x8x7x6x4xf32>
  %0 = tosa.conv3d %x, %w, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 0, 0, 0, 0, 0>, stride = array<i64: 1, 1, 1>}
      : (tensor<1x8x8x8x3xf32>, tensor<4x1x2x3x3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x7x6x4xf32>
  return %0 : tensor<1x8x7x6x4xf32>
}

// -----

// A group per channel.
// CHECK-LABEL: @depthwise
func.func @depthwise(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x2xf32>, %b: tensor<6xf32>) -> tensor<1x6x6x6xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  // CHECK: %[[SHAPE:.*]] = graph.constant dense<[3, 3, 1, 6]>
  // CHECK: %[[W:.*]] = graph.reshape %arg1, %[[SHAPE]]
  // CHECK: graph.conv %arg0, %[[W]], %arg2 {{.*}}group = 3
  %0 = tosa.depthwise_conv2d %x, %w, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x8x8x3xf32>, tensor<3x3x3x2xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x6xf32>
  return %0 : tensor<1x6x6x6xf32>
}

// -----

// A negative out_pad takes away, a positive one at the end adds.
// CHECK-LABEL: @transpose_conv
func.func @transpose_conv(%x: tensor<1x4x4x3xf32>, %w: tensor<5x3x3x3xf32>, %b: tensor<5xf32>) -> tensor<1x8x9x5xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  // CHECK: %[[W:.*]] = graph.transpose %arg1 [1, 2, 3, 0]
  // CHECK: graph.conv_transpose %arg0, %[[W]], %arg2
  // CHECK-SAME: output_padding = array<i64: 0, 1>, pads = array<i64: 1, 1, 0, 0>, strides = array<i64: 2, 2>
  %0 = tosa.transpose_conv2d %x, %w, %b, %zp, %zp {acc_type = f32, out_pad = array<i64: -1, 0, -1, 1>, stride = array<i64: 2, 2>}
      : (tensor<1x4x4x3xf32>, tensor<5x3x3x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x9x5xf32>
  return %0 : tensor<1x8x9x5xf32>
}

// -----

// CHECK-LABEL: @matmul
func.func @matmul(%x: tensor<2x3x4xf16>, %y: tensor<2x4x5xf16>) -> tensor<2x3x5xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf16>}> : () -> tensor<1xf16>
  // CHECK: %[[X:.*]] = graph.cast %arg0 {to = f32}
  // CHECK: %[[Y:.*]] = graph.cast %arg1 {to = f32}
  // CHECK: graph.matmul %[[X]], %[[Y]]
  %0 = tosa.matmul %x, %y, %zp, %zp : (tensor<2x3x4xf16>, tensor<2x4x5xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<2x3x5xf32>
  return %0 : tensor<2x3x5xf32>
}
