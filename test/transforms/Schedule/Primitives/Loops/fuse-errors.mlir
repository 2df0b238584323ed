// RUN: %cases %s | tvm-opt --transform-interpreter --split-input-file -verify-diagnostics

// PAYLOAD
func.func @kernel(%x: memref<16x16xf32>) {
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
// STEPS
%c = schedule.get_block "C" in %root
%i, %j = schedule.get_loops of %c

// CASE: (P1) a marked loop.
// expected-note at `affine.for %j` {{in the kernel, here}}
schedule.vectorize %j
// expected-error @below {{cannot fuse: expected a serial loop, got one that is vectorized}}
%f = schedule.fuse %i, %j

// CASE: (P1) loops that are not nested.
// expected-note at `affine.for %i` {{the other loop}}
// expected-note at `affine.for %j` {{in the kernel, here}}
// expected-error @below {{cannot fuse: expected a loop that holds nothing but the other one}}
%f = schedule.fuse %j, %i

// CASE: (P2) an inner trip count that is not constant.
// EDIT: `%j = 0 to 8` -> `%j = 0 to %n`
// EDIT: `16x16xf32>) {` -> `16x16xf32>, %n: index) {`
// expected-note at `affine.for %j` {{in the kernel, here}}
// expected-error @below {{cannot fuse: expected an inner loop with a constant, positive trip count}}
%f = schedule.fuse %i, %j

// CASE: The inner loop is gone: its handle is empty.
%f = schedule.fuse %i, %j
// expected-error @below {{expected a handle to one operation, got 0}}
schedule.unroll %j

// PAYLOAD
func.func @kernel(%a: memref<8xf32>, %c: memref<4xf32>) {
  affine.for %t = 0 to 2 {
    affine.for %k = 0 to 8 {
      te.block "C" [true] affine_map<(k) -> (k)>(%k) captures(%a, %c : memref<8xf32>, memref<4xf32>) init {
      ^bb0(%w: index, %x: memref<8xf32>, %y: memref<4xf32>):
        %zero = arith.constant 0.0 : f32
        affine.store %zero, %y[0] : memref<4xf32>
        te.yield
      } do {
      ^bb0(%w: index, %x: memref<8xf32>, %y: memref<4xf32>):
        %0 = affine.load %x[%w] : memref<8xf32>
        %1 = affine.load %y[0] : memref<4xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %y[0] : memref<4xf32>
        te.yield
      }
    }
  }
  return
}

// CASE: (P3) a loop that repeats a reduction: it would be initialised once.
// expected-note at `affine.for %t` {{in the kernel, here}}
// expected-note at `affine.store %zero` {{'C' initialises the same element later, here}}
// expected-note at `affine.store %2` {{'C' writes first, here}}
%c = schedule.get_block "C" in %root
%t, %k = schedule.get_loops of %c
// expected-error @below {{cannot fuse: it breaks a write-after-write dependence of block 'C' on block 'C'}}
%f = schedule.fuse %t, %k

// PAYLOAD
func.func @kernel(%a: memref<4x8xf32>, %c: memref<5xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %k = 0 to 8 {
      te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %c : memref<4x8xf32>, memref<5xf32>) init {
      ^bb0(%v: index, %w: index, %x: memref<4x8xf32>, %y: memref<5xf32>):
        %zero = arith.constant 0.0 : f32
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
        %0 = affine.load %y[%v + 1] : memref<5xf32>
        affine.store %0, %x[%v, %w] : memref<4x8xf32>
        te.yield
      }
    }
  }
  return
}

// CASE: (P3) another block uses an element before the reduction is initialised.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `affine.store %zero` {{'C' initialises the same element later, here}}
// expected-note at `%0 = affine.load %y` {{'A' reads first, here}}
%c = schedule.get_block "C" in %root
%i, %k = schedule.get_loops of %c
// expected-error @below {{cannot fuse: it breaks a write-after-read dependence of block 'C' on block 'A'}}
%f = schedule.fuse %i, %k

// PAYLOAD
func.func @kernel(%a: memref<?xf32>, %c: memref<4xf32>, %n: index) {
  affine.for %k = 0 to %n {
    affine.for %i = 0 to 4 {
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

// CASE: (P3) a reduction over what may be empty: it would not be initialised.
// expected-note at `affine.for %k` {{in the kernel, here}}
// expected-note at `affine.for %k` {{it is initialised even where this reduces over nothing}}
// expected-note at `te.block "C"` {{this block}}
%c = schedule.get_block "C" in %root
%k, %i = schedule.get_loops of %c
// expected-error @below {{cannot fuse: 'C' would not be initialised when it is now}}
%f = schedule.fuse %k, %i

// PAYLOAD
func.func @kernel(%a: memref<40xf32>, %o: memref<40xf32>, %n: index) {
  affine.for %i = 0 to 1 {
    affine.for %k = 0 to 3 {
      te.block "C" [false, true] affine_map<(d0, d1)[s] -> (0, d1)>(%i, %k, %n) if affine_set<(d0, d1)[s] : (d0 + s - 1 >= 0)> captures(%a, %o : memref<40xf32>, memref<40xf32>) init {
      ^bb0(%v0: index, %v1: index, %x: memref<40xf32>, %y: memref<40xf32>):
        %z = arith.constant 0.0 : f32
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

// CASE: (P3) A loop that runs once, and in whose predicate it is: of a reduction loop,
// that would no longer concern the initialisation.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `affine.store %z` {{'C' initialises first, here}}
// expected-note at `affine.store %z` {{'C' initialises the same element later, here}}
%b = schedule.get_block "C" in %root
%i, %k = schedule.get_loops of %b
// expected-error @below {{cannot fuse: no proof that there is no write-after-write dependence of block 'C' on block 'C'}}
%f = schedule.fuse %i, %k

// PAYLOAD
func.func @kernel(%a: memref<10x6xf32>, %b: memref<10xf32>) {
  affine.for %i = 0 to 10 {
    affine.for %k = 0 to 6 {
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

// CASE: (P3) A predicate that holds in no iteration: it is a sum of nothing, 0.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `affine.for %k` {{it is initialised even where this reduces over nothing}}
// expected-note at `te.block "C"` {{this block}}
%c = schedule.get_block "C" in %root
%i, %k = schedule.get_loops of %c
// expected-error @below {{cannot fuse: 'C' would not be initialised when it is now}}
%f = schedule.fuse %i, %k
