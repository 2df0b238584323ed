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

// Positions, inside the axis, and weights are tensors of an axis, made once.
// Positions take 32 bits where the axis is known to be short.
// CHECK-LABEL: func.func @linear(
// CHECK: te.compute [2, 6] spatial 2
// CHECK: math.ceil
// CHECK: arith.minsi
// CHECK: arith.maxsi
// CHECK: } : tensor<2x6xi32>
// CHECK: te.compute [2, 6] spatial 2
// CHECK: math.absf
// CHECK: te.compute [1, 1, 6] spatial 3
// CHECK-COUNT-2: arith.mulf
func.func @linear(%x: tensor<1x1x4xf32>) -> tensor<1x1x6xf32> {
  %s = graph.constant dense<6> : tensor<1xi64>
  %0 = graph.resize %x sizes %s axes [2] mode linear coordinates align_corners
      rounding floor policy stretch : (tensor<1x1x4xf32>, tensor<1xi64>) -> tensor<1x1x6xf32>
  return %0 : tensor<1x1x6xf32>
}

// CHECK-LABEL: func.func @unknown(
// CHECK: } : tensor<2x6xi64>
func.func @unknown(%x: tensor<1x1x?xf32>) -> tensor<1x1x6xf32> {
  %s = graph.constant dense<6> : tensor<1xi64>
  %0 = graph.resize %x sizes %s axes [2] mode linear coordinates align_corners
      rounding floor policy stretch : (tensor<1x1x?xf32>, tensor<1xi64>) -> tensor<1x1x6xf32>
  return %0 : tensor<1x1x6xf32>
}
