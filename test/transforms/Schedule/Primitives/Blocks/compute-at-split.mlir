// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file | FileCheck %s

// A split and fused block is computed at each element that its loops come to. Its
// reduction loops, and their part of the predicate, stay as they are.
// CHECK: #[[$SET:.*]] = affine_set<(d0, d1, d2, d3) : (-(d2 * 4 + d3) + 9 >= 0)>
// CHECK-LABEL: func.func @guarded
// CHECK: affine.for %[[I:.*]] = 0 to 7 {
// CHECK: %[[BASE:.*]] = affine.apply #{{.*}}(%[[I]])
// CHECK: memref.alloca() : memref<1xf32>
// CHECK-NEXT: affine.for %[[X:.*]] = 0 to 1 {
// CHECK-NEXT: affine.for %[[KO:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %[[KI:.*]] = 0 to 4 {
// CHECK-NEXT: te.block "A" [false, true] #{{.*}}(%[[BASE]], %[[X]], %[[KO]], %[[KI]]) if #[[$SET]]
// CHECK-NOT: "A"
module attributes {transform.with_named_sequence} {
  func.func @guarded(%x: tensor<7x10xf32>) -> tensor<7xf32> {
    %0 = te.compute [7, 10] spatial 1 reduce sum tag "A" {
    ^bb0(%i: index, %k: index):
      %a = te.read %x[%i, %k] : tensor<7x10xf32>
      te.yield %a : f32
    } : tensor<7xf32>
    %1 = te.compute [7] spatial 1 tag "B" {
    ^bb0(%i: index):
      %a = te.read %0[%i] : tensor<7xf32>
      %b = arith.negf %a : f32
      te.yield %b : f32
    } : tensor<7xf32>
    return %1 : tensor<7xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i, %k = schedule.get_loops of %a
    %io, %il = schedule.split %i by [0, 3]
    %ko, %kl = schedule.split %k by [0, 4]
    schedule.reorder %ko, %io, %il, %kl
    %j = schedule.get_loops of %b
    %c = schedule.compute_at %a, %j
    transform.yield
  }
}

// -----

// Padded reads of a split block: elements outside of the buffer are left out.
// CHECK-LABEL: func.func @outside
// CHECK: affine.for %{{.*}} = 0 to 10 {
// CHECK: memref.alloca() : memref<3xf32>
// CHECK: te.block "A" [false] {{.*}} if #{{.*}} captures(
// CHECK-NOT: "A"
module attributes {transform.with_named_sequence} {
  func.func @outside(%x: tensor<10xf32>) -> tensor<10xf32> {
    %zero = arith.constant 0.0 : f32
    %0 = te.compute [10] spatial 1 tag "A" {
    ^bb0(%i: index):
      %a = te.read %x[%i] : tensor<10xf32>
      %b = arith.negf %a : f32
      te.yield %b : f32
    } : tensor<10xf32>
    %1 = te.compute [10, 3] spatial 1 reduce sum tag "B" {
    ^bb0(%i: index, %k: index):
      %a = te.read %0[%i + %k - 1] else %zero : tensor<10xf32>
      te.yield %a : f32
    } : tensor<10xf32>
    return %1 : tensor<10xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %a
    %io, %il = schedule.split %i by [0, 4]
    %j, %k = schedule.get_loops of %b
    %c = schedule.compute_at %a, %j
    transform.yield
  }
}
