// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file | FileCheck %s

// Around a loop, and around a block.
// CHECK-LABEL: func.func @unit
// CHECK: affine.for %{{.*}} = 0 to 1 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 9 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 10 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 1 {
// CHECK-NEXT: te.block "A"
// CHECK: } {te.kind = "unrolled"}
// CHECK: } {te.kind = "parallel"}
module attributes {transform.with_named_sequence} {
  func.func @unit(%x: tensor<9x10xf32>) -> tensor<9x10xf32> {
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
    %u = schedule.add_unit_loop %i
    %v = schedule.add_unit_loop %a
    schedule.parallel %u
    schedule.unroll %v
    transform.yield
  }
}
