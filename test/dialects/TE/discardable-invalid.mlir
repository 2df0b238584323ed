// RUN: tvm-opt %s -split-input-file -verify-diagnostics

// What passes attach to loops.
func.func @kind(%x: memref<8xf32>) {
  // expected-error @+1 {{'affine.for' op expected 'te.kind' to be the kind of a loop (parallel, vectorized, unrolled, vthread) or an axis of a GPU, got "fast"}}
  affine.for %i = 0 to 8 {
  } {te.kind = "fast"}
  return
}

// -----

func.func @kind(%x: memref<8xf32>) {
  // expected-error @+1 {{expected 'te.kind' to be the kind of a loop (parallel, vectorized, unrolled, vthread) or an axis of a GPU, got 1}}
  affine.for %i = 0 to 8 {
  } {te.kind = 1}
  return
}

// -----

// expected-error @+1 {{'func.func' op expected 'te.kind' to be the kind of a loop}}
func.func private @kind() attributes {te.kind = "parallel"}

// -----

func.func @steps() {
  // expected-error @+1 {{'affine.for' op expected 'te.steps' to be a unit attribute of a loop, got true}}
  affine.for %i = 0 to 8 {
  } {te.steps = true}
  return
}

// -----

// expected-error @+1 {{'func.func' op expected 'te.streams' to be a unit attribute of a loop, got unit}}
func.func private @streams() attributes {te.streams}
