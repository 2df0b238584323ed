// RUN: tvm-opt %s --kernel-lower-abi -split-input-file -verify-diagnostics

// Arguments that are not the caller's are what their attributes say.
module @k {
  // expected-error @+1 {{expected argument 1 to be '!llvm.ptr', as its attributes say, got 'memref<4xf32>'}}
  func.func @k(%x: memref<4xf32>, %p: memref<4xf32> {kernel.parallel}) {
    return
  }
}

// -----

module @k {
  // expected-error @+1 {{expected argument 1 to be 'index', as its attributes say, got 'i64'}}
  func.func @k(%x: memref<4xf32>, %p: i64 {kernel.threads}) {
    return
  }
}

// -----

module @k {
  // expected-error @+1 {{expected argument 1 to be 'memref<?xi8>', as its attributes say, got 'memref<4xf32>'}}
  func.func @k(%x: memref<4xf32>, %p: memref<4xf32> {kernel.workspace}) {
    return
  }
}
