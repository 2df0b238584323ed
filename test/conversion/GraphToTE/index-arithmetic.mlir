// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s

// Regrouped dimensions stay affine; equal ones are not divided.
// CHECK-LABEL: func.func @reshape
func.func @reshape(%x: tensor<?x6x4xf32>) -> tensor<?x2x3x4xf32> {
  // CHECK: te.read %arg0[%{{.*}}, %[[A:.*]] * 3 + %[[B:.*]], %{{.*}}] : tensor<?x6x4xf32>
  %s = graph.constant dense<[0, 2, 3, 4]> : tensor<4xi64>
  %0 = graph.reshape %x, %s : (tensor<?x6x4xf32>, tensor<4xi64>) -> tensor<?x2x3x4xf32>
  return %0 : tensor<?x2x3x4xf32>
}

// Sizes that are known only at run time: arithmetic.
// CHECK-LABEL: func.func @dynamic
func.func @dynamic(%x: tensor<?x?xf32>, %s: tensor<2xi64>) -> tensor<?x?xf32> {
  // CHECK: tensor.extract
  // CHECK: te.compute
  // CHECK: arith.remui
  // CHECK: arith.divui
  %0 = graph.reshape %x, %s : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
