// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file | FileCheck %s

// A tile behind the reduction that computes it; rows end within a tile. The
// handle of the block stays valid.
// CHECK: #[[$SET:.*]] = affine_set<(d0, d1, d2, d3) : (-(d0 * 4 + d1) + 8 >= 0, -(d2 * 3 + d3) + 7 >= 0)>
// CHECK-LABEL: func.func @tile
// CHECK: affine.for %[[IO:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %[[JO:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 6 {
// CHECK: te.block "C"
// CHECK: affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 3 {
// CHECK-NEXT: te.block "D" {{.*}} if #[[$SET]]
// CHECK: } {te.kind = "vectorized"}
// CHECK-NOT: affine.for
// CHECK: return
module attributes {transform.with_named_sequence} {
  func.func @tile(%a: tensor<9x6xf32>, %b: tensor<6x8xf32>) -> tensor<9x8xf32> {
    %0 = te.compute [9, 8, 6] spatial 2 reduce sum tag "C" {
    ^bb0(%i: index, %j: index, %k: index):
      %x = te.read %a[%i, %k] : tensor<9x6xf32>
      %y = te.read %b[%k, %j] : tensor<6x8xf32>
      %z = arith.mulf %x, %y : f32
      te.yield %z : f32
    } : tensor<9x8xf32>
    %1 = te.compute [9, 8] spatial 2 tag "D" {
    ^bb0(%i: index, %j: index):
      %x = te.read %0[%i, %j] : tensor<9x8xf32>
      %y = math.exp %x : f32
      te.yield %y : f32
    } : tensor<9x8xf32>
    return %1 : tensor<9x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %d = schedule.get_block "D" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %il = schedule.split %i by [0, 4]
    %jo, %jl = schedule.split %j by [0, 3]
    schedule.reorder %io, %jo, %k, %il, %jl
    schedule.reverse_compute_at %d, %jo
    %a, %b, %x, %y = schedule.get_loops of %d
    schedule.vectorize %y
    transform.yield
  }
}

// -----

// An axis that the input does not have keeps its loop, of unknown length; a
// reduction goes where all that it combines is there.
// CHECK-LABEL: func.func @rows
// CHECK: memref.alloc() : memref<8xf32>
// CHECK: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: affine.for
// CHECK: te.block "A"
// CHECK: affine.for %{{.*}} = 0 to 1 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 6 {
// CHECK-NEXT: te.block "B" [false, true]
// CHECK: affine.for %{{.*}} = 0 to 1 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to %arg1 {
// CHECK-NEXT: te.block "C" [false, false] #{{[a-z0-9]*}}({{.*}}) captures
module attributes {transform.with_named_sequence} {
  func.func @rows(%x: tensor<8x6xf32>, %n: index) -> tensor<8x?xf32> {
    %0 = te.compute [8, 6] spatial 2 tag "A" {
    ^bb0(%i: index, %j: index):
      %a = te.read %x[%i, %j] : tensor<8x6xf32>
      %b = math.exp %a : f32
      te.yield %b : f32
    } : tensor<8x6xf32>
    %1 = te.compute [8, 6] spatial 1 reduce sum tag "B" {
    ^bb0(%i: index, %k: index):
      %a = te.read %0[%i, %k] : tensor<8x6xf32>
      te.yield %a : f32
    } : tensor<8xf32>
    %2 = te.compute [8, %n] spatial 2 tag "C" {
    ^bb0(%i: index, %j: index):
      %a = te.read %1[%i] : tensor<8xf32>
      te.yield %a : f32
    } : tensor<8x?xf32>
    return %2 : tensor<8x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %i, %j = schedule.get_loops of %a
    %b = schedule.get_block "B" in %root
    schedule.reverse_compute_at %b, %i
    %c = schedule.get_block "C" in %root
    schedule.reverse_compute_at %c, %i
    transform.yield
  }
}
