// RUN: tvm-opt %s -graph-convert-layout=layout=nchw -split-input-file -verify-diagnostics | FileCheck %s

// A model whose data is NHWC: transposes at its borders, weights in ONNX's
// order.
// CHECK-LABEL: @net
// CHECK-DAG: %[[X:.*]] = graph.transpose %arg0 [0, 3, 1, 2]
// CHECK-DAG: %[[W:.*]] = graph.transpose %{{.*}} [3, 2, 0, 1] {{.*}} -> tensor<6x3x3x3xf32>
// CHECK: graph.conv %[[X]], %[[W]] {{.*}} (tensor<1x3x8x8xf32>, tensor<6x3x3x3xf32>) -> tensor<1x6x8x8xf32>
// CHECK: graph.add {{.*}} (tensor<1x6x8x8xf32>, tensor<1x6x1x1xf32>)
// CHECK: graph.batch_norm {{.*}} (tensor<1x6x8x8xf32>
// CHECK: graph.max_pool {{.*}} -> tensor<1x6x4x4xf32>
// CHECK: %[[M:.*]] = graph.arg_max {{.*}}[1] {keepdims} {{.*}} -> tensor<1x1x4x4xi64>
// CHECK: %[[Y:.*]] = graph.reduce mean {{.*}} [2, 3] {{.*}} -> tensor<1x6xf32>
// CHECK: return %[[Y]],
// expected-remark@+1 {{1 run-time transpose after the conversion to channel-second layout}}
func.func @net(%x: tensor<1x8x8x3xf32>) -> (tensor<1x6xf32>, tensor<1x4x4x1xi64>) {
  %w = graph.constant dense<1.0> : tensor<3x3x3x6xf32>
  %b = graph.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x8x8x3xf32>, tensor<3x3x3x6xf32>) -> tensor<1x8x8x6xf32>
  %1 = graph.add %0, %b : (tensor<1x8x8x6xf32>, tensor<6xf32>) -> tensor<1x8x8x6xf32>
  %2 = graph.batch_norm %1, %b, %b, %b, %b {epsilon = 1.0e-05 : f32, layout = "NHWC"}
      : (tensor<1x8x8x6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<1x8x8x6xf32>
  %3 = graph.max_pool %2 {kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, layout = "NHWC"} : (tensor<1x8x8x6xf32>) -> tensor<1x4x4x6xf32>
  %4 = graph.arg_max %3 [3] {keepdims} : (tensor<1x4x4x6xf32>) -> tensor<1x4x4x1xi64>
  %5 = graph.reduce mean %3 [1, 2] : (tensor<1x4x4x6xf32>) -> tensor<1x6xf32>
  return %5, %4 : tensor<1x6xf32>, tensor<1x4x4x1xi64>
}

// -----

// Operators in the layout that is asked for stay; weights known at run time
// keep theirs.
// CHECK-LABEL: @mixed
// CHECK-NOT: graph.transpose
// CHECK: %[[X:.*]] = graph.conv %arg0, %arg1
// CHECK-NOT: graph.transpose
// CHECK: graph.conv %[[X]], %arg2 {{.*}}kernel_layout = "HWIO"
// CHECK-NEXT: return
// expected-remark@+1 {{0 run-time transposes after the conversion to channel-second layout}}
func.func @mixed(%x: tensor<1x3x8xf32>, %w: tensor<2x3x1xf32>, %u: tensor<1x2x4xf32>) -> tensor<1x4x8xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x3x8xf32>, tensor<2x3x1xf32>) -> tensor<1x2x8xf32>
  %1 = graph.transpose %0 [0, 2, 1] : (tensor<1x2x8xf32>) -> tensor<1x8x2xf32>
  %2 = graph.conv %1, %u {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x8x2xf32>, tensor<1x2x4xf32>) -> tensor<1x8x4xf32>
  %3 = graph.transpose %2 [0, 2, 1] : (tensor<1x8x4xf32>) -> tensor<1x4x8xf32>
  return %3 : tensor<1x4x8xf32>
}
