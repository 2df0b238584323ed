// RUN: tvm-opt %s --gpu-lower-scopes --split-input-file -verify-diagnostics

// More than a launch may use (48 KiB).
func.func @capacity() {
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{expected at most 49152 bytes of shared memory in a launch, got 65536}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    // expected-note @+1 {{a buffer of 32768 bytes}}
    %s = memref.alloca() : memref<64x128xf32, "shared">
    %l = memref.alloca() : memref<64x128xf32, "local">
    // expected-note @+1 {{a buffer of 32768 bytes}}
    %t = memref.alloca() : memref<64x64xindex, "shared">
    gpu.terminator
  }
  return
}

// -----

// More than numbers count.
func.func @large() {
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{expected at most 49152 bytes of shared memory in a launch, got 18446744073709551615}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    // expected-note @+1 {{a buffer of 9223372036854775808 bytes}}
    %s = memref.alloca() : memref<2147483648x1073741824xf32, "shared">
    // expected-note @+1 {{a buffer of 9223372036854775808 bytes}}
    %t = memref.alloca() : memref<2147483648x1073741824xf32, "shared">
    gpu.terminator
  }
  return
}

// -----

// A scope that this GPU lacks.
func.func @warp() {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    // expected-error @+1 {{expected a buffer of a launch in scope 'shared' or 'local', got 'warp'}}
    %s = memref.alloca() : memref<8xf32, "warp">
    gpu.terminator
  }
  return
}

// -----

// A size that is not known.
func.func @dynamic(%n: index) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    // expected-error @+1 {{expected a buffer of a launch of constant shape, got 'memref<?xf32, "shared">'}}
    %s = memref.alloca(%n) : memref<?xf32, "shared">
    gpu.terminator
  }
  return
}

// -----

// A buffer that no launch allocates is no part of one.
func.func @outside() {
  // expected-error @+1 {{expected a buffer outside of launches in global memory, got scope "shared"}}
  %s = memref.alloc() : memref<8xf32, "shared">
  return
}
