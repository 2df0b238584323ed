// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},convert-te-to-loops,schedule-generate{max-estimates=0},schedule-apply)' | FileCheck %s

// Positions of maxima over an axis in front: vectors along the last one, element
// by element of the maxima.
// CHECK-LABEL: func.func @arg_max(
// CHECK: affine.for %{{.*}} = 0 to 6 {
// CHECK: affine.for %{{.*}} = 0 to 32 {
// CHECK-NEXT: te.block "block0_init"
// CHECK: } {te.kind = "vectorized"}
// CHECK-NEXT: affine.for %{{.*}} = 0 to 9 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 32 {
// CHECK-NEXT: te.block "block0"
// CHECK: } {te.kind = "vectorized"}
func.func @arg_max(%x: tensor<6x9x32xf32>) -> tensor<6x32xi64> {
  %0:2 = te.compute [6, 32, 9] spatial 2 reduce argmax {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %x[%i, %k, %j] : tensor<6x9x32xf32>
    %b = arith.index_cast %k : index to i64
    te.yield %a, %b : f32, i64
  } : tensor<6x32xf32>, tensor<6x32xi64>
  return %0#1 : tensor<6x32xi64>
}

// Short rows, over the last axis: data do not lie along the others.
// CHECK-LABEL: func.func @arg_max_of_rows(
// CHECK-NOT: _init
// CHECK: return
func.func @arg_max_of_rows(%x: tensor<6x32x9xf32>) -> tensor<6x32xi64> {
  %0:2 = te.compute [6, 32, 9] spatial 2 reduce argmax {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %x[%i, %j, %k] : tensor<6x32x9xf32>
    %b = arith.index_cast %k : index to i64
    te.yield %a, %b : f32, i64
  } : tensor<6x32xf32>, tensor<6x32xi64>
  return %0#1 : tensor<6x32xi64>
}

// Long rows: positions in each of 32 parts, as vectors, and of these.
// CHECK-LABEL: func.func @arg_max_of_long_rows(
// CHECK: affine.for %{{.*}} = 0 to 6 {
// CHECK: te.block "block0_rf_init" [false, false]
// CHECK: } {te.kind = "vectorized"}
// CHECK-NEXT: affine.for %{{.*}} = 0 to 32 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 32 {
// CHECK-NEXT: te.block "block0_rf" [false, false, true]
// CHECK: } {te.kind = "vectorized"}
// CHECK: te.block "block0" [false, true]
func.func @arg_max_of_long_rows(%x: tensor<6x1024xf32>) -> tensor<6xi32> {
  %0:2 = te.compute [6, 1024] spatial 1 reduce argmax {
  ^bb0(%i: index, %k: index):
    %a = te.read %x[%i, %k] : tensor<6x1024xf32>
    %b = arith.index_cast %k : index to i32
    te.yield %a, %b : f32, i32
  } : tensor<6xf32>, tensor<6xi32>
  return %0#1 : tensor<6xi32>
}

// Positions that one block reads: as many columns as results of which fit half
// of the registers, in that block's loop.
// CHECK-LABEL: func.func @arg_max_and_cast(
// CHECK-NOT: memref.alloc()
// CHECK: affine.for %{{.*}} = 0 to 6 {
// CHECK: affine.for %{{.*}} = 0 to 3 {
// CHECK-DAG: memref.alloca() : memref<1x128xf32>
// CHECK-DAG: memref.alloca() : memref<1x128xi32>
// CHECK: affine.for %{{.*}} = 0 to 128 {
// CHECK: te.block "block0_init"
// CHECK: } {te.kind = "vectorized"}
// CHECK-NEXT: affine.for %{{.*}} = 0 to 9 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 128 {
// CHECK: te.block "block0"
// CHECK: affine.for %{{.*}} = 0 to 128 {
// CHECK-NEXT: te.block "block1"
// CHECK: } {te.kind = "vectorized"}
func.func @arg_max_and_cast(%x: tensor<6x9x384xf32>) -> tensor<6x384xi64> {
  %0:2 = te.compute [6, 384, 9] spatial 2 reduce argmax {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %x[%i, %k, %j] : tensor<6x9x384xf32>
    %b = arith.index_cast %k : index to i32
    te.yield %a, %b : f32, i32
  } : tensor<6x384xf32>, tensor<6x384xi32>
  %1 = te.compute [6, 384] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %0#1[%i, %j] : tensor<6x384xi32>
    %b = arith.extsi %a : i32 to i64
    te.yield %b : i64
  } : tensor<6x384xi64>
  return %1 : tensor<6x384xi64>
}
