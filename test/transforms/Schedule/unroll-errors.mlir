// RUN: tvm-opt %s --transform-interpreter --split-input-file -verify-diagnostics

// (P1) a marked loop.
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
    } {te.kind = "parallel"}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    // expected-error @+1 {{cannot unroll: expected a serial loop, got one that is parallel}}
    schedule.unroll %i
    transform.yield
  }
}

// -----

// (P1) an unknown trip count.
module attributes {transform.with_named_sequence} {
  func.func @symbolic(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to %n {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<?xf32>, memref<?xf32>) do {
      ^bb0(%v: index, %x: memref<?xf32>, %y: memref<?xf32>):
        %0 = affine.load %x[%v] : memref<?xf32>
        affine.store %0, %y[%v] : memref<?xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    // expected-error @+1 {{cannot unroll: expected a constant trip count}}
    schedule.unroll %i
    transform.yield
  }
}

// -----

// More copies than anyone wants.
module attributes {transform.with_named_sequence} {
  func.func @many(%x: memref<100000xf32>, %y: memref<100000xf32>) {
    // expected-note @below {{in the kernel, here}}
    affine.for %i = 0 to 100000 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%x, %y : memref<100000xf32>, memref<100000xf32>) do {
      ^bb0(%v: index, %s: memref<100000xf32>, %d: memref<100000xf32>):
        %0 = affine.load %s[%v] : memref<100000xf32>
        affine.store %0, %d[%v] : memref<100000xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    // expected-error @below {{cannot unroll: expected at most 65536 iterations, got 100000}}
    schedule.unroll %i
    transform.yield
  }
}

// -----

// (P2) so many steps.
module attributes {transform.with_named_sequence} {
  func.func @many(%x: memref<100000xf32>, %y: memref<100000xf32>) {
    // expected-note @below {{in the kernel, here}}
    affine.for %i = 0 to 100000 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%x, %y : memref<100000xf32>, memref<100000xf32>) do {
      ^bb0(%v: index, %s: memref<100000xf32>, %d: memref<100000xf32>):
        %0 = affine.load %s[%v] : memref<100000xf32>
        affine.store %0, %d[%v] : memref<100000xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    // expected-error @below {{cannot unroll: expected at most 65536 iterations, got 70000}}
    schedule.unroll %i max_step 70000
    transform.yield
  }
}
