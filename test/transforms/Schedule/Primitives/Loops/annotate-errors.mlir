// RUN: %cases %s | tvm-opt --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file -verify-diagnostics

// PAYLOAD
func.func @kernel(%x: tensor<9x10xf32>) -> tensor<9x10xf32> {
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
// STEPS
%a = schedule.get_block "A" in %root
%i, %j = schedule.get_loops of %a

// CASE: (P1) What kind a loop has is said by primitives that prove it.
// expected-note at `%0 = te.compute [9` {{in the kernel, here}}
// expected-error @below {{cannot annotate: the name 'te.kind' is reserved}}
schedule.annotate %i "te.kind" = "parallel"

// CASE: (P1) Names that may get a meaning.
// expected-note at `%0 = te.compute [9` {{in the kernel, here}}
// expected-error @below {{cannot annotate: the name 'schedule.state' is reserved}}
schedule.annotate %a "schedule.state" = unit

// CASE: (P1) Parts of a block.
// expected-note at `%0 = te.compute [9` {{in the kernel, here}}
// expected-error @below {{cannot annotate: 'bindings' is part of the operation}}
schedule.annotate %a "bindings" = unit

// CASE: (P1) Parts of a loop.
// expected-note at `%0 = te.compute [9` {{in the kernel, here}}
// expected-error @below {{cannot annotate: 'upperBoundMap' is part of the operation}}
schedule.annotate %i "upperBoundMap" = affine_map<() -> (3)>

// CASE: (P1) Parts that are not there.
// expected-note at `%0 = te.compute [9` {{in the kernel, here}}
// expected-error @below {{cannot annotate: 'predicate' is part of the operation}}
schedule.annotate %a "predicate" = unit
