// RUN: tvm-opt %s --convert-graph-to-te | FileCheck %s

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

// Positions and weights are tensors of an axis, made once.
// CHECK-LABEL: func.func @linear(
// CHECK: te.compute [6] spatial 1
// CHECK: math.ceil
// CHECK: te.compute [6, 2] spatial 2
// CHECK: math.absf
// CHECK: te.compute [1, 1, 6] spatial 3
// CHECK-COUNT-2: arith.mulf
func.func @linear(%x: tensor<1x1x4xf32>) -> tensor<1x1x6xf32> {
  %s = graph.constant dense<6> : tensor<1xi64>
  %0 = graph.resize %x sizes %s axes [2] mode linear coordinates align_corners
      rounding floor policy stretch : (tensor<1x1x4xf32>, tensor<1xi64>) -> tensor<1x1x6xf32>
  return %0 : tensor<1x1x6xf32>
}
