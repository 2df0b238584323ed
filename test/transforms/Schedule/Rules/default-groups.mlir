// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=256},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate{max-estimates=0},schedule-apply)' -split-input-file | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=256},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate)' -split-input-file | FileCheck %s --check-prefix=ESTIMATED
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate)' -split-input-file | FileCheck %s --check-prefix=WIDE

// Tiles of columns begin where groups do: a part of a group of 32, two of 8, four
// of 4, three of 5.
// CHECK-LABEL: func.func @parts(
// CHECK: memref.alloca() : memref<1x1x{{[0-9]+}}x16xf32>
// CHECK: te.block "block0"
// CHECK: } {te.kind = "vectorized"}
func.func @parts(%x: tensor<1x8x12x16xf32>, %w: tensor<1x1x8x64xf32>) -> tensor<1x8x12x64xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 2 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x8x12x16xf32>, tensor<1x1x8x64xf32>) -> tensor<1x8x12x64xf32>
  return %0 : tensor<1x8x12x64xf32>
}

// -----

// CHECK-LABEL: func.func @eight(
// CHECK: memref.alloca() : memref<1x1x{{[0-9]+}}x8xf32>
// CHECK: te.block "block0"
func.func @eight(%x: tensor<1x8x12x16xf32>, %w: tensor<1x1x4x32xf32>) -> tensor<1x8x12x32xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 4 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x8x12x16xf32>, tensor<1x1x4x32xf32>) -> tensor<1x8x12x32xf32>
  return %0 : tensor<1x8x12x32xf32>
}

// -----

// CHECK-LABEL: func.func @four(
// CHECK: memref.alloca() : memref<1x1x{{[0-9]+}}x16xf32>
// CHECK: te.block "block0"
func.func @four(%x: tensor<1x8x12x16xf32>, %w: tensor<1x1x4x16xf32>) -> tensor<1x8x12x16xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 4 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x8x12x16xf32>, tensor<1x1x4x16xf32>) -> tensor<1x8x12x16xf32>
  return %0 : tensor<1x8x12x16xf32>
}

// -----

// CHECK-LABEL: func.func @five(
// CHECK: memref.alloca() : memref<1x1x{{[0-9]+}}x15xf32>
// CHECK: te.block "block0"
func.func @five(%x: tensor<1x8x12x12xf32>, %w: tensor<1x1x4x15xf32>) -> tensor<1x8x12x15xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 3 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x8x12x12xf32>, tensor<1x1x4x15xf32>) -> tensor<1x8x12x15xf32>
  return %0 : tensor<1x8x12x15xf32>
}

// -----

// Of the parts of a group of 36, the whole one fills vectors of 8 best. Estimates
// choose among tiles that begin where groups do, too.
// CHECK-LABEL: func.func @thirty_six(
// CHECK: memref.alloca() : memref<1x1x{{[0-9]+}}x36xf32>
// CHECK: te.block "block0"
// ESTIMATED-LABEL: func.func @thirty_six(
// ESTIMATED-SAME: #schedule.register_tile<{{.*}}columns = {{9|12|18|36}},
func.func @thirty_six(%x: tensor<1x39x11x200xf32>, %w: tensor<7x7x100x72xf32>) -> tensor<1x33x5x72xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 2 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x39x11x200xf32>, tensor<7x7x100x72xf32>) -> tensor<1x33x5x72xf32>
  return %0 : tensor<1x33x5x72xf32>
}

// -----

// A vector of 16 columns of two groups of 10 needs a shuffle per product: tiles of
// one group are estimated to be faster.
// WIDE-LABEL: func.func @ten(
// WIDE-SAME: #schedule.register_tile<{{.*}}columns = 10,
func.func @ten(%x: tensor<1x29x23x200xf32>, %w: tensor<5x5x50x40xf32>) -> tensor<1x25x19x40xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 4 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x29x23x200xf32>, tensor<5x5x50x40xf32>) -> tensor<1x25x19x40xf32>
  return %0 : tensor<1x25x19x40xf32>
}
