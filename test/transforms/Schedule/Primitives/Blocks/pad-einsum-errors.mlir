// RUN: tvm-opt %s -split-input-file -verify-diagnostics --schedule-apply

// (P1) A maximum.
module attributes {transform.with_named_sequence} {
  func.func @product(%a: memref<9x12xf32>, %b: memref<12x16xf32>, %c: memref<9x16xf32>) {
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 16 {
        affine.for %k = 0 to 12 {
          // expected-note @+1 {{in the kernel, here}}
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%a, %b, %c : memref<9x12xf32>, memref<12x16xf32>, memref<9x16xf32>) init {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %zero = arith.constant 0xFF800000 : f32
            affine.store %zero, %z[%v, %w] : memref<9x16xf32>
            te.yield
          } do {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %0 = affine.load %x[%v, %r] : memref<9x12xf32>
            %1 = affine.load %y[%r, %w] : memref<12x16xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %z[%v, %w] : memref<9x16xf32>
            %4 = arith.maximumf %3, %2 : f32
            affine.store %4, %z[%v, %w] : memref<9x16xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot pad the contraction 'C': expected a sum}}
    schedule.pad_einsum %c by [4, 16, 8]
    transform.yield
  }
}

// -----

// (P1) A sum of sums.
module attributes {transform.with_named_sequence} {
  func.func @product(%a: memref<9x12xf32>, %b: memref<12x16xf32>, %c: memref<9x16xf32>) {
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 16 {
        affine.for %k = 0 to 12 {
          // expected-note @+1 {{in the kernel, here}}
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%a, %b, %c : memref<9x12xf32>, memref<12x16xf32>, memref<9x16xf32>) init {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %z[%v, %w] : memref<9x16xf32>
            te.yield
          } do {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %0 = affine.load %x[%v, %r] : memref<9x12xf32>
            %1 = affine.load %y[%r, %w] : memref<12x16xf32>
            // expected-note @+1 {{here}}
            %2 = arith.addf %0, %1 : f32
            %3 = affine.load %z[%v, %w] : memref<9x16xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %z[%v, %w] : memref<9x16xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot pad the contraction 'C': expected a product of what it reads at its axes}}
    schedule.pad_einsum %c by [4, 16, 8]
    transform.yield
  }
}

// -----

// (P1) A window, not an axis.
module attributes {transform.with_named_sequence} {
  func.func @product(%a: memref<9x12xf32>, %b: memref<12x16xf32>, %c: memref<9x16xf32>) {
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 16 {
        affine.for %k = 0 to 12 {
          // expected-note @+1 {{in the kernel, here}}
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%a, %b, %c : memref<9x12xf32>, memref<12x16xf32>, memref<9x16xf32>) init {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %z[%v, %w] : memref<9x16xf32>
            te.yield
          } do {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            // expected-note @+1 {{here}}
            %0 = affine.load %x[%v + %r, %r] : memref<9x12xf32>
            %1 = affine.load %y[%r, %w] : memref<12x16xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %z[%v, %w] : memref<9x16xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %z[%v, %w] : memref<9x16xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot pad the contraction 'C': expected a product of what it reads at its axes}}
    schedule.pad_einsum %c by [4, 16, 8]
    transform.yield
  }
}

// -----

// (P1) A factor that it writes.
module attributes {transform.with_named_sequence} {
  func.func @product(%a: memref<9x12xf32>, %b: memref<12x16xf32>, %c: memref<9x16xf32>) {
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 16 {
        affine.for %k = 0 to 12 {
          // expected-note @+1 {{in the kernel, here}}
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%a, %c, %c : memref<9x12xf32>, memref<9x16xf32>, memref<9x16xf32>) init {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<9x16xf32>, %z: memref<9x16xf32>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %z[%v, %w] : memref<9x16xf32>
            te.yield
          } do {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<9x16xf32>, %z: memref<9x16xf32>):
            %0 = affine.load %x[%v, %r] : memref<9x12xf32>
            %1 = affine.load %y[%v, %w] : memref<9x16xf32>
            %2 = arith.mulf %0, %1 : f32
            // expected-note @+1 {{here}}
            %3 = affine.load %z[%v, %w] : memref<9x16xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %z[%v, %w] : memref<9x16xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot pad the contraction 'C': expected one load and one store per result, under no condition}}
    schedule.pad_einsum %c by [4, 16, 8]
    transform.yield
  }
}

// -----

