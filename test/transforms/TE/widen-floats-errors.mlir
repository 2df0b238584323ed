// RUN: tvm-opt %s --te-widen-floats -split-input-file -verify-diagnostics

// The bits of a float have no counterpart.
func.func @bits(%x: memref<4xf32>, %y: memref<4xi32>) {
  affine.for %i = 0 to 4 {
    %0 = affine.load %x[%i] : memref<4xf32>
    // expected-error @below {{expected an operation that is also defined for f64}}
    %1 = arith.bitcast %0 : f32 to i32
    affine.store %1, %y[%i] : memref<4xi32>
  }
  return
}

// -----

// An unknown operation on a buffer of floats.
func.func @view(%x: memref<4xf32>) {
  // expected-error @below {{expected an operation that is also defined for f64}}
  %0 = memref.cast %x : memref<4xf32> to memref<?xf32>
  return
}

// -----

// A table that is written.
memref.global "private" @table : memref<2xf32>
func.func @written(%v: f32) {
  // expected-error @below {{expected an operation that is also defined for f64}}
  %t = memref.get_global @table : memref<2xf32>
  affine.store %v, %t[0] : memref<2xf32>
  return
}
