// RUN: tvm-opt %s -split-input-file -verify-diagnostics --schedule-apply

// (P1) A buffer too many.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x40xf32>, %b: memref<8x40xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 40 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x40xf32>, memref<8x40xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x40xf32>, %y: memref<8x40xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x40xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x40xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    // expected-error @+1 {{cannot prefetch what 'B' reads: expected one of 1 buffers that it reads and does not write, got number 1}}
    %hint = schedule.prefetch %b, 1 at %i ahead 2
    transform.yield
  }
}

// -----

// (P2) Another block's loop.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x40xf32>, %b: memref<8x40xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 40 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x40xf32>, memref<8x40xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x40xf32>, %y: memref<8x40xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x40xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x40xf32>
          te.yield
        }
      }
    }
    // expected-note @+1 {{here}}
    affine.for %u = 0 to 8 {
      te.block "C" [false] affine_map<(i) -> (i)>(%u) captures(%b : memref<8x40xf32>) do {
      ^bb0(%v: index, %y: memref<8x40xf32>):
        %0 = arith.constant 1.0 : f32
        affine.store %0, %y[%v, 0] : memref<8x40xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    %c = schedule.get_block "C" in %root
    %u = schedule.get_loops of %c
    // expected-error @+1 {{cannot prefetch what 'B' reads: expected a loop around it}}
    %hint = schedule.prefetch %b, 0 at %u ahead 2
    transform.yield
  }
}

// -----

// (P2) Lanes have no top.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x40xf32>, %b: memref<8x40xf32>) {
    affine.for %i = 0 to 8 {
      // expected-note @+1 {{here}}
      affine.for %j = 0 to 40 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x40xf32>, memref<8x40xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x40xf32>, %y: memref<8x40xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x40xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x40xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    schedule.vectorize %j
    // expected-error @+1 {{cannot prefetch what 'B' reads: expected a loop that is not vectorized}}
    %hint = schedule.prefetch %b, 0 at %j ahead 2
    transform.yield
  }
}

// -----

// (P3) The same row in all iterations.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x40xf32>, %b: memref<8x40xf32>) {
    // expected-note @+1 {{here}}
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 40 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x40xf32>, memref<8x40xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x40xf32>, %y: memref<8x40xf32>):
          %0 = affine.load %x[0, %w] : memref<8x40xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x40xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    // expected-error @+1 {{cannot prefetch what 'B' reads: expected reads that depend on the loop}}
    %hint = schedule.prefetch %b, 0 at %i ahead 2
    transform.yield
  }
}

// -----

// (P3) Too much for a cache.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x400000xf32>, %b: memref<8x400000xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 400000 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x400000xf32>, memref<8x400000xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x400000xf32>, %y: memref<8x400000xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x400000xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x400000xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    // expected-error @+1 {{cannot prefetch what 'B' reads: expected a region of at most 262144 bytes}}
    %hint = schedule.prefetch %b, 0 at %i ahead 2
    transform.yield
  }
}

// -----

// (P4) Not ahead.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x40xf32>, %b: memref<8x40xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 40 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x40xf32>, memref<8x40xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x40xf32>, %y: memref<8x40xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x40xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x40xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    // expected-error @+1 {{cannot prefetch what 'B' reads: expected a positive distance, got 0}}
    %hint = schedule.prefetch %b, 0 at %i ahead 0
    transform.yield
  }
}
