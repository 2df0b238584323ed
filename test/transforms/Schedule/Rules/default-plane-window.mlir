// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=256,vector_registers=32},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate{max-estimates=0},schedule-apply)' -split-input-file | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=256},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate{max-estimates=0},schedule-apply)' -split-input-file | FileCheck %s --check-prefix=FEW
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate{max-estimates=0},schedule-apply)' -split-input-file | FileCheck %s --check-prefix=WIDE
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=256,vector_registers=32,memory_operands=none},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate{max-estimates=0},schedule-apply)' -split-input-file | FileCheck %s --check-prefix=LOADS

// Channels first: seven rows of two vectors, each of which the data of a column
// of the window wait for in registers; its five rows are written out for each.
// With few registers, tiles are of one vector.
// CHECK-LABEL: func.func @rows_of_window
// CHECK: memref.alloca() : memref<1x1x7x16xf32>
// CHECK: affine.for %[[L:.*]] = 0 to 5 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 1 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 1 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 7 {
// CHECK-NEXT: affine.for %[[K:.*]] = 0 to 5 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 16 {
// CHECK-NEXT: te.block "block1{{.*}}" [false, false, false, false, true, true]
// CHECK: } {te.kind = "vectorized"}
// CHECK-COUNT-4: } {te.kind = "unrolled"}
// CHECK-NEXT: }
// FEW-LABEL: func.func @rows_of_window
// FEW: memref.alloca() : memref<1x1x7x8xf32>
func.func @rows_of_window(%x: tensor<1x8x28x28xf32>, %w: tensor<8x1x5x5xf32>) -> tensor<1x8x28x28xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 2, 2, 2, 2>, group = 8 : i64}
      : (tensor<1x8x28x28xf32>, tensor<8x1x5x5xf32>) -> tensor<1x8x28x28xf32>
  return %0 : tensor<1x8x28x28xf32>
}

// -----

// Long rows: the border is a condition of the loads, and all places of the
// window are written out. Tiles with the first and with the last columns are
// nests of their own. With few registers, too.
// CHECK-LABEL: func.func @long_rows
// CHECK-NOT: memref.alloc()
// CHECK: affine.for %{{.*}} = 0 to 1 {
// CHECK: memref.alloca() : memref<1x1x8x8xf32>
// CHECK: affine.for %{{.*}} = 0 to 3 {
// CHECK: te.block "block1" [false, false, false, false, true, true]
// CHECK: scf.if
// CHECK: } {te.kind = "vectorized"}
// CHECK-COUNT-5: } {te.kind = "unrolled"}
// CHECK-NEXT: affine.for
// CHECK: } {te.kind = "vectorized"}
// CHECK-COUNT-3: } {te.kind = "unrolled"}
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %{{.*}} = 0 to 5 {
// CHECK: te.block "block1_1" [false, false, false, false, true, true]
// CHECK: scf.if
// CHECK: affine.for %{{.*}} = 0 to 1 {
// CHECK: te.block "block1_2" [false, false, false, false, true, true]
// CHECK: } {te.kind = "parallel"}
// FEW-LABEL: func.func @long_rows
// FEW-NOT: memref.alloc()
// FEW: memref.alloca() : memref<1x1x8x8xf32>
// WIDE-LABEL: func.func @long_rows
// WIDE-NOT: memref.alloc()
// WIDE: memref.alloca() : memref<1x1x7x28xf32>
func.func @long_rows(%x: tensor<1x8x56x56xf32>, %w: tensor<8x1x3x3xf32>) -> tensor<1x8x56x56xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 8 : i64}
      : (tensor<1x8x56x56xf32>, tensor<8x1x3x3xf32>) -> tensor<1x8x56x56xf32>
  return %0 : tensor<1x8x56x56xf32>
}

// -----

