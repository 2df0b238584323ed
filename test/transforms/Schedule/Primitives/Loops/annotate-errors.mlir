// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file -verify-diagnostics

// (P1) What kind a loop has is said by primitives that prove it.
module attributes {transform.with_named_sequence} {
  func.func @k(%x: tensor<9x10xf32>) -> tensor<9x10xf32> {
    // expected-note @below {{in the kernel, here}}
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
    // expected-error @below {{cannot annotate: the name 'te.kind' is reserved}}
    schedule.annotate %i "te.kind" = "parallel"
    transform.yield
  }
}

// -----

// (P1) Names that may get a meaning.
module attributes {transform.with_named_sequence} {
  func.func @k(%x: tensor<9x10xf32>) -> tensor<9x10xf32> {
    // expected-note @below {{in the kernel, here}}
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
    // expected-error @below {{cannot annotate: the name 'schedule.state' is reserved}}
    schedule.annotate %a "schedule.state" = unit
    transform.yield
  }
}

// -----

// (P1) Parts of a block.
module attributes {transform.with_named_sequence} {
  func.func @k(%x: tensor<9x10xf32>) -> tensor<9x10xf32> {
    // expected-note @below {{in the kernel, here}}
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
    // expected-error @below {{cannot annotate: 'bindings' is part of the operation}}
    schedule.annotate %a "bindings" = unit
    transform.yield
  }
}

// -----

// (P1) Parts of a loop.
module attributes {transform.with_named_sequence} {
  func.func @k(%x: tensor<9x10xf32>) -> tensor<9x10xf32> {
    // expected-note @below {{in the kernel, here}}
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
    // expected-error @below {{cannot annotate: 'upperBoundMap' is part of the operation}}
    schedule.annotate %i "upperBoundMap" = affine_map<() -> (3)>
    transform.yield
  }
}

// -----

// (P1) Parts that are not there.
module attributes {transform.with_named_sequence} {
  func.func @k(%x: tensor<9x10xf32>) -> tensor<9x10xf32> {
    // expected-note @below {{in the kernel, here}}
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
    // expected-error @below {{cannot annotate: 'predicate' is part of the operation}}
    schedule.annotate %a "predicate" = unit
    transform.yield
  }
}
