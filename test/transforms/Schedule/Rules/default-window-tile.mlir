// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=256,vector_registers=32},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate{max-estimates=0},schedule-apply)' -split-input-file | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=256},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate{max-estimates=0},schedule-apply)' -split-input-file | FileCheck %s --check-prefix=FEW

// Accumulators leave registers for the data of a row of the window. Points come
// before channels, and the window is written out. Few registers: as other tiles.
// CHECK: #[[$CHANNELS:.*]] = affine_map<(d0) -> ((d0 mod 3) * 16)>
// CHECK-LABEL: func.func @window
// CHECK: affine.for %[[I:.*]] = 0 to 84 {
// CHECK: affine.apply #[[$CHANNELS]](%[[I]])
// CHECK: memref.alloca() : memref<1x1x6x16xf32>
// CHECK: affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 3 {
// CHECK: te.block "block0"
// CHECK: } {te.kind = "vectorized"}
// CHECK-COUNT-5: } {te.kind = "unrolled"}
// CHECK: } {te.kind = "parallel"}
// FEW-LABEL: func.func @window
// FEW: te.block "block0"
// FEW: } {te.kind = "vectorized"}
// FEW-COUNT-4: } {te.kind = "unrolled"}
// FEW-NEXT: }
func.func @window(%x: tensor<1x14x12x48xf32>, %w: tensor<3x3x1x48xf32>) -> tensor<1x14x12x48xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 48 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x14x12x48xf32>, tensor<3x3x1x48xf32>) -> tensor<1x14x12x48xf32>
  return %0 : tensor<1x14x12x48xf32>
}

// -----

// In steps of 2, each point needs twice as many of the data: fewer points.
// CHECK-LABEL: func.func @strided
// CHECK: memref.alloca() : memref<1x1x4x16xf32>
// CHECK: te.block "block0"
// CHECK: } {te.kind = "vectorized"}
// CHECK-COUNT-5: } {te.kind = "unrolled"}
func.func @strided(%x: tensor<1x15x25x48xf32>, %w: tensor<3x3x1x48xf32>) -> tensor<1x7x12x48xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 48 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x15x25x48xf32>, tensor<3x3x1x48xf32>) -> tensor<1x7x12x48xf32>
  return %0 : tensor<1x7x12x48xf32>
}

// -----

// A window of 7 × 7 elements is too large for that.
// CHECK-LABEL: func.func @large_window
// CHECK: affine.for %{{.*}} = 0 to 7 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 7 {
// CHECK: te.block "block0"
// CHECK: } {te.kind = "vectorized"}
// CHECK-COUNT-3: } {te.kind = "unrolled"}
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @large_window(%x: tensor<1x14x12x48xf32>, %w: tensor<7x7x1x48xf32>) -> tensor<1x14x12x48xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 3, 3, 3, 3>, group = 48 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x14x12x48xf32>, tensor<7x7x1x48xf32>) -> tensor<1x14x12x48xf32>
  return %0 : tensor<1x14x12x48xf32>
}