// In steps of 2, tiles of one vector, and fewer rows: four where data that wait
// for weights take registers. Rows share one row of data, so each of them is
// summed up by itself. Threads share channels where these are enough: then rows
// have such nests, too, here the first ones.
// CHECK-LABEL: func.func @steps
// CHECK: memref.alloca() : memref<1x1x8x8xf32>
// CHECK: } {te.kind = "vectorized"}
// CHECK-NEXT: affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK: } {te.kind = "vectorized"}
// CHECK-COUNT-5: } {te.kind = "unrolled"}
// LOADS-LABEL: func.func @steps
// LOADS: memref.alloca() : memref<1x1x4x8xf32>
// WIDE-LABEL: func.func @steps
// WIDE-NOT: memref.alloc()
// WIDE: affine.for %{{.*}} = 0 to 64 {
// WIDE-NEXT: affine.for %{{.*}} = 0 to 1 {
// WIDE-NEXT: affine.for %{{.*}} = 0 to 1 {
// WIDE: memref.alloca() : memref<1x1x8x14xf32>
// WIDE: affine.for %{{.*}} = 0 to 3 {
// WIDE: memref.alloca() : memref<1x1x8x14xf32>
// WIDE: affine.for %{{.*}} = 0 to 6 {
// WIDE: } {te.kind = "parallel"}
func.func @steps(%x: tensor<1x64x112x112xf32>, %w: tensor<64x1x3x3xf32>) -> tensor<1x64x56x56xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 64 : i64}
      : (tensor<1x64x112x112xf32>, tensor<64x1x3x3xf32>) -> tensor<1x64x56x56xf32>
  return %0 : tensor<1x64x56x56xf32>
}

// -----

// Rows that fill no vectors: what fills none is a nest of its own. Where lanes
// have masks, all of a row is a tile, and all rows have one nest.
// CHECK-LABEL: func.func @uneven_rows
// CHECK-NOT: memref.alloc()
// CHECK: affine.for %{{.*}} = 0 to 1 {
// CHECK: memref.alloca() : memref<1x1x7x16xf32>
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK: memref.alloca() : memref<1x1x7x16xf32>
// CHECK: memref.alloca() : memref<1x1x7x16xf32>
// CHECK: memref.alloca() : memref<1x1x7x12xf32>
// WIDE-LABEL: func.func @uneven_rows
// WIDE-NOT: memref.alloc()
// WIDE: affine.for %{{.*}} = 0 to 4 {
// WIDE-NEXT: affine.for
// WIDE: memref.alloca() : memref<1x1x7x28xf32>
func.func @uneven_rows(%x: tensor<1x64x28x28xf32>, %w: tensor<64x1x3x3xf32>) -> tensor<1x64x28x28xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 64 : i64}
      : (tensor<1x64x28x28xf32>, tensor<64x1x3x3xf32>) -> tensor<1x64x28x28xf32>
  return %0 : tensor<1x64x28x28xf32>
}

// -----

// A pool is such a window, and what is beside the image its least value.
// WIDE-LABEL: func.func @pool
// WIDE-NOT: memref.alloc()
// WIDE: te.block "block1" [false, false, false, false, true, true]
// WIDE: arith.constant 0xFF800000 : f32
// WIDE: scf.if
func.func @pool(%x: tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32> {
  %0 = graph.max_pool %x {kernel = array<i64: 3, 3>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
      : (tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  return %0 : tensor<1x64x56x56xf32>
}

// -----

// A window that always reaches beside the image: its tiles stay in loops.
// CHECK-LABEL: func.func @far_apart
// CHECK: affine.for %{{.*}} = 0 to 14 {
// CHECK: memref.alloca()
// CHECK-NOT: memref.alloca()
// CHECK: te.block "block1_write"
// CHECK: } {te.kind = "vectorized"}
// CHECK-COUNT-3: } {te.kind = "unrolled"}
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @far_apart(%x: tensor<1x64x224x224xf32>, %w: tensor<64x1x3x3xf32>) -> tensor<1x64x224x224xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 112, 112>, pads = array<i64: 112, 112, 112, 112>, group = 64 : i64}
      : (tensor<1x64x224x224xf32>, tensor<64x1x3x3xf32>) -> tensor<1x64x224x224xf32>
  return %0 : tensor<1x64x224x224xf32>
}

// -----

// Where lanes have masks, a large window is unrolled as well, with the border as
// masks. Elsewhere the code would be too long: the window is a loop over a padded
// copy.
// WIDE-LABEL: func.func @large_window
// WIDE-NOT: memref.alloc
// WIDE: memref.alloca() : memref<1x1x6x16xf32>
// WIDE: scf.if
// CHECK-LABEL: func.func @large_window
// CHECK: memref.alloc
// CHECK-SAME: memref<{{.*}}x29x51xf32>
func.func @large_window(%x: tensor<1x8x26x48xf32>, %w: tensor<8x1x7x7xf32>) -> tensor<1x8x12x23xf32> {
  %0 = graph.conv %x, %w {strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, pads = array<i64: 2, 2, 2, 2>, group = 8 : i64,
      layout = "NCHW", kernel_layout = "OIHW"} : (tensor<1x8x26x48xf32>, tensor<8x1x7x7xf32>) -> tensor<1x8x12x23xf32>
  return %0 : tensor<1x8x12x23xf32>
}
