// RUN: tvm-opt %s --te-verify-contract --split-input-file --verify-diagnostics

// An operator that has no definition yet.
func.func @graph(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'graph.exp' op is not allowed at level te, expected operations of te without blocks, affine without loops, arith, math, tensor and func}}
  %0 = graph.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  // Only the first is reported.
  %1 = graph.exp %0 : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// A loop belongs to the next level.
func.func @loop(%x: tensor<4xf32>) {
  // expected-error@+1 {{'affine.for' op is not allowed at level te}}
  affine.for %i = 0 to 4 {
  }
  return
}

// -----

// The same holds for memory, also inside of a computation.
func.func @memory(%x: memref<4xf32>) -> tensor<4xf32> {
  %0 = te.compute [4] spatial 1 {
  ^bb0(%i: index):
    // expected-error@+1 {{'memref.load' op is not allowed at level te}}
    %a = memref.load %x[%i] : memref<4xf32>
    te.yield %a : f32
  } : tensor<4xf32>
  return %0 : tensor<4xf32>
}
