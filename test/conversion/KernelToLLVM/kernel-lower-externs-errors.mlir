// RUN: tvm-opt %s -split-input-file --kernel-outline-parallel --kernel-lower-externs -verify-diagnostics

// Threads cannot end a run.
module @parallel {
  func.func @parallel(%x: memref<4xf32>, %y: memref<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
      // expected-error @+1 {{expected the call of an external function outside of parallel loops}}
      %0 = func.call @f(%x, %y) : (memref<4xf32>, memref<4xf32>) -> i32
    }
    return
  }
  func.func private @f(memref<4xf32>, memref<4xf32>) -> i32 attributes {kernel.extern = "f"}
}

// -----

module @status {
  func.func @status(%x: memref<4xf32>) {
    // expected-error @+1 {{expected an external function to return its status as i32, got 'i64'}}
    %0 = func.call @f(%x) : (memref<4xf32>) -> i64
    return
  }
  func.func private @f(memref<4xf32>) -> i64 attributes {kernel.extern = "f"}
}

// -----

module @layout {
  func.func @layout(%x: memref<4xf32>, %y: memref<2xf32, strided<[2]>>) {
    // expected-error @+1 {{expected an external function on memrefs with identity layout, got 'memref<2xf32, strided<[2]>>'}}
    %0 = func.call @f(%x, %y) : (memref<4xf32>, memref<2xf32, strided<[2]>>) -> i32
    return
  }
  func.func private @f(memref<4xf32>, memref<2xf32, strided<[2]>>) -> i32 attributes {kernel.extern = "f"}
}

// -----

module @constants {
  func.func @constants(%x: memref<4xf32>) {
    // expected-error @+1 {{expected constants of an external function to be texts or arrays of i64, got 1.000000e+00 : f32}}
    %0 = func.call @f(%x) {kernel.constants = ["a", 1.0 : f32]} : (memref<4xf32>) -> i32
    return
  }
  func.func private @f(memref<4xf32>) -> i32 attributes {kernel.extern = "f"}
}
