// RUN: tvm-opt %s --split-input-file --schedule-generate -verify-diagnostics

// Loops without a block, such as upstream makes of linalg on buffers, get no
// schedule.
// expected-warning @below {{kernel 'copy' gets no schedule: expected loops around operations 'te.block'}}
func.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) {
  // expected-note @below {{tvm-import-pipeline and tvm-loops-pipeline make such loops of linalg on tensors}}
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<64xf32>
    affine.store %x, %b[%i] : memref<64xf32>
  }
  return
}

// -----

// Nothing to schedule.
func.func @empty(%a: memref<64xf32>) { return }

// -----

// Loops around a block are scheduled.
func.func @block(%a: memref<64xf32>, %b: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    te.block "copy" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<64xf32>, memref<64xf32>) do {
    ^bb0(%vi: index, %ma: memref<64xf32>, %mb: memref<64xf32>):
      %x = affine.load %ma[%vi] : memref<64xf32>
      affine.store %x, %mb[%vi] : memref<64xf32>
      te.yield
    }
  }
  return
}
