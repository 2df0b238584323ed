// RUN: tvm-opt %s --transform-interpreter --split-input-file -verify-diagnostics

// (P1) a marked loop.
module attributes {transform.with_named_sequence} {
  func.func @nest(%x: memref<16x16xf32>) {
    affine.for %i = 0 to 8 {
      // expected-note @+1 {{in the kernel, here}}
      affine.for %j = 0 to 8 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x : memref<16x16xf32>) do {
        ^bb0(%v: index, %w: index, %m: memref<16x16xf32>):
          %0 = affine.load %m[%v, %w] : memref<16x16xf32>
          %1 = arith.addf %0, %0 : f32
          affine.store %1, %m[%v, %w] : memref<16x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    schedule.vectorize %j
    // expected-error @+1 {{cannot fuse: expected a serial loop, got one that is vectorized}}
    %f = schedule.fuse %i, %j
    transform.yield
  }
}

// -----

// (P1) loops that are not nested.
module attributes {transform.with_named_sequence} {
  func.func @nest(%x: memref<16x16xf32>) {
    // expected-note @+1 {{the other loop}}
    affine.for %i = 0 to 8 {
      // expected-note @+1 {{in the kernel, here}}
      affine.for %j = 0 to 8 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x : memref<16x16xf32>) do {
        ^bb0(%v: index, %w: index, %m: memref<16x16xf32>):
          %0 = affine.load %m[%v, %w] : memref<16x16xf32>
          %1 = arith.addf %0, %0 : f32
          affine.store %1, %m[%v, %w] : memref<16x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @+1 {{cannot fuse: expected a loop that holds nothing but the other one}}
    %f = schedule.fuse %j, %i
    transform.yield
  }
}

// -----

// (P2) an inner trip count that is not constant.
module attributes {transform.with_named_sequence} {
  func.func @nest(%x: memref<16x16xf32>, %n: index) {
    affine.for %i = 0 to 8 {
      // expected-note @+1 {{in the kernel, here}}
      affine.for %j = 0 to %n {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x : memref<16x16xf32>) do {
        ^bb0(%v: index, %w: index, %m: memref<16x16xf32>):
          %0 = affine.load %m[%v, %w] : memref<16x16xf32>
          %1 = arith.addf %0, %0 : f32
          affine.store %1, %m[%v, %w] : memref<16x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @+1 {{cannot fuse: expected an inner loop with a constant, positive trip count}}
    %f = schedule.fuse %i, %j
    transform.yield
  }
}

// -----

// (P3) a loop that repeats a reduction: it would be initialised once.
module attributes {transform.with_named_sequence} {
  func.func @repeated(%a: memref<8xf32>, %c: memref<4xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %t = 0 to 2 {
        affine.for %k = 0 to 8 {
          te.block "C" [true] affine_map<(k) -> (k)>(%k) captures(%a, %c : memref<8xf32>, memref<4xf32>) init {
          ^bb0(%w: index, %x: memref<8xf32>, %y: memref<4xf32>):
            %zero = arith.constant 0.0 : f32
            // expected-note @+1 {{'C' initialises the same element later, here}}
            affine.store %zero, %y[0] : memref<4xf32>
            te.yield
          } do {
          ^bb0(%w: index, %x: memref<8xf32>, %y: memref<4xf32>):
            %0 = affine.load %x[%w] : memref<8xf32>
            %1 = affine.load %y[0] : memref<4xf32>
            %2 = arith.addf %1, %0 : f32
            // expected-note @+1 {{'C' writes first, here}}
            affine.store %2, %y[0] : memref<4xf32>
            te.yield
          }
        }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %t, %k = schedule.get_loops of %c
    // expected-error @+1 {{cannot fuse: it breaks a write-after-write dependence of block 'C' on block 'C'}}
    %f = schedule.fuse %t, %k
    transform.yield
  }
}

// -----

// (P3) another block uses an element before the reduction is initialised.
module attributes {transform.with_named_sequence} {
  func.func @earlier(%a: memref<4x8xf32>, %c: memref<5xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 8 {
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %c : memref<4x8xf32>, memref<5xf32>) init {
        ^bb0(%v: index, %w: index, %x: memref<4x8xf32>, %y: memref<5xf32>):
          %zero = arith.constant 0.0 : f32
          // expected-note @+1 {{'C' initialises the same element later, here}}
          affine.store %zero, %y[%v] : memref<5xf32>
          te.yield
        } do {
        ^bb0(%v: index, %w: index, %x: memref<4x8xf32>, %y: memref<5xf32>):
          %0 = affine.load %x[%v, %w] : memref<4x8xf32>
          %1 = affine.load %y[%v] : memref<5xf32>
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %y[%v] : memref<5xf32>
          te.yield
        }
        te.block "A" [false, false] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %c : memref<4x8xf32>, memref<5xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<4x8xf32>, %y: memref<5xf32>):
          // expected-note @+1 {{'A' reads first, here}}
          %0 = affine.load %y[%v + 1] : memref<5xf32>
          affine.store %0, %x[%v, %w] : memref<4x8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    // expected-error @+1 {{cannot fuse: it breaks a write-after-read dependence of block 'C' on block 'A'}}
    %f = schedule.fuse %i, %k
    transform.yield
  }
}

// -----

// (P3) a reduction over what may be empty: it would not be initialised.
module attributes {transform.with_named_sequence} {
  func.func @empty(%a: memref<?xf32>, %c: memref<4xf32>, %n: index) {
    // expected-note @+2 {{in the kernel, here}}
    // expected-note @+1 {{it is initialised even where this reduces over nothing}}
    affine.for %k = 0 to %n {
      affine.for %i = 0 to 4 {
        // expected-note @+1 {{this block}}
        te.block "C" [false, true] affine_map<(k, i) -> (i, k)>(%k, %i) captures(%a, %c : memref<?xf32>, memref<4xf32>) init {
        ^bb0(%v: index, %w: index, %x: memref<?xf32>, %y: memref<4xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %y[%v] : memref<4xf32>
          te.yield
        } do {
        ^bb0(%v: index, %w: index, %x: memref<?xf32>, %y: memref<4xf32>):
          %0 = affine.load %x[%w] : memref<?xf32>
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
    %c = schedule.get_block "C" in %root
    %k, %i = schedule.get_loops of %c
    // expected-error @+1 {{cannot fuse: 'C' would not be initialised when it is now}}
    %f = schedule.fuse %k, %i
    transform.yield
  }
}

// -----

// The inner loop is gone: its handle is empty.
module attributes {transform.with_named_sequence} {
  func.func @nest(%x: memref<16x16xf32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 8 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x : memref<16x16xf32>) do {
        ^bb0(%v: index, %w: index, %m: memref<16x16xf32>):
          %0 = affine.load %m[%v, %w] : memref<16x16xf32>
          %1 = arith.addf %0, %0 : f32
          affine.store %1, %m[%v, %w] : memref<16x16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    %f = schedule.fuse %i, %j
    // expected-error @+1 {{expected a handle to one operation, got 0}}
    schedule.unroll %j
    transform.yield
  }
}

// -----

// (P3) A loop that runs once, and in whose predicate it is: of a reduction loop,
// that would no longer concern the initialisation.
module attributes {transform.with_named_sequence} {
  func.func @k(%a: memref<40xf32>, %o: memref<40xf32>, %n: index) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 1 {
      affine.for %k = 0 to 3 {
      te.block "C" [false, true] affine_map<(d0, d1)[s] -> (0, d1)>(%i, %k, %n) if affine_set<(d0, d1)[s] : (d0 + s - 1 >= 0)> captures(%a, %o : memref<40xf32>, memref<40xf32>) init {
      ^bb0(%v0: index, %v1: index, %x: memref<40xf32>, %y: memref<40xf32>):
        %z = arith.constant 0.0 : f32
        // expected-note @+2 {{'C' initialises first, here}}
        // expected-note @+1 {{'C' initialises the same element later, here}}
        affine.store %z, %y[%v0] : memref<40xf32>
        te.yield
      } do {
      ^bb0(%v0: index, %v1: index, %x: memref<40xf32>, %y: memref<40xf32>):
        %0 = affine.load %x[%v0 + %v1] : memref<40xf32>
        %1 = affine.load %y[%v0] : memref<40xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %y[%v0] : memref<40xf32>
        te.yield
      }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %b
    // expected-error @+1 {{cannot fuse: no proof that there is no write-after-write dependence of block 'C' on block 'C'}}
    %f = schedule.fuse %i, %k
    transform.yield
  }
}

// -----

// (P3) A predicate that holds in no iteration: it is a sum of nothing, 0.
module attributes {transform.with_named_sequence} {
  func.func @k(%a: memref<10x6xf32>, %b: memref<10xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 10 {
      // expected-note @+1 {{it is initialised even where this reduces over nothing}}
      affine.for %k = 0 to 6 {
        // expected-note @+1 {{this block}}
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) if affine_set<(i, k) : (k - 7 >= 0)> captures(%a, %b : memref<10x6xf32>, memref<10xf32>) init {
        ^bb0(%v0: index, %v1: index, %x: memref<10x6xf32>, %y: memref<10xf32>):
          %z = arith.constant 0.0 : f32
          affine.store %z, %y[%v0] : memref<10xf32>
          te.yield
        } do {
        ^bb0(%v0: index, %v1: index, %x: memref<10x6xf32>, %y: memref<10xf32>):
          %0 = affine.load %x[%v0, %v1] : memref<10x6xf32>
          %1 = affine.load %y[%v0] : memref<10xf32>
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %y[%v0] : memref<10xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    // expected-error @+1 {{cannot fuse: 'C' would not be initialised when it is now}}
    %f = schedule.fuse %i, %k
    transform.yield
  }
}
