// RUN: tvm-opt %s -split-input-file -verify-diagnostics --schedule-apply

// (P1) A loop that is parallel.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x4xf32>, %b: memref<8x4xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 4 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x4xf32>, memref<8x4xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x4xf32>, %y: memref<8x4xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x4xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x4xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    schedule.parallel %i
    // expected-error @+1 {{cannot pipeline the loop: expected a serial loop, got one that is parallel}}
    schedule.software_pipeline %i stages [0] order [0]
    transform.yield
  }
}

// -----

// (P1) An unknown trip count.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x4xf32>, %b: memref<8x4xf32>, %n: index) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to %n {
      affine.for %j = 0 to 4 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x4xf32>, memref<8x4xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x4xf32>, %y: memref<8x4xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x4xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x4xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    // expected-error @+1 {{cannot pipeline the loop: expected a constant trip count}}
    schedule.software_pipeline %i stages [0] order [0]
    transform.yield
  }
}

// -----

// (P1) Fewer iterations than are under way at the same time.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x4xf32>, %b: memref<8x4xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 4 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x4xf32>, memref<8x4xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x4xf32>, %y: memref<8x4xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x4xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x4xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    %copy = schedule.cache_read %b, 0 at %i
    // expected-error @+1 {{cannot pipeline the loop: expected more than 8 iterations, got 8}}
    schedule.software_pipeline %i stages [0, 8] order [0, 1]
    transform.yield
  }
}

// -----

// (P2) A stage too many.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x4xf32>, %b: memref<8x4xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 4 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x4xf32>, memref<8x4xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x4xf32>, %y: memref<8x4xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x4xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x4xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    // expected-error @+1 {{cannot pipeline the loop: expected 2 loops and blocks in its body, got 1}}
    schedule.software_pipeline %i stages [0, 1] order [0, 1]
    transform.yield
  }
}

// -----

// (P2) Something else in the body.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x4xf32>, %b: memref<8x4xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      // expected-note @+1 {{here}}
      %t = memref.alloc() : memref<4xf32>
      affine.for %j = 0 to 4 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x4xf32>, memref<8x4xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x4xf32>, %y: memref<8x4xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x4xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x4xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    // expected-error @+1 {{cannot pipeline the loop: expected a body of loops, blocks, their buffers and indices}}
    schedule.software_pipeline %i stages [0] order [0]
    transform.yield
  }
}

// -----

// (P4) What is read is copied too late.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x4xf32>, %b: memref<8x4xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 4 {
        // expected-note @+1 {{'B_read' writes first, here}}
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x4xf32>, memref<8x4xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x4xf32>, %y: memref<8x4xf32>):
          // expected-note @+1 {{'B' reads the same element later, here}}
          %0 = affine.load %x[%v, %w] : memref<8x4xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x4xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    %copy = schedule.cache_read %b, 0 at %i
    // expected-error @+1 {{cannot pipeline the loop: it breaks a read-after-write dependence of block 'B' on block 'B_read'}}
    schedule.software_pipeline %i stages [1, 0] order [0, 1]
    transform.yield
  }
}

// -----

// (P4) In one stage, but in the wrong order.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x4xf32>, %b: memref<8x4xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 4 {
        // expected-note @+1 {{'B_read' writes first, here}}
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x4xf32>, memref<8x4xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x4xf32>, %y: memref<8x4xf32>):
          // expected-note @+1 {{'B' reads the same element later, here}}
          %0 = affine.load %x[%v, %w] : memref<8x4xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x4xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    %copy = schedule.cache_read %b, 0 at %i
    // expected-error @+1 {{cannot pipeline the loop: it breaks a read-after-write dependence of block 'B' on block 'B_read'}}
    schedule.software_pipeline %i stages [0, 0] order [1, 0]
    transform.yield
  }
}

// -----

// (P4) The next iteration begins with what this one computes.
module attributes {transform.with_named_sequence} {
  func.func @scan(%a: memref<9x4xf32>, %b: memref<8x4xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 4 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<9x4xf32>, memref<8x4xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<9x4xf32>, %y: memref<8x4xf32>):
          // expected-note @+1 {{'A' reads the same element later, here}}
          %0 = affine.load %x[%v, %w] : memref<9x4xf32>
          affine.store %0, %y[%v, %w] : memref<8x4xf32>
          te.yield
        }
      }
      affine.for %j = 0 to 4 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%b, %a : memref<8x4xf32>, memref<9x4xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x4xf32>, %y: memref<9x4xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x4xf32>
          // expected-note @+1 {{'B' writes first, here}}
          affine.store %0, %y[%v + 1, %w] : memref<9x4xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    // expected-error @+1 {{cannot pipeline the loop: no proof that there is no read-after-write dependence of block 'A' on block 'B'}}
    schedule.software_pipeline %i stages [0, 1] order [0, 1]
    transform.yield
  }
}

// -----

// (P3) The initialisation would run for the first iteration only.
module attributes {transform.with_named_sequence} {
  func.func @sums(%a: memref<8x4xf32>, %b: memref<4xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %k = 0 to 8 {
      affine.for %j = 0 to 4 {
        // expected-note @+1 {{here}}
        te.block "B" [false, true] affine_map<(k, j) -> (j, k)>(%k, %j) captures(%a, %b : memref<8x4xf32>, memref<4xf32>) init {
        ^bb0(%v: index, %r: index, %x: memref<8x4xf32>, %y: memref<4xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %y[%v] : memref<4xf32>
          te.yield
        } do {
        ^bb0(%v: index, %r: index, %x: memref<8x4xf32>, %y: memref<4xf32>):
          %0 = affine.load %x[%r, %v] : memref<8x4xf32>
          %1 = affine.load %y[%v] : memref<4xf32>
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %y[%v] : memref<4xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %k, %j = schedule.get_loops of %b
    %copy = schedule.cache_read %b, 0 at %k
    // expected-error @+1 {{cannot pipeline the loop: expected reductions along it, or around it, to be decomposed}}
    schedule.software_pipeline %k stages [0, 1] order [0, 1]
    transform.yield
  }
}

// -----

// (P5) Two versions are too large.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x40000xf32>, %b: memref<8x40000xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 40000 {
        // expected-note @+1 {{here}}
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x40000xf32>, memref<8x40000xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x40000xf32>, %y: memref<8x40000xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x40000xf32>
          %1 = arith.negf %0 : f32
          affine.store %1, %y[%v, %w] : memref<8x40000xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %j = schedule.get_loops of %b
    %copy = schedule.cache_read %b, 0 at %i
    // expected-error @+1 {{cannot pipeline the loop: expected a buffer that blocks access at affine subscripts, small enough for a stack}}
    schedule.software_pipeline %i stages [0, 1] order [0, 1]
    transform.yield
  }
}
