// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},convert-te-to-loops,schedule-generate,schedule-apply)' | FileCheck %s

// All columns of 4 tiles of rows come before the next 4 tiles of rows; the
// blocks run on threads.
// CHECK-LABEL: func.func @rows
// CHECK: affine.for %[[B:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[C:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[R:.*]] = 0 to 4 {
// CHECK: memref.alloca() : memref<6x32xf32>
// CHECK: te.block "block0_write" {{.*}}(%[[B]], %[[R]], %{{.*}}, %[[C]], %{{.*}})
// CHECK: } {te.kind = "parallel"}
func.func @rows(%a: tensor<96x64xf32>, %b: tensor<64x128xf32>) -> tensor<96x128xf32> attributes {schedule.strategy = #schedule.register_tile<row_axis = 0, rows = 6, columns = 32, lanes = 16, block_rows = 4, tasks = 1>} {
  %0 = te.compute [96, 128, 64] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<96x64xf32>
    %y = te.read %b[%k, %j] : tensor<64x128xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  } : tensor<96x128xf32>
  return %0 : tensor<96x128xf32>
}

// Loops over blocks are in the order of the loops over tiles; they are fused
// until there are enough iterations for threads, here two of three.
// CHECK-LABEL: func.func @both
// CHECK: affine.for %[[B:.*]] = 0 to 8 {
// CHECK-NEXT: affine.for %[[C:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[R:.*]] = 0 to 4 {
// CHECK: te.block "block0_write" {{.*}}(%[[B]], %[[R]], %{{.*}}, %[[C]], %{{.*}})
// CHECK: } {te.kind = "parallel"}
func.func @both(%a: tensor<96x64xf32>, %b: tensor<64x128xf32>) -> tensor<96x128xf32> attributes {schedule.strategy = #schedule.register_tile<row_axis = 0, rows = 6, columns = 32, lanes = 16, block_rows = 4, block_columns = 2, tasks = 2>} {
  %0 = te.compute [96, 128, 64] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<96x64xf32>
    %y = te.read %b[%k, %j] : tensor<64x128xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  } : tensor<96x128xf32>
  return %0 : tensor<96x128xf32>
}

// 16 tiles of 6 rows are two blocks of 6 and, in a nest of their own, 4 tiles.
// The remaining 4 rows are another nest. The epilogue is part of each tile.
// CHECK-LABEL: func.func @uneven
// CHECK: affine.for %[[B:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[C:.*]] = 0 to 4 {
// CHECK: affine.for %[[R:.*]] = 0 to 6 {
// CHECK-NOT: affine_set
// CHECK: memref.alloca() : memref<6x32xf32>
// CHECK: te.block "block1" {{.*}}(%[[B]], %[[R]], %{{.*}}, %[[C]], %{{.*}})
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.for %[[REST:.*]] = 0 to 4 {
// CHECK: memref.alloca() : memref<6x32xf32>
// CHECK: te.block "block1{{.*}}(%[[REST]],
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 1 {
// CHECK: memref.alloca() : memref<4x32xf32>
func.func @uneven(%a: tensor<100x64xf32>, %b: tensor<64x128xf32>) -> tensor<100x128xf32> attributes {schedule.strategy = #schedule.register_tile<row_axis = 0, rows = 6, columns = 32, lanes = 16, block_rows = 6>} {
  %0 = te.compute [100, 128, 64] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<100x64xf32>
    %y = te.read %b[%k, %j] : tensor<64x128xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  } : tensor<100x128xf32>
  %1 = te.compute [100, 128] spatial 2 {
  ^bb0(%i: index, %j: index):
    %x = te.read %0[%i, %j] : tensor<100x128xf32>
    %m = arith.negf %x : f32
    te.yield %m : f32
  } : tensor<100x128xf32>
  return %1 : tensor<100x128xf32>
}

// Blocks of an unknown number of rows, the tiles behind them, and rows that fill
// no tile.
// CHECK-LABEL: func.func @unknown
// CHECK: affine.for %{{.*}} = 0 to #{{.*}}()[%{{.*}}] {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK: affine.for %{{.*}} = 0 to 6 {
// CHECK: memref.alloca() : memref<6x32xf32>
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to #{{.*}}()[%{{.*}}] {
// CHECK: memref.alloca() : memref<6x32xf32>
// CHECK: memref.alloca() : memref<3x32xf32>
// CHECK: memref.alloca() : memref<1x32xf32>
func.func @unknown(%a: tensor<?x64xf32>, %b: tensor<64x128xf32>, %n: index) -> tensor<?x128xf32> attributes {schedule.strategy = #schedule.register_tile<row_axis = 0, rows = 6, columns = 32, lanes = 16, block_rows = 6>} {
  %0 = te.compute [%n, 128, 64] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<?x64xf32>
    %y = te.read %b[%k, %j] : tensor<64x128xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  } : tensor<?x128xf32>
  return %0 : tensor<?x128xf32>
}

// Rows along two axes: blocks of both, and all columns in a block.
// CHECK-LABEL: func.func @image
// CHECK: affine.for %[[B:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %[[D:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[C:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[O:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[R:.*]] = 0 to 2 {
// CHECK: te.block "block0_write" {{.*}}(%[[B]], %[[O]], %{{.*}}, %[[D]], %[[R]], %{{.*}}, %[[C]], %{{.*}})
func.func @image(%a: tensor<12x16x64xf32>, %b: tensor<64x64xf32>) -> tensor<12x16x64xf32> attributes {schedule.strategy = #schedule.register_tile<row_axis = 1, rows = 4, outer_row_axis = 0, columns = 32, lanes = 16, block_rows = 2, block_outer_rows = 4>} {
  %0 = te.compute [12, 16, 64, 64] spatial 3 reduce sum {
  ^bb0(%h: index, %i: index, %j: index, %k: index):
    %x = te.read %a[%h, %i, %k] : tensor<12x16x64xf32>
    %y = te.read %b[%k, %j] : tensor<64x64xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  } : tensor<12x16x64xf32>
  return %0 : tensor<12x16x64xf32>
}
