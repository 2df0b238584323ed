// RUN: tvm-opt %s -split-input-file -verify-diagnostics --schedule-apply

// (P1) A buffer too many.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x64xf32>, %b: memref<64x128xf32>, %c: memref<8x128xf32>) {
    affine.for %j = 0 to 4 {
      affine.for %i = 0 to 8 {
        affine.for %k = 0 to 16 {
          affine.for %p = 0 to 4 {
            affine.for %l = 0 to 32 {
              // expected-note @+1 {{in the kernel, here}}
              te.block "C" [false, false, true] affine_map<(i, j, k, p, l) -> (i, j * 32 + l, k * 4 + p)>(%i, %j, %k, %p, %l)
                  captures(%a, %b, %c : memref<8x64xf32>, memref<64x128xf32>, memref<8x128xf32>) do {
              ^bb0(%u: index, %v: index, %w: index, %x: memref<8x64xf32>, %y: memref<64x128xf32>, %z: memref<8x128xf32>):
                %0 = affine.load %x[%u, %w] : memref<8x64xf32>
                %1 = affine.load %y[%w, %v] : memref<64x128xf32>
                %2 = affine.load %z[%u, %v] : memref<8x128xf32>
                %3 = arith.mulf %0, %1 : f32
                %4 = arith.addf %2, %3 : f32
                affine.store %4, %z[%u, %v] : memref<8x128xf32>
                te.yield
              }
            }
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %j, %i, %k, %p, %l = schedule.get_loops of %c
    // expected-error @+1 {{cannot prefetch what 'C' reads: expected one of 2 buffers that it reads and does not write, got number 2}}
    %hint = schedule.spread_prefetch %c, 2 at %j ahead 1 over %i in %p
    transform.yield
  }
}

// -----

// (P2) From inside out.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x64xf32>, %b: memref<64x128xf32>, %c: memref<8x128xf32>) {
    affine.for %j = 0 to 4 {
      affine.for %i = 0 to 8 {
        affine.for %k = 0 to 16 {
          // expected-note @+1 {{here}}
      affine.for %p = 0 to 4 {
            affine.for %l = 0 to 32 {
              // expected-note @+1 {{in the kernel, here}}
              te.block "C" [false, false, true] affine_map<(i, j, k, p, l) -> (i, j * 32 + l, k * 4 + p)>(%i, %j, %k, %p, %l)
                  captures(%a, %b, %c : memref<8x64xf32>, memref<64x128xf32>, memref<8x128xf32>) do {
              ^bb0(%u: index, %v: index, %w: index, %x: memref<8x64xf32>, %y: memref<64x128xf32>, %z: memref<8x128xf32>):
                %0 = affine.load %x[%u, %w] : memref<8x64xf32>
                %1 = affine.load %y[%w, %v] : memref<64x128xf32>
                %2 = affine.load %z[%u, %v] : memref<8x128xf32>
                %3 = arith.mulf %0, %1 : f32
                %4 = arith.addf %2, %3 : f32
                affine.store %4, %z[%u, %v] : memref<8x128xf32>
                te.yield
              }
            }
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %j, %i, %k, %p, %l = schedule.get_loops of %c
    // expected-error @+1 {{cannot prefetch what 'C' reads: expected loops around it, from outside in}}
    %hint = schedule.spread_prefetch %c, 1 at %i ahead 1 over %j in %p
    transform.yield
  }
}

// -----

// (P4) Columns only are what the loop tells.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x64xf32>, %b: memref<64x128xf32>, %c: memref<8x128xf32>) {
    // expected-note @+1 {{here}}
      affine.for %j = 0 to 4 {
      affine.for %i = 0 to 8 {
        affine.for %k = 0 to 16 {
          affine.for %p = 0 to 4 {
            affine.for %l = 0 to 32 {
              // expected-note @+1 {{in the kernel, here}}
              te.block "C" [false, false, true] affine_map<(i, j, k, p, l) -> (i, j * 32 + l, k * 4 + p)>(%i, %j, %k, %p, %l)
                  captures(%a, %b, %c : memref<8x64xf32>, memref<64x128xf32>, memref<8x128xf32>) do {
              ^bb0(%u: index, %v: index, %w: index, %x: memref<8x64xf32>, %y: memref<64x128xf32>, %z: memref<8x128xf32>):
                %0 = affine.load %x[%u, %w] : memref<8x64xf32>
                %1 = affine.load %y[%w, %v] : memref<64x128xf32>
                %2 = affine.load %z[%u, %v] : memref<8x128xf32>
                %3 = arith.mulf %0, %1 : f32
                %4 = arith.addf %2, %3 : f32
                affine.store %4, %z[%u, %v] : memref<8x128xf32>
                te.yield
              }
            }
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %j, %i, %k, %p, %l = schedule.get_loops of %c
    // expected-error @+1 {{cannot prefetch what 'C' reads: expected reads that depend on the loop}}
    %hint = schedule.spread_prefetch %c, 0 at %j ahead 1 over %i in %p
    transform.yield
  }
}

// -----

// (P5) Nowhere ahead.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x64xf32>, %b: memref<64x128xf32>, %c: memref<8x128xf32>) {
    affine.for %j = 0 to 4 {
      affine.for %i = 0 to 8 {
        affine.for %k = 0 to 16 {
          affine.for %p = 0 to 4 {
            affine.for %l = 0 to 32 {
              // expected-note @+1 {{in the kernel, here}}
              te.block "C" [false, false, true] affine_map<(i, j, k, p, l) -> (i, j * 32 + l, k * 4 + p)>(%i, %j, %k, %p, %l)
                  captures(%a, %b, %c : memref<8x64xf32>, memref<64x128xf32>, memref<8x128xf32>) do {
              ^bb0(%u: index, %v: index, %w: index, %x: memref<8x64xf32>, %y: memref<64x128xf32>, %z: memref<8x128xf32>):
                %0 = affine.load %x[%u, %w] : memref<8x64xf32>
                %1 = affine.load %y[%w, %v] : memref<64x128xf32>
                %2 = affine.load %z[%u, %v] : memref<8x128xf32>
                %3 = arith.mulf %0, %1 : f32
                %4 = arith.addf %2, %3 : f32
                affine.store %4, %z[%u, %v] : memref<8x128xf32>
                te.yield
              }
            }
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %j, %i, %k, %p, %l = schedule.get_loops of %c
    // expected-error @+1 {{cannot prefetch what 'C' reads: expected a positive distance, got 0}}
    %hint = schedule.spread_prefetch %c, 1 at %j ahead 0 over %i in %p
    transform.yield
  }
}

// -----

// (P3) Rows that are unrolled.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x64xf32>, %b: memref<64x128xf32>, %c: memref<8x128xf32>) {
    affine.for %j = 0 to 4 {
      // expected-note @+1 {{in the kernel, here}}
      affine.for %i = 0 to 8 {
        affine.for %k = 0 to 16 {
          affine.for %p = 0 to 4 {
            affine.for %l = 0 to 32 {
              te.block "C" [false, false, true] affine_map<(i, j, k, p, l) -> (i, j * 32 + l, k * 4 + p)>(%i, %j, %k, %p, %l)
                  captures(%a, %b, %c : memref<8x64xf32>, memref<64x128xf32>, memref<8x128xf32>) do {
              ^bb0(%u: index, %v: index, %w: index, %x: memref<8x64xf32>, %y: memref<64x128xf32>, %z: memref<8x128xf32>):
                %0 = affine.load %x[%u, %w] : memref<8x64xf32>
                %1 = affine.load %y[%w, %v] : memref<64x128xf32>
                %2 = affine.load %z[%u, %v] : memref<8x128xf32>
                %3 = arith.mulf %0, %1 : f32
                %4 = arith.addf %2, %3 : f32
                affine.store %4, %z[%u, %v] : memref<8x128xf32>
                te.yield
              }
            }
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %j, %i, %k, %p, %l = schedule.get_loops of %c
    schedule.unroll %i
    // expected-error @+1 {{cannot prefetch what 'C' reads: expected a serial loop, got one that is unrolled}}
    %hint = schedule.spread_prefetch %c, 1 at %j ahead 1 over %i in %p
    transform.yield
  }
}

// -----

// (P4) Two reads.
module attributes {transform.with_named_sequence} {
  func.func @f(%b: memref<64x128xf32>, %c: memref<8x128xf32>) {
    affine.for %j = 0 to 4 {
      affine.for %i = 0 to 8 {
        affine.for %p = 0 to 4 {
          affine.for %l = 0 to 32 {
            // expected-note @+1 {{in the kernel, here}}
            te.block "C" [false, false, true] affine_map<(i, j, p, l) -> (i, j * 32 + l, p)>(%i, %j, %p, %l)
                captures(%b, %c : memref<64x128xf32>, memref<8x128xf32>) do {
            ^bb0(%u: index, %v: index, %w: index, %y: memref<64x128xf32>, %z: memref<8x128xf32>):
              %0 = affine.load %y[%w, %v] : memref<64x128xf32>
              %1 = affine.load %y[%w + 4, %v] : memref<64x128xf32>
              %2 = affine.load %z[%u, %v] : memref<8x128xf32>
              %3 = arith.mulf %0, %1 : f32
              %4 = arith.addf %2, %3 : f32
              affine.store %4, %z[%u, %v] : memref<8x128xf32>
              te.yield
            }
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %j, %i, %p, %l = schedule.get_loops of %c
    // expected-error @+1 {{cannot prefetch what 'C' reads: expected one affine read of it}}
    %hint = schedule.spread_prefetch %c, 0 at %j ahead 1 over %i in %p
    transform.yield
  }
}

// -----

// (P4) A buffer that is allocated in the loop.
module attributes {transform.with_named_sequence} {
  func.func @f(%c: memref<8x128xf32>) {
    affine.for %j = 0 to 4 {
      affine.for %i = 0 to 8 {
        // expected-note @+1 {{here}}
        affine.for %p = 0 to 4 {
          %b = memref.alloca() : memref<64x128xf32>
          affine.for %l = 0 to 32 {
            // expected-note @+1 {{in the kernel, here}}
            te.block "C" [false, false, true] affine_map<(i, j, p, l) -> (i, j * 32 + l, p)>(%i, %j, %p, %l)
                captures(%b, %c : memref<64x128xf32>, memref<8x128xf32>) do {
            ^bb0(%u: index, %v: index, %w: index, %y: memref<64x128xf32>, %z: memref<8x128xf32>):
              %0 = affine.load %y[%w, %v] : memref<64x128xf32>
              %1 = affine.load %z[%u, %v] : memref<8x128xf32>
              %2 = arith.addf %0, %1 : f32
              affine.store %2, %z[%u, %v] : memref<8x128xf32>
              te.yield
            }
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %j, %i, %p, %l = schedule.get_loops of %c
    // expected-error @+1 {{cannot prefetch what 'C' reads: expected a buffer that is allocated outside of the loop}}
    %hint = schedule.spread_prefetch %c, 0 at %j ahead 1 over %i in %p
    transform.yield
  }
}
