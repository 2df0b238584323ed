// RUN: tvm-opt %s --load-pass-plugin=%plugin -graph-partition=targets=blas -split-input-file | FileCheck %s
// RUN: tvm-opt %s --load-pass-plugin=%plugin -graph-partition=targets=blas -graph-lower-partitions -split-input-file | FileCheck %s --check-prefix=LOWER

// The pattern of the plug-in, and what its function becomes: a kernel.
// CHECK-LABEL: @matrices
// CHECK: call @blas_matmul(%arg0, %arg1)
// CHECK: func.func private @blas_matmul({{.*}}) -> tensor<2x4xf32> attributes {graph.target = "blas"}
// LOWER: module @blas_matmul {
// LOWER-NEXT: func.func @blas_matmul(%[[A:.*]]: tensor<3x2xf32>, %[[B:.*]]: tensor<3x4xf32>) -> tensor<2x4xf32> {
// LOWER-NEXT: %[[C:.*]] = te.extern @tvm_example_sgemm(%[[A]], %[[B]]) {constants = [array<i64: 1, 0>]} : (tensor<3x2xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
// LOWER-NEXT: return %[[C]]
// LOWER: func.func @matrices
// LOWER: %[[E:.*]] = tensor.empty() : tensor<2x4xf32>
// LOWER: graph.launch @blas_matmul::@blas_matmul(%arg0, %arg1 : {{.*}}) outs(%[[E]] : tensor<2x4xf32>)
func.func @matrices(%x: tensor<3x2xf32>, %y: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = graph.matmul %x, %y {transpose_a = true} : (tensor<3x2xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// Unknown sizes are operands of the call, and of the memory of its result.
// CHECK-LABEL: @sizes
// CHECK: graph.with_dims
// LOWER-DAG: %[[M:.*]] = tensor.dim %{{.*}}, %c0{{.*}} : tensor<?x3xf32>
// LOWER-DAG: %[[N:.*]] = tensor.dim %{{.*}}, %c0{{.*}} : tensor<?x3xf32>
// LOWER: te.extern @tvm_example_sgemm(%{{.*}}, %{{.*}}) extents(%[[M]], %[[N]]) {constants = [array<i64: 0, 1>]}
// LOWER-LABEL: func.func @sizes
// LOWER: %[[E:.*]] = tensor.empty(%{{.*}}, %{{.*}}) : tensor<?x?xf32>
// LOWER: %[[L:.*]] = graph.launch {{.*}} outs(%[[E]] : tensor<?x?xf32>)
// LOWER: graph.with_dims %[[L]]
func.func @sizes(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>) -> tensor<?x?xf32> {
  %0 = graph.matmul %x, %y {transpose_b = true} : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// Not what the function computes.
// CHECK-LABEL: @others
// CHECK-NOT: call
func.func @others(%x: tensor<3x3xf64>, %y: tensor<2x3x3xf32>, %z: tensor<3xf32>) -> (tensor<3x3xf64>, tensor<2x3x3xf32>, tensor<2x3xf32>) {
  %0 = graph.matmul %x, %x : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  %1 = graph.matmul %y, %y : (tensor<2x3x3xf32>, tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %2 = graph.matmul %y, %z : (tensor<2x3x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0, %1, %2 : tensor<3x3xf64>, tensor<2x3x3xf32>, tensor<2x3xf32>
}
