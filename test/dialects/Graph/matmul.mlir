// RUN: tvm-opt %s | tvm-opt | FileCheck %s

// CHECK-LABEL: @matmul
func.func @matmul(%a: tensor<2x1x3x4xf32>, %b: tensor<5x6x4xf32>,
                  %v: tensor<4xf32>, %w: tensor<?x4xf32>,
                  %q: tensor<3x4xui8>, %u: tensor<4x2xi8>) {
  // CHECK: graph.matmul {{.*}} {transpose_b = true} : {{.*}} -> tensor<2x5x3x6xf32>
  %0 = graph.matmul %a, %b {transpose_b = true}
      : (tensor<2x1x3x4xf32>, tensor<5x6x4xf32>) -> tensor<2x5x3x6xf32>
  // A vector on the right has no column in the result.
  // CHECK: graph.matmul {{.*}} -> tensor<?xf32>
  %1 = graph.matmul %w, %v : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?xf32>
  // CHECK: graph.matmul {{.*}} -> tensor<f32>
  %2 = graph.matmul %v, %v : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  // Quantised data and weights.
  // CHECK: graph.matmul {{.*}} : (tensor<3x4xui8>, tensor<4x2xi8>) -> tensor<3x2xi32>
  %4 = graph.matmul %q, %u : (tensor<3x4xui8>, tensor<4x2xi8>) -> tensor<3x2xi32>
  // CHECK: graph.einsum {{.*}} {equation = "ij,kj->ik"}
  %3 = graph.einsum %w, %w {equation = "ij,kj->ik"}
      : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>
  return
}

// CHECK-LABEL: func @det
func.func @det(%x: tensor<?x3x3xf32>) -> tensor<?xf32> {
  // CHECK: graph.det %{{.*}} : (tensor<?x3x3xf32>) -> tensor<?xf32>
  %0 = graph.det %x : (tensor<?x3x3xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
