// RUN: tvm-opt %s --convert-tosa-to-graph --split-input-file | FileCheck %s

// The reduced dimension stays.
// CHECK-LABEL: @reduce
func.func @reduce(%x: tensor<4x5x6x7xf32>) -> tensor<1x1x1x1xf32> {
  // CHECK: graph.reduce max %arg0 [0] {keepdims} : (tensor<4x5x6x7xf32>) -> tensor<1x5x6x7xf32>
  %0 = tosa.reduce_max %x {axis = 0 : i32} : (tensor<4x5x6x7xf32>) -> tensor<1x5x6x7xf32>
  // CHECK-NEXT: graph.reduce min %{{.*}} [1] {keepdims}
  %1 = tosa.reduce_min %0 {axis = 1 : i32} : (tensor<1x5x6x7xf32>) -> tensor<1x1x6x7xf32>
  // CHECK-NEXT: graph.reduce sum %{{.*}} [2] {keepdims}
  %2 = tosa.reduce_sum %1 {axis = 2 : i32} : (tensor<1x1x6x7xf32>) -> tensor<1x1x1x7xf32>
  // CHECK-NEXT: graph.reduce prod %{{.*}} [3] {keepdims}
  %3 = tosa.reduce_product %2 {axis = 3 : i32} : (tensor<1x1x1x7xf32>) -> tensor<1x1x1x1xf32>
  return %3 : tensor<1x1x1x1xf32>
}

// -----

// Bools are bytes of 0 and 1.
// CHECK-LABEL: @logical
func.func @logical(%x: tensor<4x5xi1>) -> (tensor<1x5xi1>, tensor<4x1xi1>) {
  // CHECK: %[[BYTES:.*]] = graph.cast %arg0 {to = i8}
  // CHECK: %[[ALL:.*]] = graph.reduce min %[[BYTES]] [0]
  // CHECK: graph.cast %[[ALL]] {to = i1}
  %0 = tosa.reduce_all %x {axis = 0 : i32} : (tensor<4x5xi1>) -> tensor<1x5xi1>
  // CHECK: %[[ANY:.*]] = graph.reduce max %{{.*}} [1]
  // CHECK: graph.cast %[[ANY]] {to = i1}
  %1 = tosa.reduce_any %x {axis = 1 : i32} : (tensor<4x5xi1>) -> tensor<4x1xi1>
  return %0, %1 : tensor<1x5xi1>, tensor<4x1xi1>
}

// -----

// CHECK-LABEL: @argmax
func.func @argmax(%x: tensor<4x5xf32>) -> tensor<4xi32> {
  // CHECK: %[[INDEX:.*]] = graph.arg_max %arg0[1] : (tensor<4x5xf32>) -> tensor<4xi64>
  // CHECK: graph.cast %[[INDEX]] {to = i32}
  %0 = tosa.argmax %x {axis = 1 : i32} : (tensor<4x5xf32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
