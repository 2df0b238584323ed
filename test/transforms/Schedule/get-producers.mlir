// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file -verify-diagnostics | FileCheck %s

// A diamond: the marks show what each query found, in program order.
// CHECK-LABEL: func.func @diamond
// CHECK: affine.for
// CHECK-NEXT: te.block "A"
// CHECK: } {te.kind = "unrolled"}
// CHECK: te.block "B"
// CHECK: } {te.kind = "vectorized"}
// CHECK: te.block "C"
// CHECK: } {te.kind = "parallel"}
// CHECK: te.block "D"
module attributes {transform.with_named_sequence} {
  func.func @diamond(%x: tensor<8xf32>) -> tensor<8xf32> {
    %0 = te.compute [8] spatial 1 tag "A" {
    ^bb0(%i: index):
      %a = te.read %x[%i] : tensor<8xf32>
      %b = math.exp %a : f32
      te.yield %b : f32
    } : tensor<8xf32>
    %1 = te.compute [8] spatial 1 tag "B" {
    ^bb0(%i: index):
      %a = te.read %0[%i] : tensor<8xf32>
      %b = math.exp %a : f32
      te.yield %b : f32
    } : tensor<8xf32>
    %2 = te.compute [8] spatial 1 tag "C" {
    ^bb0(%i: index):
      %a = te.read %0[%i] : tensor<8xf32>
      te.yield %a : f32
    } : tensor<8xf32>
    %3 = te.compute [8] spatial 1 tag "D" {
    ^bb0(%i: index):
      %a = te.read %1[%i] : tensor<8xf32>
      %b = te.read %2[%i] : tensor<8xf32>
      %c = arith.addf %a, %b : f32
      te.yield %c : f32
    } : tensor<8xf32>
    return %3 : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %d = schedule.get_block "D" in %root
    %b, %c = schedule.get_producers of %d
    %a = schedule.get_producers of %b
    %consumer, %other = schedule.get_consumers of %a
    %i = schedule.get_loops of %a
    schedule.unroll %i
    %j = schedule.get_loops of %consumer
    schedule.vectorize %j
    %k = schedule.get_loops of %other
    schedule.parallel %k
    schedule.get_producers of %a
    schedule.get_consumers of %d
    transform.yield
  }
}
