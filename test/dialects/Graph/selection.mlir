// RUN: tvm-opt %s | tvm-opt | FileCheck %s
// RUN: tvm-opt %s --mlir-print-op-generic | tvm-opt | FileCheck %s

// A constant k makes a static dimension.
// CHECK-LABEL: func @top_k
func.func @top_k(%x: tensor<2x?xf32>, %k: tensor<i32>) {
  // CHECK: graph.top_k %{{.*}}, %{{.*}} axis 1 {largest} : (tensor<2x?xf32>, tensor<i32>) -> (tensor<2x?xf32>, tensor<2x?xi64>)
  %v, %i = graph.top_k %x, %k axis 1 {largest} : (tensor<2x?xf32>, tensor<i32>) -> (tensor<2x?xf32>, tensor<2x?xi64>)
  %two = graph.constant dense<2> : tensor<1xi64>
  // CHECK: graph.top_k %{{.*}}, %{{.*}} axis 0 : {{.*}} -> (tensor<2x?xf32>, tensor<2x?xi64>)
  %w, %j = graph.top_k %x, %two axis 0 : (tensor<2x?xf32>, tensor<1xi64>) -> (tensor<2x?xf32>, tensor<2x?xi64>)
  return
}

// CHECK-LABEL: func @nonzero
func.func @nonzero(%x: tensor<2x3xi1>, %count: tensor<i64>) -> tensor<2x?xi64> {
  // CHECK: graph.nonzero %{{.*}}, %{{.*}} : (tensor<2x3xi1>, tensor<i64>) -> tensor<2x?xi64>
  %0 = graph.nonzero %x, %count : (tensor<2x3xi1>, tensor<i64>) -> tensor<2x?xi64>
  return %0 : tensor<2x?xi64>
}

// CHECK-LABEL: func @unique
func.func @unique(%x: tensor<?x2xui8>) {
  // CHECK: graph.unique %{{.*}} {sorted} : (tensor<?x2xui8>) -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<1xi64>)
  %f, %i, %c, %n = graph.unique %x {sorted} : (tensor<?x2xui8>) -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<1xi64>)
  return
}

// CHECK-LABEL: func @non_max_suppression
func.func @non_max_suppression(%boxes: tensor<1x6x4xf32>, %scores: tensor<1x2x6xf32>, %limit: tensor<1xi64>, %t: tensor<f32>) {
  // CHECK: graph.non_max_suppression %{{.*}}, %{{.*}} limit %{{.*}} iou %{{.*}} : {{.*}} -> (tensor<?x3xi64>, tensor<1xi64>)
  %s, %n = graph.non_max_suppression %boxes, %scores limit %limit iou %t : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<1xi64>, tensor<f32>) -> (tensor<?x3xi64>, tensor<1xi64>)
  %nine = graph.constant dense<9> : tensor<1xi64>
  // CHECK: graph.non_max_suppression %{{.*}} score %{{.*}} {center_point_box} : {{.*}} -> (tensor<12x3xi64>, tensor<1xi64>)
  %u, %m = graph.non_max_suppression %boxes, %scores limit %nine iou %t score %t {center_point_box} : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<1xi64>, tensor<f32>, tensor<f32>) -> (tensor<12x3xi64>, tensor<1xi64>)
  return
}
