// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s

// Each input is read at a shifted axis; the axis chooses.
// CHECK-LABEL: func.func @concat
func.func @concat(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<5xf32> {
  // CHECK: te.read %arg1[%{{.*}} - 2] else
  // CHECK: te.read %arg0[%{{.*}}] else
  // CHECK: arith.select
  %0 = graph.concat %x, %y axis 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// Subscripts change their order.
// CHECK-LABEL: func.func @transpose(
// CHECK: te.read %arg0[%arg2, %arg1]
func.func @transpose(%x: tensor<2x8xf32>) -> tensor<8x2xf32> {
  %0 = graph.transpose %x [1, 0] : (tensor<2x8xf32>) -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}

// Repetitions are a remainder.
// CHECK-LABEL: func.func @tile(
// CHECK: te.read %arg0[%arg1 mod 2]
func.func @tile(%x: tensor<2xf32>) -> tensor<6xf32> {
  %r = graph.constant dense<3> : tensor<1xi64>
  %0 = graph.tile %x, %r : (tensor<2xf32>, tensor<1xi64>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// Blocks are affine.
// CHECK-LABEL: func.func @space_to_depth(
// CHECK: te.read %arg0[%arg1, 0, %arg3 * 2 + %arg2 floordiv 2,
func.func @space_to_depth(%x: tensor<1x1x4x4xf32>) -> tensor<1x4x2x2xf32> {
  %0 = graph.space_to_depth %x by 2 : (tensor<1x1x4x4xf32>) -> tensor<1x4x2x2xf32>
  return %0 : tensor<1x4x2x2xf32>
}
