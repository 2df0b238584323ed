// RUN: tvm-opt %s --kernel-to-ptx --split-input-file -verify-diagnostics

// A function that has no polynomial.
func.func @sine(%a: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a : memref<64xf32>) do {
    ^bb0(%v: index, %x: memref<64xf32>):
      %0 = affine.load %x[%v] : memref<64xf32>
      // expected-error @+1 {{expected a function that runs on a GPU, got @sinf, which has no body}}
      %1 = math.sin %0 : f32
      affine.store %1, %x[%v] : memref<64xf32>
      te.yield
    }
  } {te.kind = "threadIdx.x"}
  return
}

// -----

// An instruction that upstream takes for a function of libdevice.
func.func @remainder(%a: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a : memref<64xf32>) do {
    ^bb0(%v: index, %x: memref<64xf32>):
      %0 = affine.load %x[%v] : memref<64xf32>
      // expected-error @+1 {{expected a function that runs on a GPU, got @__nv_fmodf, which has no body}}
      %1 = arith.remf %0, %0 : f32
      affine.store %1, %x[%v] : memref<64xf32>
      te.yield
    }
  } {te.kind = "threadIdx.x"}
  return
}
