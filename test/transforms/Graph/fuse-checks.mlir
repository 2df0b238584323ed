// RUN: tvm-opt %s --graph-fuse --split-input-file | FileCheck %s

// What types do not say is checked before the launch, with the node's name.
// CHECK-LABEL: func.func @main
// CHECK: %[[LOADED:.*]] = tensor.extract %arg1
// CHECK: %[[K:.*]] = arith.index_cast %[[LOADED]]
// CHECK: %[[N:.*]] = tensor.dim %arg0
// CHECK: %[[OK:.*]] = arith.cmpi ule, %[[K]], %[[N]]
// CHECK: graph.check %[[OK]], "node 'n' (top_k): expected k from 0 to {0}, got {1}"(%[[N]], %[[K]])
// CHECK: graph.launch
func.func @main(%x: tensor<2x?xf32>, %k: tensor<1xi64>) -> tensor<2x?xf32> {
  %v, %i = graph.top_k %x, %k axis 1 : (tensor<2x?xf32>, tensor<1xi64>) -> (tensor<2x?xf32>, tensor<2x?xi64>) loc("n")
  return %v : tensor<2x?xf32>
}

// -----

// Nothing is left to check.
// CHECK-LABEL: func.func @main
// CHECK-NOT: graph.check
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x2xf32> {
  %k = graph.constant dense<2> : tensor<1xi64>
  %v, %i = graph.top_k %x, %k axis 1 : (tensor<2x3xf32>, tensor<1xi64>) -> (tensor<2x2xf32>, tensor<2x2xi64>)
  return %v : tensor<2x2xf32>
}

// -----

// The number of axes is that of the type.
// CHECK-LABEL: func.func @main
// CHECK: graph.check %{{.*}}, "dynamic_reduce: expected axes that leave {0} dimensions, got {1}"
func.func @main(%x: tensor<2x3xf32>, %reduced: tensor<2xi64>) -> tensor<?xf32> {
  %0 = graph.dynamic_reduce sum %x over %reduced rank 1 : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
