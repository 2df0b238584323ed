// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s

// The last update of each slice is found before slices are copied.
// CHECK-LABEL: func.func @scatter
func.func @scatter(%x: tensor<4x8xf32>, %i: tensor<2x1xi64>, %u: tensor<2x8xf32>) -> tensor<4x8xf32> {
  // CHECK: te.compute [4, 2] spatial 1 reduce max
  // CHECK: te.compute [4, 8] spatial 2
  %0 = graph.scatter_nd %x, %i, %u reduction none
      : (tensor<4x8xf32>, tensor<2x1xi64>, tensor<2x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Updates are reduced by element; those that go elsewhere add 0.
// CHECK-LABEL: func.func @scatter_add(
// CHECK: te.compute [4, 8, 2] spatial 2 combine
// CHECK: arith.addf
// CHECK: te.read %arg2{{.*}} else
// CHECK: te.read %arg1{{.*}} else
// CHECK: arith.cmpi eq
// CHECK: arith.select
// CHECK: te.compute [4, 8] spatial 2
// CHECK: arith.addf
func.func @scatter_add(%x: tensor<4x8xf32>, %i: tensor<2x8xi64>, %u: tensor<2x8xf32>) -> tensor<4x8xf32> {
  %0 = graph.scatter_elements %x, %i, %u axis 0 reduction add
      : (tensor<4x8xf32>, tensor<2x8xi64>, tensor<2x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
