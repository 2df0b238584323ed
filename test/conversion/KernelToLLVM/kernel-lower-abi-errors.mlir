// RUN: tvm-opt %s --kernel-lower-abi -split-input-file -verify-diagnostics

// Arguments that are not the caller's are what their attributes say.
module @k {
  // expected-error @+1 {{expected argument 1 with 'kernel.parallel' to be '!llvm.ptr', got 'memref<4xf32>'}}
  func.func @k(%x: memref<4xf32>, %p: memref<4xf32> {kernel.parallel}) {
    return
  }
}

// -----

module @k {
  // expected-error @+1 {{expected argument 1 with 'kernel.threads' to be 'index', got 'i64'}}
  func.func @k(%x: memref<4xf32>, %p: i64 {kernel.threads}) {
    return
  }
}

// -----

module @k {
  // expected-error @+1 {{expected argument 1 with 'kernel.workspace' to be 'memref<?xi8>', got 'memref<4xf32>'}}
  func.func @k(%x: memref<4xf32>, %p: memref<4xf32> {kernel.workspace}) {
    return
  }
}
