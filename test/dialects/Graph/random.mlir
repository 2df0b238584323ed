// RUN: tvm-opt %s | tvm-opt | FileCheck %s

// CHECK-LABEL: func @random_bits
func.func @random_bits(%shape: tensor<2xi64>) -> tensor<?x?xui32> {
  // CHECK: graph.random_bits %{{.*}} seed -1 word 3 : (tensor<2xi64>) -> tensor<?x?xui32>
  %0 = graph.random_bits %shape seed -1 word 3 : (tensor<2xi64>) -> tensor<?x?xui32>
  return %0 : tensor<?x?xui32>
}
