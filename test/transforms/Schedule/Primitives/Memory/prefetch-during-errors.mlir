// RUN: tvm-opt %s -split-input-file -verify-diagnostics --schedule-apply

// (P1) A buffer too many.
module attributes {transform.with_named_sequence} {
  func.func @f(%d: memref<32x64xf32>, %b: memref<32x64xf32>, %c: memref<4x3xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 3 {
        te.block "C" [false, false] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%c : memref<4x3xf32>) do {
        ^bb0(%u: index, %v: index, %z: memref<4x3xf32>):
          %cst = arith.constant 1.0 : f32
          affine.store %cst, %z[%u, %v] : memref<4x3xf32>
          te.yield
        }
      }
      affine.for %r = 0 to 8 {
        affine.for %l = 0 to 32 {
          // expected-note @+1 {{in the kernel, here}}
      te.block "B" [false, false] affine_map<(i, r, l) -> (i * 8 + r, l)>(%i, %r, %l)
              captures(%d, %b : memref<32x64xf32>, memref<32x64xf32>) do {
          ^bb0(%u: index, %v: index, %x: memref<32x64xf32>, %z: memref<32x64xf32>):
            %0 = affine.load %x[%u, %v] : memref<32x64xf32>
            affine.store %0, %z[%u, %v] : memref<32x64xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %r, %l = schedule.get_loops of %b
    %c = schedule.get_block "C" in %root
    %j, %k = schedule.get_loops of %c
    // expected-error @+1 {{cannot prefetch what 'B' reads: expected one of 1 buffers that it reads and does not write, got number 1}}
    %hint = schedule.prefetch_during %b, 1 at %i during %k
    transform.yield
  }
}

// -----

// (P1) A buffer that each iteration makes.
module attributes {transform.with_named_sequence} {
  func.func @f(%d: memref<32x64xf32>, %b: memref<32x64xf32>, %c: memref<4x3xf32>) {
    // expected-note @+1 {{here}}
      affine.for %i = 0 to 4 {
      affine.for %k = 0 to 3 {
        te.block "C" [false, false] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%c : memref<4x3xf32>) do {
        ^bb0(%u: index, %v: index, %z: memref<4x3xf32>):
          %cst = arith.constant 1.0 : f32
          affine.store %cst, %z[%u, %v] : memref<4x3xf32>
          te.yield
        }
      }
      %m = memref.alloc() : memref<32x64xf32>
      affine.for %r = 0 to 8 {
        affine.for %l = 0 to 32 {
          // expected-note @+1 {{in the kernel, here}}
      te.block "B" [false, false] affine_map<(i, r, l) -> (i * 8 + r, l)>(%i, %r, %l)
              captures(%m, %b : memref<32x64xf32>, memref<32x64xf32>) do {
          ^bb0(%u: index, %v: index, %x: memref<32x64xf32>, %z: memref<32x64xf32>):
            %0 = affine.load %x[%u, %v] : memref<32x64xf32>
            affine.store %0, %z[%u, %v] : memref<32x64xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %r, %l = schedule.get_loops of %b
    %c = schedule.get_block "C" in %root
    %j, %k = schedule.get_loops of %c
    // expected-error @+1 {{cannot prefetch what 'B' reads: expected a buffer from outside of the loop}}
    %hint = schedule.prefetch_during %b, 0 at %i during %k
    transform.yield
  }
}

// -----

// (P1) A number alone.
module attributes {transform.with_named_sequence} {
  func.func @f(%d: memref<f32>, %b: memref<32x64xf32>, %c: memref<4x3xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 3 {
        te.block "C" [false, false] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%c : memref<4x3xf32>) do {
        ^bb0(%u: index, %v: index, %z: memref<4x3xf32>):
          %cst = arith.constant 1.0 : f32
          affine.store %cst, %z[%u, %v] : memref<4x3xf32>
          te.yield
        }
      }
      affine.for %r = 0 to 8 {
        affine.for %l = 0 to 32 {
          // expected-note @+1 {{in the kernel, here}}
      te.block "B" [false, false] affine_map<(i, r, l) -> (i * 8 + r, l)>(%i, %r, %l)
              captures(%d, %b : memref<f32>, memref<32x64xf32>) do {
          ^bb0(%u: index, %v: index, %x: memref<f32>, %z: memref<32x64xf32>):
            %0 = affine.load %x[] : memref<f32>
            affine.store %0, %z[%u, %v] : memref<32x64xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %r, %l = schedule.get_loops of %b
    %c = schedule.get_block "C" in %root
    %j, %k = schedule.get_loops of %c
    // expected-error @+1 {{cannot prefetch what 'B' reads: expected a buffer of rank 1 at least}}
    %hint = schedule.prefetch_during %b, 0 at %i during %k
    transform.yield
  }
}

// -----

// (P2) Not around the block.
module attributes {transform.with_named_sequence} {
  func.func @f(%d: memref<32x64xf32>, %b: memref<32x64xf32>, %c: memref<4x3xf32>) {
    affine.for %i = 0 to 4 {
      // expected-note @+1 {{here}}
      affine.for %k = 0 to 3 {
        te.block "C" [false, false] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%c : memref<4x3xf32>) do {
        ^bb0(%u: index, %v: index, %z: memref<4x3xf32>):
          %cst = arith.constant 1.0 : f32
          affine.store %cst, %z[%u, %v] : memref<4x3xf32>
          te.yield
        }
      }
      affine.for %r = 0 to 8 {
        affine.for %l = 0 to 32 {
          // expected-note @+1 {{in the kernel, here}}
      te.block "B" [false, false] affine_map<(i, r, l) -> (i * 8 + r, l)>(%i, %r, %l)
              captures(%d, %b : memref<32x64xf32>, memref<32x64xf32>) do {
          ^bb0(%u: index, %v: index, %x: memref<32x64xf32>, %z: memref<32x64xf32>):
            %0 = affine.load %x[%u, %v] : memref<32x64xf32>
            affine.store %0, %z[%u, %v] : memref<32x64xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %r, %l = schedule.get_loops of %b
    %c = schedule.get_block "C" in %root
    %j, %k = schedule.get_loops of %c
    // expected-error @+1 {{cannot prefetch what 'B' reads: expected a loop around it}}
    %hint = schedule.prefetch_during %b, 0 at %k during %k
    transform.yield
  }
}

// -----

// (P2) During its own nest.
module attributes {transform.with_named_sequence} {
  func.func @f(%d: memref<32x64xf32>, %b: memref<32x64xf32>, %c: memref<4x3xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 3 {
        te.block "C" [false, false] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%c : memref<4x3xf32>) do {
        ^bb0(%u: index, %v: index, %z: memref<4x3xf32>):
          %cst = arith.constant 1.0 : f32
          affine.store %cst, %z[%u, %v] : memref<4x3xf32>
          te.yield
        }
      }
      // expected-note @+1 {{here}}
      affine.for %r = 0 to 8 {
        affine.for %l = 0 to 32 {
          // expected-note @+1 {{in the kernel, here}}
      te.block "B" [false, false] affine_map<(i, r, l) -> (i * 8 + r, l)>(%i, %r, %l)
              captures(%d, %b : memref<32x64xf32>, memref<32x64xf32>) do {
          ^bb0(%u: index, %v: index, %x: memref<32x64xf32>, %z: memref<32x64xf32>):
            %0 = affine.load %x[%u, %v] : memref<32x64xf32>
            affine.store %0, %z[%u, %v] : memref<32x64xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %r, %l = schedule.get_loops of %b
    %c = schedule.get_block "C" in %root
    %j, %k = schedule.get_loops of %c
    // expected-error @+1 {{cannot prefetch what 'B' reads: expected loops inside of that one, from outside in, beside the block}}
    %hint = schedule.prefetch_during %b, 0 at %i during %r
    transform.yield
  }
}

// -----

// (P2) During the loop itself.
module attributes {transform.with_named_sequence} {
  func.func @f(%d: memref<32x64xf32>, %b: memref<32x64xf32>, %c: memref<4x3xf32>) {
    // expected-note @+1 {{here}}
      affine.for %i = 0 to 4 {
      affine.for %k = 0 to 3 {
        te.block "C" [false, false] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%c : memref<4x3xf32>) do {
        ^bb0(%u: index, %v: index, %z: memref<4x3xf32>):
          %cst = arith.constant 1.0 : f32
          affine.store %cst, %z[%u, %v] : memref<4x3xf32>
          te.yield
        }
      }
      affine.for %r = 0 to 8 {
        affine.for %l = 0 to 32 {
          // expected-note @+1 {{in the kernel, here}}
      te.block "B" [false, false] affine_map<(i, r, l) -> (i * 8 + r, l)>(%i, %r, %l)
              captures(%d, %b : memref<32x64xf32>, memref<32x64xf32>) do {
          ^bb0(%u: index, %v: index, %x: memref<32x64xf32>, %z: memref<32x64xf32>):
            %0 = affine.load %x[%u, %v] : memref<32x64xf32>
            affine.store %0, %z[%u, %v] : memref<32x64xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %r, %l = schedule.get_loops of %b
    %c = schedule.get_block "C" in %root
    %j, %k = schedule.get_loops of %c
    // expected-error @+1 {{cannot prefetch what 'B' reads: expected loops inside of that one, from outside in, beside the block}}
    %hint = schedule.prefetch_during %b, 0 at %i during %i
    transform.yield
  }
}

// -----

// (P2) During nothing.
module attributes {transform.with_named_sequence} {
  func.func @f(%d: memref<32x64xf32>, %b: memref<32x64xf32>, %c: memref<4x3xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 3 {
        te.block "C" [false, false] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%c : memref<4x3xf32>) do {
        ^bb0(%u: index, %v: index, %z: memref<4x3xf32>):
          %cst = arith.constant 1.0 : f32
          affine.store %cst, %z[%u, %v] : memref<4x3xf32>
          te.yield
        }
      }
      affine.for %r = 0 to 8 {
        affine.for %l = 0 to 32 {
          // expected-note @+1 {{in the kernel, here}}
      te.block "B" [false, false] affine_map<(i, r, l) -> (i * 8 + r, l)>(%i, %r, %l)
              captures(%d, %b : memref<32x64xf32>, memref<32x64xf32>) do {
          ^bb0(%u: index, %v: index, %x: memref<32x64xf32>, %z: memref<32x64xf32>):
            %0 = affine.load %x[%u, %v] : memref<32x64xf32>
            affine.store %0, %z[%u, %v] : memref<32x64xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %r, %l = schedule.get_loops of %b
    %c = schedule.get_block "C" in %root
    %j, %k = schedule.get_loops of %c
    // expected-error @+1 {{cannot prefetch what 'B' reads: expected loops beside it}}
    %hint = "schedule.prefetch_during"(%b, %i) <{buffer = 0 : i64}> : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// (P3) During iterations that are written out.
module attributes {transform.with_named_sequence} {
  func.func @f(%d: memref<32x64xf32>, %b: memref<32x64xf32>, %c: memref<4x3xf32>) {
    affine.for %i = 0 to 4 {
      // expected-note @+1 {{in the kernel, here}}
      affine.for %k = 0 to 3 {
        te.block "C" [false, false] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%c : memref<4x3xf32>) do {
        ^bb0(%u: index, %v: index, %z: memref<4x3xf32>):
          %cst = arith.constant 1.0 : f32
          affine.store %cst, %z[%u, %v] : memref<4x3xf32>
          te.yield
        }
      }
      affine.for %r = 0 to 8 {
        affine.for %l = 0 to 32 {
          te.block "B" [false, false] affine_map<(i, r, l) -> (i * 8 + r, l)>(%i, %r, %l)
              captures(%d, %b : memref<32x64xf32>, memref<32x64xf32>) do {
          ^bb0(%u: index, %v: index, %x: memref<32x64xf32>, %z: memref<32x64xf32>):
            %0 = affine.load %x[%u, %v] : memref<32x64xf32>
            affine.store %0, %z[%u, %v] : memref<32x64xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %r, %l = schedule.get_loops of %b
    %c = schedule.get_block "C" in %root
    %j, %k = schedule.get_loops of %c
    schedule.unroll %k
    // expected-error @+1 {{cannot prefetch what 'B' reads: expected a serial loop, got one that is unrolled}}
    %hint = schedule.prefetch_during %b, 0 at %i during %k
    transform.yield
  }
}

// -----

// (P4) Too much for a cache.
module attributes {transform.with_named_sequence} {
  func.func @f(%d: memref<32x10000xf32>, %b: memref<32x10000xf32>, %c: memref<4x3xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 3 {
        te.block "C" [false, false] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%c : memref<4x3xf32>) do {
        ^bb0(%u: index, %v: index, %z: memref<4x3xf32>):
          %cst = arith.constant 1.0 : f32
          affine.store %cst, %z[%u, %v] : memref<4x3xf32>
          te.yield
        }
      }
      affine.for %r = 0 to 8 {
        affine.for %l = 0 to 10000 {
          // expected-note @+1 {{in the kernel, here}}
      te.block "B" [false, false] affine_map<(i, r, l) -> (i * 8 + r, l)>(%i, %r, %l)
              captures(%d, %b : memref<32x10000xf32>, memref<32x10000xf32>) do {
          ^bb0(%u: index, %v: index, %x: memref<32x10000xf32>, %z: memref<32x10000xf32>):
            %0 = affine.load %x[%u, %v] : memref<32x10000xf32>
            affine.store %0, %z[%u, %v] : memref<32x10000xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i, %r, %l = schedule.get_loops of %b
    %c = schedule.get_block "C" in %root
    %j, %k = schedule.get_loops of %c
    // expected-error @+1 {{cannot prefetch what 'B' reads: expected a region of at most 262144 bytes}}
    %hint = schedule.prefetch_during %b, 0 at %i during %k
    transform.yield
  }
}
