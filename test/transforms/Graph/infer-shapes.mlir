// RUN: tvm-opt %s --graph-infer-shapes | FileCheck %s

// Types are refined through operators and in the function's results.
// CHECK-LABEL: func.func @main(%arg0: tensor<2x3xf32>) -> tensor<6xf32>
func.func @main(%x: tensor<2x3xf32>) -> tensor<?xf32> {
  %s = graph.constant dense<-1> : tensor<1xi64>
  // CHECK: graph.relu %arg0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %0 = graph.relu %x : (tensor<2x3xf32>) -> tensor<?x?xf32>
  // CHECK: graph.reshape {{.*}} -> tensor<6xf32>
  %1 = graph.reshape %0, %s : (tensor<?x?xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
