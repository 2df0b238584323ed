// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s

// Unsigned elements compare unsigned.
// CHECK-LABEL: @max_pool
// CHECK: te.compute [1, 2, 3, 2] spatial 3 combine
// CHECK: arith.maxui
func.func @max_pool(%x: tensor<1x2x4xui8>) -> tensor<1x2x3xui8> {
  %0 = graph.max_pool %x {kernel = array<i64: 2>, strides = array<i64: 1>, dilations = array<i64: 1>,
      pads = array<i64: 0, 0>} : (tensor<1x2x4xui8>) -> tensor<1x2x3xui8>
  return %0 : tensor<1x2x3xui8>
}

// The padding of a maximum never wins.
// CHECK-LABEL: func.func @padded(
// CHECK: arith.constant 0xFF800000
// CHECK: te.read %arg0{{.*}} else
// CHECK: te.compute [1, 2, 5, 2] spatial 3 reduce max
func.func @padded(%x: tensor<1x2x4xf32>) -> tensor<1x2x5xf32> {
  %0 = graph.max_pool %x {kernel = array<i64: 2>, strides = array<i64: 1>, dilations = array<i64: 1>,
      pads = array<i64: 1, 1>} : (tensor<1x2x4xf32>) -> tensor<1x2x5xf32>
  return %0 : tensor<1x2x5xf32>
}

// The sum is divided by the number of elements that are not padding.
// CHECK-LABEL: func.func @average_pool(
// CHECK: te.compute [1, 2, 6] spatial 3
// CHECK: te.compute [1, 2, 5, 2] spatial 3 reduce sum
// CHECK: te.compute [1, 2, 5] spatial 3
// CHECK: arith.minsi
// CHECK: arith.maxsi
// CHECK: arith.divf
func.func @average_pool(%x: tensor<1x2x4xf32>) -> tensor<1x2x5xf32> {
  %0 = graph.average_pool %x {kernel = array<i64: 2>, strides = array<i64: 1>, dilations = array<i64: 1>,
      pads = array<i64: 1, 1>} : (tensor<1x2x4xf32>) -> tensor<1x2x5xf32>
  return %0 : tensor<1x2x5xf32>
}
