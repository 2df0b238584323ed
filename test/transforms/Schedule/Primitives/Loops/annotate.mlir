// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file | FileCheck %s

// A loop and a block, with values of any kind.
// CHECK-LABEL: func.func @notes
// CHECK: te.block "A" {{.*}} attributes {tiles = [4, 8]} do
// CHECK: } {unroll_limit = 16 : i64}
module attributes {transform.with_named_sequence} {
  func.func @notes(%x: tensor<9x10xf32>) -> tensor<9x10xf32> {
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
    schedule.annotate %a "tiles" = [4, 8]
    schedule.annotate %j "unroll_limit" = 16 : i64
    transform.yield
  }
}
