// RUN: tvm-opt %s | tvm-opt | FileCheck %s

// CHECK-LABEL: @normalization
func.func @normalization(%x: tensor<2x8x?xf32>, %c: tensor<8xf32>,
                         %d: tensor<?xf32>, %h: tensor<4xf16>) {
  // CHECK: graph.batch_norm
  %0 = graph.batch_norm %x, %c, %c, %c, %c {epsilon = 1.0e-05 : f32}
      : (tensor<2x8x?xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x8x?xf32>
  // CHECK: graph.layer_norm {{.*}} {axis = 2 : i64
  %1 = graph.layer_norm %x, %d {axis = 2, epsilon = 1.0e-05 : f32}
      : (tensor<2x8x?xf32>, tensor<?xf32>) -> tensor<2x8x?xf32>
  // CHECK: graph.rms_norm
  %2 = graph.rms_norm %x, %d {axis = 2, epsilon = 1.0e-05 : f32}
      : (tensor<2x8x?xf32>, tensor<?xf32>) -> tensor<2x8x?xf32>
  // CHECK: graph.group_norm {{.*}} num_groups = 4
  %3 = graph.group_norm %x, %c, %c {num_groups = 4, epsilon = 1.0e-05 : f32}
      : (tensor<2x8x?xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x8x?xf32>
  // CHECK: graph.lrn
  %4 = graph.lrn %x {size = 3, alpha = 1.0e-04 : f32, beta = 0.75 : f32, bias = 1.0 : f32}
      : (tensor<2x8x?xf32>) -> tensor<2x8x?xf32>
  return
}
