// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file -verify-diagnostics

// (P1) Positive sizes.
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
    // expected-error @below {{cannot tile: expected positive sizes, got 0}}
    %io, %jo, %il, %jl = schedule.tile %i, %j by [4, 0]
    transform.yield
  }
}

// -----

// (P2) A perfect nest: the loops are given from the outermost on.
module attributes {transform.with_named_sequence} {
  func.func @k(%x: tensor<9x10xf32>) -> tensor<9x10xf32> {
    // expected-note @below {{in the kernel, here}}
    // expected-note @below {{the other loop}}
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
    // expected-error @below {{cannot tile: expected a loop that holds nothing but the other one}}
    %io, %jo, %il, %jl = schedule.tile %j, %i by [4, 4]
    transform.yield
  }
}

// -----

// (P2) A loop that has a kind.
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
    schedule.vectorize %j
    // expected-error @below {{cannot split: expected a serial loop, got one that is vectorized}}
    %io, %jo, %il, %jl = schedule.tile %i, %j by [4, 4]
    transform.yield
  }
}

// -----

// (P2) An element of the row below is read two columns further left: tiles would
// read it too early.
module attributes {transform.with_named_sequence} {
  func.func @k(%x: memref<10x10xf32>) {
    // expected-note @below {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 8 {
        te.block "A" [false, false] affine_map<(d0, d1) -> (d0, d1)>(%i, %j)
            captures(%x : memref<10x10xf32>) do {
        ^bb0(%v0: index, %v1: index, %m: memref<10x10xf32>):
          // expected-note @below {{'A' reads the same element later, here}}
          %a = affine.load %m[%v0, %v1 + 2] : memref<10x10xf32>
          // expected-note @below {{'A' writes first, here}}
          affine.store %a, %m[%v0 + 1, %v1 + 1] : memref<10x10xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %i, %j = schedule.get_loops of %a
    // expected-error @below {{cannot reorder: it breaks a read-after-write dependence of block 'A' on block 'A'}}
    %io, %jo, %il, %jl = schedule.tile %i, %j by [4, 4]
    transform.yield
  }
}

// -----

// (C1) A size for each loop.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{'schedule.tile' op expected 1 sizes and 2 results, got 2 and 2}}
    %o, %l = schedule.tile %root by [4, 4]
    transform.yield
  }
}

// -----

// (C1) Two results for each loop.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{'schedule.tile' op expected 1 sizes and 2 results, got 1 and 1}}
    %o = schedule.tile %root by [4]
    transform.yield
  }
}

// -----

// (P2) As for split: iterations that do nothing.
module attributes {transform.with_named_sequence} {
  func.func @k(%x: tensor<9x10xf32>) -> tensor<9x10xf32> {
    // expected-note @below {{in the kernel, here}}
    %0 = te.compute [9, 10] spatial 2 tag "A" {
    ^bb0(%i: index, %j: index):
      %a = te.read %x[%i, %j] : tensor<9x10xf32>
      te.yield %a : f32
    } : tensor<9x10xf32>
    return %0 : tensor<9x10xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %i, %j = schedule.get_loops of %a
    // expected-error @below {{expected factors that add at most 2147483648 iterations, got [0, 9223372036854775807]}}
    %io, %jo, %il, %jl = schedule.tile %i, %j by [4, 9223372036854775807]
    transform.yield
  }
}
