// RUN: tvm-opt %s | tvm-opt | FileCheck %s
// RUN: tvm-opt %s --mlir-print-op-generic | tvm-opt | FileCheck %s

// Reduced dimensions vanish or become 1.
// CHECK-LABEL: func @reduce
func.func @reduce(%x: tensor<2x?xf32>, %reduced: tensor<2xi64>)
    -> (tensor<2x1xf32>, tensor<?x?xf32>, tensor<?xi64>) {
  // CHECK: graph.reduce log_sum_exp %{{.*}} [1] {keepdims} : (tensor<2x?xf32>) -> tensor<2x1xf32>
  %0 = graph.reduce log_sum_exp %x [1] {keepdims} : (tensor<2x?xf32>) -> tensor<2x1xf32>
  // CHECK: graph.dynamic_reduce sum %{{.*}} over %{{.*}} rank 2 {keepdims}
  %1 = graph.dynamic_reduce sum %x over %reduced rank 2 {keepdims} : (tensor<2x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  // CHECK: graph.arg_max %{{.*}}[0] {last} : (tensor<2x?xf32>) -> tensor<?xi64>
  %2 = graph.arg_max %x [0] {last} : (tensor<2x?xf32>) -> tensor<?xi64>
  return %0, %1, %2 : tensor<2x1xf32>, tensor<?x?xf32>, tensor<?xi64>
}

// Operators that keep the shape.
// CHECK-LABEL: func @same_shape
func.func @same_shape(%x: tensor<2x3xf32>, %axis: tensor<i64>) -> tensor<2x3xf32> {
  // CHECK: graph.softmax %{{.*}} [0, 1]
  %0 = graph.softmax %x [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: graph.hardmax %{{.*}} [1]
  %1 = graph.hardmax %0 [1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: graph.cumulate prod %{{.*}}[1] {exclusive, reverse}
  %2 = graph.cumulate prod %1 [1] {exclusive, reverse} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: graph.dynamic_cumulate sum %{{.*}}, %{{.*}} :
  %3 = graph.dynamic_cumulate sum %2, %axis : (tensor<2x3xf32>, tensor<i64>) -> tensor<2x3xf32>
  return %3 : tensor<2x3xf32>
}
