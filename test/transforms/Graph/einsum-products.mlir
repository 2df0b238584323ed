// RUN: tvm-opt %s --graph-simplify | FileCheck %s

// CHECK-LABEL: func.func @product
// CHECK: graph.matmul %arg0, %arg1 : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
// CHECK-NEXT: return
func.func @product(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  %0 = graph.einsum %a, %b {equation = "bij,bjk->bik"} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %0 : tensor<2x3x5xf32>
}

// Scores and values of an attention, heads behind tokens.
// CHECK-LABEL: func.func @attention
// CHECK: %[[Q:.*]] = graph.transpose %arg0 [0, 2, 1, 3]
// CHECK: %[[K:.*]] = graph.transpose %arg1 [0, 2, 3, 1]
// CHECK: %[[S:.*]] = graph.matmul %[[Q]], %[[K]] : {{.*}} -> tensor<2x4x3x5xf32>
// CHECK: %[[V:.*]] = graph.transpose %arg2 [0, 2, 1, 3]
// CHECK: %[[Y:.*]] = graph.matmul %[[S]], %[[V]]
// CHECK: graph.transpose %[[Y]] [0, 2, 1, 3]
func.func @attention(%q: tensor<2x3x4x8xf32>, %k: tensor<2x5x4x8xf32>, %v: tensor<2x5x4x8xf32>) -> tensor<2x3x4x8xf32> {
  %0 = graph.einsum %q, %k {equation = "bqhd,bkhd->bhqk"} : (tensor<2x3x4x8xf32>, tensor<2x5x4x8xf32>) -> tensor<2x4x3x5xf32>
  %1 = graph.einsum %0, %v {equation = "bhqk,bkhd->bqhd"} : (tensor<2x4x3x5xf32>, tensor<2x5x4x8xf32>) -> tensor<2x3x4x8xf32>
  return %1 : tensor<2x3x4x8xf32>
}

// Several letters are one dimension of the matrices; without a letter it is 1.
// CHECK-LABEL: func.func @several
// CHECK: graph.reshape %arg0, {{.*}} -> tensor<6x20xf32>
// CHECK: graph.reshape %arg1, {{.*}} -> tensor<20x7xf32>
// CHECK: graph.matmul {{.*}} -> tensor<6x7xf32>
// CHECK: graph.reshape {{.*}} -> tensor<2x3x7xf32>
func.func @several(%a: tensor<2x3x4x5xf32>, %b: tensor<4x5x7xf32>) -> tensor<2x3x7xf32> {
  %0 = graph.einsum %a, %b {equation = "abcd,cde->abe"} : (tensor<2x3x4x5xf32>, tensor<4x5x7xf32>) -> tensor<2x3x7xf32>
  return %0 : tensor<2x3x7xf32>
}

// CHECK-LABEL: func.func @vector
// CHECK: graph.matmul {{.*}} -> tensor<2x1x5xf32>
func.func @vector(%a: tensor<2x4xf32>, %b: tensor<2x4x5xf32>) -> tensor<2x5xf32> {
  %0 = graph.einsum %a, %b {equation = "bj,bjk->bk"} : (tensor<2x4xf32>, tensor<2x4x5xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// No products of matrices: without rows and columns, without a sum, with a sum of
// one tensor, a diagonal, a broadcast, three tensors, unknown sizes.
// CHECK-LABEL: func.func @others
// CHECK-NOT: graph.matmul
// CHECK-COUNT-7: graph.einsum
// CHECK-NOT: graph.matmul
func.func @others(%a: tensor<3x3xf32>, %b: tensor<1x3xf32>, %c: tensor<?x3xf32>) -> (tensor<3xf32>, tensor<3x3x3xf32>, tensor<3x3xf32>, tensor<3xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<?x3xf32>) {
  %0 = graph.einsum %a, %a {equation = "ij,ij->i"} : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3xf32>
  %1 = graph.einsum %a, %a {equation = "ij,jk->ijk"} : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3x3xf32>
  %2 = graph.einsum %a, %a {equation = "ij,kl->ik"} : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %3 = graph.einsum %a, %a {equation = "ii,ij->j"} : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3xf32>
  %4 = graph.einsum %a, %b {equation = "ij,jk->ik"} : (tensor<3x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32>
  %5 = graph.einsum %a, %a, %a {equation = "ij,jk,kl->il"} : (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %6 = graph.einsum %c, %a {equation = "ij,jk->ik"} : (tensor<?x3xf32>, tensor<3x3xf32>) -> tensor<?x3xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<3xf32>, tensor<3x3x3xf32>, tensor<3x3xf32>, tensor<3xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<?x3xf32>
}
