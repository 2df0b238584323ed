// RUN: tvm-opt %s --convert-graph-to-te --split-input-file | FileCheck %s

// Calls of the runtime's library: the element type and options are constants.
// CHECK-LABEL: func @top_k(
// CHECK-SAME: %[[X:.*]]: tensor<2x?xbf16>, %[[K:.*]]: tensor<1xi64>
// CHECK: %[[LOADED:.*]] = tensor.extract %[[K]]
// CHECK: %[[SIZE:.*]] = arith.index_cast %[[LOADED]]
// CHECK: te.extern @tvm_top_k(%[[X]]) extents(%[[SIZE]], %{{.*}}) {constants = ["bfloat16", array<i64: 2, 1, 1>]}
// CHECK-SAME: -> (tensor<2x?xbf16>, tensor<2x?xi64>)
func.func @top_k(%x: tensor<2x?xbf16>, %k: tensor<1xi64>) -> (tensor<2x?xbf16>, tensor<2x?xi64>) {
  %v, %i = graph.top_k %x, %k axis 1 {largest} : (tensor<2x?xbf16>, tensor<1xi64>) -> (tensor<2x?xbf16>, tensor<2x?xi64>)
  return %v, %i : tensor<2x?xbf16>, tensor<2x?xi64>
}

// -----

// CHECK-LABEL: func @nonzero(
// CHECK: te.extern @tvm_nonzero(%{{.*}}) extents(%{{.*}}) {constants = [array<i64: 2>]} : (tensor<2x3xi8>) -> tensor<2x?xi64>
func.func @nonzero(%x: tensor<2x3xi1>, %count: tensor<i64>) -> tensor<2x?xi64> {
  %0 = graph.nonzero %x, %count : (tensor<2x3xi1>, tensor<i64>) -> tensor<2x?xi64>
  return %0 : tensor<2x?xi64>
}

// -----

// CHECK-LABEL: func @unique(
// CHECK: te.extern @tvm_unique(%{{.*}}) {constants = ["uint8", array<i64: 1>]} : (tensor<9x2xi8>)
func.func @unique(%x: tensor<9x2xui8>) -> tensor<9xi64> {
  %f, %i, %c, %n = graph.unique %x {sorted} : (tensor<9x2xui8>) -> (tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<1xi64>)
  return %f : tensor<9xi64>
}

// -----

// The limit is known by the size of the result.
// CHECK-LABEL: func @non_max_suppression(
// CHECK-SAME: %[[BOXES:.*]]: tensor<1x6x4xf32>, %[[SCORES:.*]]: tensor<1x2x6xf32>, %{{.*}}: tensor<1xi64>, %[[T:.*]]: tensor<f32>
// CHECK: te.extern @tvm_non_max_suppression(%[[BOXES]], %[[SCORES]], %[[T]]) extents(%{{.*}}) {constants = [array<i64: 0, 0, -1>]}
func.func @non_max_suppression(%boxes: tensor<1x6x4xf32>, %scores: tensor<1x2x6xf32>, %limit: tensor<1xi64>, %t: tensor<f32>) -> tensor<?x3xi64> {
  %s, %n = graph.non_max_suppression %boxes, %scores limit %limit iou %t : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<1xi64>, tensor<f32>) -> (tensor<?x3xi64>, tensor<1xi64>)
  return %s : tensor<?x3xi64>
}
