// Patterns in PDLL.
// RUN: mlir-pdll -x=mlir %S/patterns/product.pdll -o %t.mlir
// RUN: tvm-opt %s -graph-partition=patterns=%t.mlir | FileCheck %s

// CHECK-LABEL: @main
// CHECK: call @npu_matmul_relu(%arg0)
// CHECK: %[[P:.*]] = graph.matmul %arg1, %arg1
// CHECK: graph.relu %[[P]]
func.func @main(%x: tensor<2x2xf32>, %y: tensor<3x2x2xf32>) -> (tensor<2x2xf32>, tensor<3x2x2xf32>) {
  %0 = graph.matmul %x, %x : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = graph.relu %0 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = graph.matmul %y, %y : (tensor<3x2x2xf32>, tensor<3x2x2xf32>) -> tensor<3x2x2xf32>
  %3 = graph.relu %2 : (tensor<3x2x2xf32>) -> tensor<3x2x2xf32>
  return %1, %3 : tensor<2x2xf32>, tensor<3x2x2xf32>
}