// (P2) Another block in the nest.
module attributes {transform.with_named_sequence} {
  func.func @product(%a: memref<9x12xf32>, %b: memref<12x16xf32>, %c: memref<9x16xf32>) {
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 16 {
        affine.for %k = 0 to 12 {
          // expected-note @+1 {{in the kernel, here}}
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%a, %b, %c : memref<9x12xf32>, memref<12x16xf32>, memref<9x16xf32>) init {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %z[%v, %w] : memref<9x16xf32>
            te.yield
          } do {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %0 = affine.load %x[%v, %r] : memref<9x12xf32>
            %1 = affine.load %y[%r, %w] : memref<12x16xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %z[%v, %w] : memref<9x16xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %z[%v, %w] : memref<9x16xf32>
            te.yield
          }
        }
      }
      affine.for %j = 0 to 16 {
        te.block "D" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%c : memref<9x16xf32>) do {
        ^bb0(%v: index, %w: index, %z: memref<9x16xf32>):
          %0 = affine.load %z[%v, %w] : memref<9x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot pad the contraction 'C': expected a block alone in loops of its own, one per axis}}
    schedule.pad_einsum %c by [4, 16, 8]
    transform.yield
  }
}

// -----

// (P2) A loop that was split.
module attributes {transform.with_named_sequence} {
  func.func @product(%a: memref<9x12xf32>, %b: memref<12x16xf32>, %c: memref<9x16xf32>) {
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 16 {
        affine.for %k = 0 to 12 {
          // expected-note @+1 {{in the kernel, here}}
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%a, %b, %c : memref<9x12xf32>, memref<12x16xf32>, memref<9x16xf32>) init {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %z[%v, %w] : memref<9x16xf32>
            te.yield
          } do {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %0 = affine.load %x[%v, %r] : memref<9x12xf32>
            %1 = affine.load %y[%r, %w] : memref<12x16xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %z[%v, %w] : memref<9x16xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %z[%v, %w] : memref<9x16xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %ko, %kl = schedule.split %k by [0, 4]
    // expected-error @+1 {{cannot pad the contraction 'C': expected a block alone in loops of its own, one per axis}}
    schedule.pad_einsum %c by [4, 16, 8]
    transform.yield
  }
}

// -----

// (P2) A parallel loop.
module attributes {transform.with_named_sequence} {
  func.func @product(%a: memref<9x12xf32>, %b: memref<12x16xf32>, %c: memref<9x16xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 16 {
        affine.for %k = 0 to 12 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%a, %b, %c : memref<9x12xf32>, memref<12x16xf32>, memref<9x16xf32>) init {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %z[%v, %w] : memref<9x16xf32>
            te.yield
          } do {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %0 = affine.load %x[%v, %r] : memref<9x12xf32>
            %1 = affine.load %y[%r, %w] : memref<12x16xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %z[%v, %w] : memref<9x16xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %z[%v, %w] : memref<9x16xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    schedule.parallel %i
    // expected-error @+1 {{cannot pad the contraction 'C': expected a serial loop, got one that is parallel}}
    schedule.pad_einsum %c by [4, 16, 8]
    transform.yield
  }
}

// -----

// (P3) A number too few.
module attributes {transform.with_named_sequence} {
  func.func @product(%a: memref<9x12xf32>, %b: memref<12x16xf32>, %c: memref<9x16xf32>) {
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 16 {
        affine.for %k = 0 to 12 {
          // expected-note @+1 {{in the kernel, here}}
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%a, %b, %c : memref<9x12xf32>, memref<12x16xf32>, memref<9x16xf32>) init {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %z[%v, %w] : memref<9x16xf32>
            te.yield
          } do {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %0 = affine.load %x[%v, %r] : memref<9x12xf32>
            %1 = affine.load %y[%r, %w] : memref<12x16xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %z[%v, %w] : memref<9x16xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %z[%v, %w] : memref<9x16xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot pad the contraction 'C': expected a number per axis, 3, got 2}}
    schedule.pad_einsum %c by [4, 16]
    transform.yield
  }
}

// -----

// (P3) Not positive.
module attributes {transform.with_named_sequence} {
  func.func @product(%a: memref<9x12xf32>, %b: memref<12x16xf32>, %c: memref<9x16xf32>) {
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 16 {
        affine.for %k = 0 to 12 {
          // expected-note @+1 {{in the kernel, here}}
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%a, %b, %c : memref<9x12xf32>, memref<12x16xf32>, memref<9x16xf32>) init {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %z[%v, %w] : memref<9x16xf32>
            te.yield
          } do {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %0 = affine.load %x[%v, %r] : memref<9x12xf32>
            %1 = affine.load %y[%r, %w] : memref<12x16xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %z[%v, %w] : memref<9x16xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %z[%v, %w] : memref<9x16xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot pad the contraction 'C': expected positive numbers, got 0}}
    schedule.pad_einsum %c by [4, 0, 8]
    transform.yield
  }
}

// -----

// (P4) Zeros times what may be infinite.
module attributes {transform.with_named_sequence} {
  func.func @product(%a: memref<9x12xf32>, %b: memref<12x16xf32>, %c: memref<9x16xf32>) {
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 16 {
        affine.for %k = 0 to 12 {
          // expected-note @+1 {{in the kernel, here}}
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%a, %b, %c : memref<9x12xf32>, memref<12x16xf32>, memref<9x16xf32>) init {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %z[%v, %w] : memref<9x16xf32>
            te.yield
          } do {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %0 = affine.load %x[%v, %r] : memref<9x12xf32>
            // expected-note @+1 {{here}}
            %1 = affine.load %y[%v, %w] : memref<12x16xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %z[%v, %w] : memref<9x16xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %z[%v, %w] : memref<9x16xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot pad the contraction 'C': expected factors that are all 0 where a reduction is padded}}
    schedule.pad_einsum %c by [4, 16, 8]
    transform.yield
  }
}

// -----

// (P1) A size that is not known.
module attributes {transform.with_named_sequence} {
  func.func @product(%a: memref<?x12xf32>, %b: memref<12x16xf32>, %c: memref<9x16xf32>) {
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 16 {
        affine.for %k = 0 to 12 {
          // expected-note @+1 {{in the kernel, here}}
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%a, %b, %c : memref<?x12xf32>, memref<12x16xf32>, memref<9x16xf32>) init {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<?x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %z[%v, %w] : memref<9x16xf32>
            te.yield
          } do {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<?x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            // expected-note @+1 {{here}}
            %0 = affine.load %x[%v, %r] : memref<?x12xf32>
            %1 = affine.load %y[%r, %w] : memref<12x16xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %z[%v, %w] : memref<9x16xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %z[%v, %w] : memref<9x16xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot pad the contraction 'C': expected buffers of constant sizes}}
    schedule.pad_einsum %c by [4, 16, 8]
    transform.yield
  }
}

// -----

// (P5) A factor of more elements than memory holds.
module attributes {transform.with_named_sequence} {
  func.func @product(%a: memref<9x12xf32>, %b: memref<12x16xf32>, %c: memref<9x16xf32>) {
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 16 {
        affine.for %k = 0 to 12 {
          // expected-note @+1 {{in the kernel, here}}
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%a, %b, %c : memref<9x12xf32>, memref<12x16xf32>, memref<9x16xf32>) init {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %z[%v, %w] : memref<9x16xf32>
            te.yield
          } do {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            // expected-note @+1 {{here}}
            %0 = affine.load %x[%v, %r] : memref<9x12xf32>
            %1 = affine.load %y[%r, %w] : memref<12x16xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %z[%v, %w] : memref<9x16xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %z[%v, %w] : memref<9x16xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot pad the contraction 'C': expected buffers of at most 2147483648 elements}}
    schedule.pad_einsum %c by [9223372036854775807, 1, 1]
    transform.yield
  }
}

// -----

// (P5) The result alone: 2^25 rows of 128 columns.
module attributes {transform.with_named_sequence} {
  func.func @product(%a: memref<9x12xf32>, %b: memref<12x16xf32>, %c: memref<9x16xf32>) {
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 16 {
        affine.for %k = 0 to 12 {
          // expected-note @+1 {{in the kernel, here}}
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%a, %b, %c : memref<9x12xf32>, memref<12x16xf32>, memref<9x16xf32>) init {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %z[%v, %w] : memref<9x16xf32>
            te.yield
          } do {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %0 = affine.load %x[%v, %r] : memref<9x12xf32>
            %1 = affine.load %y[%r, %w] : memref<12x16xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %z[%v, %w] : memref<9x16xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %z[%v, %w] : memref<9x16xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    // expected-error @+1 {{cannot pad the contraction 'C': expected buffers of at most 2147483648 elements}}
    schedule.pad_einsum %c by [33554432, 128, 1]
    transform.yield
  }
}
