// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file -verify-diagnostics

// As many results as producers.
module attributes {transform.with_named_sequence} {
  func.func @chain(%x: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note @below {{'A'}}
    %0 = te.compute [8] spatial 1 tag "A" {
    ^bb0(%i: index):
      %a = te.read %x[%i] : tensor<8xf32>
      te.yield %a : f32
    } : tensor<8xf32>
    %1 = te.compute [8] spatial 1 tag "B" {
    ^bb0(%i: index):
      %a = te.read %0[%i] : tensor<8xf32>
      te.yield %a : f32
    } : tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    // expected-error @below {{expected 2 producers of 'B', got 1}}
    %p, %q = schedule.get_producers of %b
    transform.yield
  }
}

// -----

// As many results as consumers.
module attributes {transform.with_named_sequence} {
  func.func @chain(%x: tensor<8xf32>) -> tensor<8xf32> {
    %0 = te.compute [8] spatial 1 tag "A" {
    ^bb0(%i: index):
      %a = te.read %x[%i] : tensor<8xf32>
      te.yield %a : f32
    } : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    // expected-error @below {{expected 1 consumers of 'A', got 0}}
    %p = schedule.get_consumers of %a
    transform.yield
  }
}
