// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file | FileCheck %s

// Rows in tiles of 4, the rest by a predicate; columns in tiles of a number that a
// script computes. The handles of the loops are those inside of a tile.
// CHECK-LABEL: func.func @tile
// CHECK: affine.for %[[IO:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %[[JO:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[IL:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[JL:.*]] = 0 to 5 {
// CHECK-NEXT: te.block "A" {{.*}} if
// CHECK: } {te.kind = "vectorized"}
// CHECK-NEXT: } {te.kind = "unrolled"}
// CHECK-NEXT: }
// CHECK-NEXT: } {te.kind = "parallel"}
module attributes {transform.with_named_sequence} {
  func.func @tile(%x: tensor<9x10xf32>) -> tensor<9x10xf32> {
    %0 = te.compute [9, 10] spatial 2 tag "A" {
    ^bb0(%i: index, %j: index):
      %a = te.read %x[%i, %j] : tensor<9x10xf32>
      te.yield %a : f32
    } : tensor<9x10xf32>
    %1 = te.compute [9, 10] spatial 2 tag "B" {
    ^bb0(%i: index, %j: index):
      %a = te.read %0[%i, %j] : tensor<9x10xf32>
      te.yield %a : f32
    } : tensor<9x10xf32>
    return %1 : tensor<9x10xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %i, %j = schedule.get_loops of %a
    %five = transform.param.constant 5 -> !transform.param<i64>
    %io, %jo, %il, %jl = schedule.tile %i, %j by [4, %five]
    schedule.parallel %io
    schedule.unroll %il
    schedule.vectorize %j
    transform.yield
  }
}

// -----

// One loop.
// CHECK-LABEL: func.func @one
// CHECK: affine.for %{{.*}} = 0 to 9 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 5 {
module attributes {transform.with_named_sequence} {
  func.func @one(%x: tensor<9x10xf32>) -> tensor<9x10xf32> {
    %0 = te.compute [9, 10] spatial 2 tag "A" {
    ^bb0(%i: index, %j: index):
      %a = te.read %x[%i, %j] : tensor<9x10xf32>
      te.yield %a : f32
    } : tensor<9x10xf32>
    %1 = te.compute [9, 10] spatial 2 tag "B" {
    ^bb0(%i: index, %j: index):
      %a = te.read %0[%i, %j] : tensor<9x10xf32>
      te.yield %a : f32
    } : tensor<9x10xf32>
    return %1 : tensor<9x10xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %i, %j = schedule.get_loops of %a
    %jo, %jl = schedule.tile %j by [5]
    transform.yield
  }
}
