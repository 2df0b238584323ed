// RUN: tvm-opt %s --gpu-lower-bindings --split-input-file -verify-diagnostics
// RUN: not tvm-opt %s --schedule-lower-loop-kinds --split-input-file 2>&1 | FileCheck %s

// A block without a bound loop has no place on a GPU.
func.func @host(%a: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    // expected-error @+1 {{expected block 'C' to be in a loop that is bound to a GPU}}
    te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a : memref<8xf32>) do {
    ^bb0(%v: index, %x: memref<8xf32>):
      %0 = affine.load %x[%v] : memref<8xf32>
      affine.store %0, %x[%v] : memref<8xf32>
      te.yield
    }
  }
  return
}

// -----

// A kind that nothing checked; and one that a CPU lacks.
func.func @large(%a: memref<2048xf32>) {
  // CHECK: [[@LINE+2]]:3: error: expected a loop of the CPU, got one bound to 'threadIdx.x'
  // expected-error @+1 {{cannot run on a GPU: expected at most 1024 threads in a block, got 2048 x 1 x 1}}
  affine.for %i = 0 to 2048 {
    te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a : memref<2048xf32>) do {
    ^bb0(%v: index, %x: memref<2048xf32>):
      %0 = affine.load %x[%v] : memref<2048xf32>
      affine.store %0, %x[%v] : memref<2048xf32>
      te.yield
    }
  } {te.kind = "threadIdx.x"}
  return
}
