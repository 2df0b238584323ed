// RUN: tvm-opt %s --convert-tosa-to-graph | FileCheck %s

// CHECK-LABEL: @pools
func.func @pools(%x: tensor<1x8x9x3xf32>) -> (tensor<1x4x5x3xf32>, tensor<1x4x5x3xf32>) {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  // CHECK: graph.max_pool %arg0
  // CHECK-SAME: kernel = array<i64: 2, 3>, layout = "NHWC", pads = array<i64: 0, 1, 0, 1>, strides = array<i64: 2, 2>
  %0 = tosa.max_pool2d %x {kernel = array<i64: 2, 3>, pad = array<i64: 0, 0, 1, 1>, stride = array<i64: 2, 2>}
      : (tensor<1x8x9x3xf32>) -> tensor<1x4x5x3xf32>
  // CHECK: graph.average_pool %arg0
  // CHECK-NOT: count_include_pad
  // CHECK-SAME: layout = "NHWC", pads = array<i64: 0, 1, 0, 1>
  %1 = tosa.avg_pool2d %x, %zp, %zp {acc_type = f32, kernel = array<i64: 2, 3>, pad = array<i64: 0, 0, 1, 1>, stride = array<i64: 2, 2>}
      : (tensor<1x8x9x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x5x3xf32>
  return %0, %1 : tensor<1x4x5x3xf32>, tensor<1x4x5x3xf32>
}
