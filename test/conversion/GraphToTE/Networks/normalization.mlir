// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s

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

// Scale and offset per channel, then one product per element.
// CHECK-LABEL: func.func @batch_norm(
// CHECK: %[[S:.*]] = te.compute [8] spatial 1
// CHECK: math.sqrt
// CHECK: %[[O:.*]] = te.compute [8] spatial 1
// CHECK: te.compute [2, 8, 4] spatial 3
// CHECK: te.read %[[S]]
// CHECK: arith.mulf
// CHECK: te.read %[[O]]
// CHECK: arith.addf
func.func @batch_norm(%x: tensor<2x8x4xf32>, %c: tensor<8xf32>) -> tensor<2x8x4xf32> {
  %0 = graph.batch_norm %x, %c, %c, %c, %c {epsilon = 1.0e-05 : f32}
      : (tensor<2x8x4xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x8x4xf32>
  return %0 : tensor<2x8x4xf32>
}

// Statistics are of a batch and a group.
// CHECK-LABEL: func.func @group_norm(
// CHECK: te.compute [2, 4, 2, 4] spatial 2 reduce sum
// CHECK: te.read %arg0[%{{.*}}, %{{.*}} * 2 + %{{.*}}, %{{.*}}]
// CHECK: te.compute [2, 4, 2, 4] spatial 2 reduce sum
// CHECK: te.compute [2, 8, 4] spatial 3
// CHECK: %arg3 floordiv 2]
func.func @group_norm(%x: tensor<2x8x4xf32>, %c: tensor<8xf32>) -> tensor<2x8x4xf32> {
  %0 = graph.group_norm %x, %c, %c {num_groups = 4, epsilon = 1.0e-05 : f32}
      : (tensor<2x8x4xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x8x4xf32>
  return %0 : tensor<2x8x4xf32>
}

// Channels around, 0 outside.
// CHECK-LABEL: func.func @lrn(
// CHECK: te.compute [2, 8, 4, 3] spatial 3 reduce sum
// CHECK: te.read %arg0[%{{.*}}, %{{.*}} + %{{.*}} - 1, %{{.*}}] else
// CHECK: math.powf
func.func @lrn(%x: tensor<2x8x4xf32>) -> tensor<2x8x4xf32> {
  %0 = graph.lrn %x {size = 3, alpha = 1.0e-04 : f32, beta = 0.75 : f32, bias = 1.0 : f32}
      : (tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  return %0 : tensor<2x8x4xf32>
}
