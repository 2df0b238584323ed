// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s
// RUN: tvm-opt %s --convert-graph-to-te=library=false | FileCheck %s --check-prefix=DEVICE

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

// Many updates: the library scatters; 80 elements look at 40 of them each
// otherwise. Narrow floats are combined in f32.
// CHECK-LABEL: func.func @many(
// CHECK-DAG: arith.extf
// CHECK: %[[Y:.*]] = te.extern @tvm_scatter({{.*}}) {{.*}}"float32"{{.*}}array<i64: 1, 0, 2, 2, 2, 8>{{.*}} -> tensor<10x8xf32>
// CHECK: te.read %[[Y]]
// CHECK: arith.truncf
// DEVICE-LABEL: func.func @many(
// DEVICE-NOT: te.extern
// DEVICE-NOT: te.without_library
// DEVICE: return
func.func @many(%x: tensor<10x8xf16>, %i: tensor<40x8xi64>, %u: tensor<40x8xf16>) -> tensor<10x8xf16> {
  %0 = graph.scatter_elements %x, %i, %u axis 0 reduction add
      : (tensor<10x8xf16>, tensor<40x8xi64>, tensor<40x8xf16>) -> tensor<10x8xf16>
  return %0 : tensor<10x8xf16>
}

// Bits of elements are replaced, an unknown number of them.
// CHECK-LABEL: func.func @slices(
// CHECK: te.extern @tvm_scatter({{.*}}) extents(%{{.*}}) {{.*}}"uint16"{{.*}}array<i64: 0, -1, 2, 2, 2, 4>
func.func @slices(%x: tensor<?x8xbf16>, %i: tensor<40x1xi32>, %u: tensor<40x8xbf16>) -> tensor<?x8xbf16> {
  %0 = graph.scatter_nd %x, %i, %u reduction none
      : (tensor<?x8xbf16>, tensor<40x1xi32>, tensor<40x8xbf16>) -> tensor<?x8xbf16>
  return %0 : tensor<?x8xbf16>
}
