// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s

// Dilations and strides are affine; without padding the data is read in place.
// CHECK-LABEL: func.func @dilated(
// CHECK: te.compute [1, 2, 4, 3] spatial 3 reduce max
// CHECK: te.read %arg0[%arg1, %arg2, %arg3 + %arg4 * 2]
func.func @dilated(%x: tensor<1x2x8xf32>) -> tensor<1x2x4xf32> {
  %0 = graph.max_pool %x {kernel = array<i64: 3>, strides = array<i64: 1>, dilations = array<i64: 2>,
      pads = array<i64: 0, 0>} : (tensor<1x2x8xf32>) -> tensor<1x2x4xf32>
  return %0 : tensor<1x2x4xf32>
}

// Padding that depends on the size is computed when running.
// CHECK-LABEL: func.func @same(
// CHECK: tensor.dim %arg0
// CHECK: %[[BEGIN:.*]] = arith.floordivsi
// CHECK: te.compute [1, 2, %{{.*}}] spatial 3
// CHECK: te.read %arg0[%{{.*}}, %{{.*}}, %{{.*}} - %{{.*}}] else
// CHECK: te.read %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}} * 2 + %{{.*}}]
func.func @same(%x: tensor<1x2x?xf32>) -> tensor<1x2x?xf32> {
  %0 = graph.max_pool %x {kernel = array<i64: 3>, strides = array<i64: 2>, dilations = array<i64: 1>,
      pads = array<i64: 0, 0>, auto_pad = "SAME_UPPER"} : (tensor<1x2x?xf32>) -> tensor<1x2x?xf32>
  return %0 : tensor<1x2x?xf32>
}
