// RUN: tvm-opt %s --transform-interpreter -verify-diagnostics

// (P1) a loop that is not vectorized.
module attributes {transform.with_named_sequence} {
  func.func @copy(%a: memref<10xf32>, %b: memref<10xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 10 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<10xf32>, memref<10xf32>) do {
      ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
        %0 = affine.load %x[%v] : memref<10xf32>
        affine.store %0, %y[%v] : memref<10xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    // expected-error @+1 {{cannot stream stores: expected a vectorized loop}}
    schedule.stream_stores %i
    transform.yield
  }
}
