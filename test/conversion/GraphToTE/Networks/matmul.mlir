// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s

// Narrow floats are accumulated in f32; batches broadcast. Columns are copied
// beside each other.
// CHECK-LABEL: @matmul
// CHECK: %[[B:.*]] = te.compute [5, 4, 6] spatial 3
// CHECK: ^bb0(%[[N:.*]]: index, %[[K:.*]]: index, %[[J:.*]]: index):
// CHECK: te.read %arg1[%[[N]], %[[J]], %[[K]]]
// CHECK: te.compute [5, 3, 6, 4] spatial 3 reduce sum
// CHECK: ^bb0(%[[N:.*]]: index, %[[I:.*]]: index, %[[J:.*]]: index, %[[K:.*]]: index):
// CHECK: te.read %arg0[0, %[[I]], %[[K]]]
// CHECK: te.read %[[B]][%[[N]], %[[K]], %[[J]]]
// CHECK: tensor<5x3x6xf32>
// CHECK: arith.truncf
func.func @matmul(%a: tensor<1x3x4xf16>, %b: tensor<5x6x4xf16>) -> tensor<5x3x6xf16> {
  %0 = graph.matmul %a, %b {transpose_b = true}
      : (tensor<1x3x4xf16>, tensor<5x6x4xf16>) -> tensor<5x3x6xf16>
  return %0 : tensor<5x3x6xf16>
}

// Weights are laid out for it later.
// CHECK-LABEL: @weight
// CHECK-COUNT-1: te.compute
// CHECK: ^bb0(%[[I:.*]]: index, %[[J:.*]]: index, %[[K:.*]]: index):
// CHECK: te.read %arg1[%[[J]], %[[K]]]
// CHECK-NOT: te.compute
// CHECK: return
func.func @weight(%a: tensor<3x4xf32>, %b: tensor<6x4xf32> {graph.constant}) -> tensor<3x6xf32> {
  %0 = graph.matmul %a, %b {transpose_b = true}
      : (tensor<3x4xf32>, tensor<6x4xf32>) -> tensor<3x6xf32>
  return %0 : tensor<3x6xf32>
}

// Letters that the result lacks are reduced.
// CHECK-LABEL: @einsum
// CHECK: te.compute [2, 3, 4] spatial 1 reduce sum
func.func @einsum(%a: tensor<2x3x4xf32>) -> tensor<2xf32> {
  %0 = graph.einsum %a, %a {equation = "bij,bij->b"}
      : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// A step per column: the pivot, rows exchanged, the column eliminated.
// CHECK-LABEL: func.func @det(
// CHECK: te.scan
// CHECK: te.compute [%{{.*}}, 3] spatial 1 reduce argmax
// CHECK: te.compute [%{{.*}}, 3, 3] spatial 3
// CHECK: te.compute [%{{.*}}, 3, 3] spatial 3
// CHECK: -> tensor<?xf32>, tensor<?x3x3xf32>
func.func @det(%x: tensor<?x3x3xf32>) -> tensor<?xf32> {
  %0 = graph.det %x : (tensor<?x3x3xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
