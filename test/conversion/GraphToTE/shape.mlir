// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s

// Regrouped dimensions stay affine; equal ones are not divided.
// CHECK-LABEL: func.func @reshape
func.func @reshape(%x: tensor<?x6x4xf32>) -> tensor<?x2x3x4xf32> {
  // CHECK: te.read %arg0[%{{.*}}, %[[A:.*]] * 3 + %[[B:.*]], %{{.*}}] : tensor<?x6x4xf32>
  %s = graph.constant dense<[0, 2, 3, 4]> : tensor<4xi64>
  %0 = graph.reshape %x, %s : (tensor<?x6x4xf32>, tensor<4xi64>) -> tensor<?x2x3x4xf32>
  return %0 : tensor<?x2x3x4xf32>
}

// Sizes that are known only at run time: arithmetic.
// CHECK-LABEL: func.func @dynamic
func.func @dynamic(%x: tensor<?x?xf32>, %s: tensor<2xi64>) -> tensor<?x?xf32> {
  // CHECK: tensor.extract
  // CHECK: te.compute
  // CHECK: arith.remui
  // CHECK: arith.divui
  %0 = graph.reshape %x, %s : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @concat
func.func @concat(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<5xf32> {
  // CHECK: te.read %arg1[%{{.*}} - 2] else
  // CHECK: te.read %arg0[%{{.*}}] else
  // CHECK: arith.select
  %0 = graph.concat %x, %y axis 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// CHECK-LABEL: func.func @slice
func.func @slice(%x: tensor<8xf32>) -> tensor<4xf32> {
  // CHECK: te.read %arg0[%{{.*}} * -2 + 7] : tensor<8xf32>
  %0 = graph.slice %x axes [0] starts [-1] ends [-9] steps [-2] : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @pad
func.func @pad(%x: tensor<2xf32>) -> tensor<5xf32> {
  // CHECK: te.read %arg0[%{{.*}} - 1] else %{{.*}} : tensor<2xf32>
  %0 = graph.pad %x low [1] high [2] mode constant : (tensor<2xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// An integer scale is affine.
// CHECK-LABEL: func.func @upsample
func.func @upsample(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x8x8xf32> {
  // CHECK: te.read %arg0[%{{.*}}, %{{.*}}, %{{.*}} floordiv 2, %{{.*}} floordiv 2]
  %s = graph.constant dense<2.0> : tensor<2xf32>
  %0 = graph.resize %x scales %s axes [2, 3] mode nearest coordinates half_pixel
      rounding round_prefer_floor policy stretch
      : (tensor<1x1x4x4xf32>, tensor<2xf32>) -> tensor<1x1x8x8xf32>
  return %0 : tensor<1x1x8x8xf32>
}

// The last update of each slice is found before slices are copied.
// CHECK-LABEL: func.func @scatter
func.func @scatter(%x: tensor<4x8xf32>, %i: tensor<2x1xi64>, %u: tensor<2x8xf32>) -> tensor<4x8xf32> {
  // CHECK: te.compute [4, 2] spatial 1 reduce max
  // CHECK: te.compute [4, 8] spatial 2
  %0 = graph.scatter_nd %x, %i, %u reduction none
      : (tensor<4x8xf32>, tensor<2x1xi64>, tensor<2x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
