// RUN: tvm-opt %s --pass-pipeline='builtin.module(builtin.module(func.func(vectorize-marked-loops{quiet remarks-of=given,other})))' -verify-diagnostics | FileCheck %s

// A loop that stays as it is, of a kernel whose schedule nobody gave.
// CHECK-LABEL: func.func @rules
// CHECK-NOT: te.kind
module @rules {
  func.func @rules(%x: memref<8xf32>, %y: memref<8xf32>) {
    affine.for %i = 1 to 8 {
      %a = affine.load %x[%i] : memref<8xf32>
      affine.store %a, %y[%i] : memref<8xf32>
    } {te.kind = "vectorized"}
    return
  }
}

// One of a kernel whose schedule somebody gave.
module @given {
  func.func @given(%x: memref<8xf32>, %y: memref<8xf32>) {
    // expected-remark @+1 {{cannot vectorize: expected a loop from 0 in steps of 1 to one bound, that carries no values}}
    affine.for %i = 1 to 8 {
      %a = affine.load %x[%i] : memref<8xf32>
      affine.store %a, %y[%i] : memref<8xf32>
    } {te.kind = "vectorized"}
    return
  }
}
