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

// CASE: (P3) a diagonal dependence.
// EDIT: `, %m[%v` -> `, %m[%v + 1`
// EDIT: `%v, %w` -> `%v, %w + 1`
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `%0 = affine.load %m` {{'C' reads the same element later, here}}
// expected-note at `affine.store %1` {{'C' writes first, here}}
// expected-error @below {{cannot reorder: it breaks a read-after-write dependence of block 'C' on block 'C'}}
schedule.reorder %j, %i

// CASE: (P3) a subscript that data decides.
// EDIT: `affine.load` -> `memref.load`
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `%0 = memref.load %m` {{'C' reads first, here}}
// expected-note at `affine.store %1` {{'C' writes the same element later, here}}
// expected-error @below {{cannot reorder: no proof that there is no write-after-read dependence of block 'C' on block 'C'}}
schedule.reorder %j, %i

// CASE: (P2) a bound that depends on the other loop.
// EDIT: `%j = 0 to 8` -> `%j = 0 to affine_map<(i) -> (i + 1)>(%i)`
// expected-note at `affine.for %i` {{the bound depends on this one}}
// expected-note at `affine.for %j` {{in the kernel, here}}
// expected-error @below {{cannot reorder: expected bounds that do not depend on the loops}}
schedule.reorder %j, %i

// CASE: (P4) a vectorized loop would not be innermost.
// expected-note at `affine.for %j` {{in the kernel, here}}
schedule.vectorize %j
// expected-error @below {{cannot reorder: expected a vectorized loop to stay innermost}}
schedule.reorder %j, %i

// CASE: (P4) iterations of a parallel loop would meet those of the other loop.
// EDIT: `, %m[%v, %w` -> `, %m[%v - %w + 8, 0`
// EDIT: `%v, %w` -> `%v - %w + 8, 8`
// expected-note at `affine.for %j` {{in the kernel, here}}
// expected-note at `affine.store %1` {{'C' writes first, here}}
// expected-note at `affine.store %1` {{'C' writes the same element later, here}}
schedule.parallel %j
// expected-error @below {{cannot reorder a parallel loop: it breaks a write-after-write dependence of block 'C' on block 'C'}}
schedule.reorder %j, %i

// PAYLOAD
func.func @kernel(%a: memref<8xf32>, %c: memref<4xf32>) {
  affine.for %k = 0 to 8 {
    affine.for %t = 0 to 2 {
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
// STEPS
%c = schedule.get_block "C" in %root

// CASE: (P3) a reduction that is initialised again in every iteration of a loop.
// EDIT: `%y[0] :` -> `%y[%v] :`
// EDIT: `%w: index` -> `%v: index, %w: index`
// BEFORE: `affine.for %k`
//| affine.for %t = 0 to 2 {
//|   affine.for %i = 0 to 4 {
// LINES: `affine.for %t`#2 to `te.block`
//| te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %c : memref<8xf32>, memref<4xf32>) init {
// BEFORE: `return`
//| }
// expected-note at `affine.for %t` {{in the kernel, here}}
// expected-note at `affine.store %zero` {{'C' initialises the same element later, here}}
// expected-note at `affine.store %2` {{'C' writes first, here}}
%t, %i, %k = schedule.get_loops of %c
// expected-error @below {{cannot reorder: it breaks a write-after-write dependence of block 'C' on block 'C'}}
schedule.reorder %i, %k, %t

// CASE: (P3) Around the reduction, the loop initialises it once, inside once more in
// each of its iterations.
// expected-note at `affine.for %k` {{in the kernel, here}}
// expected-note at `affine.store %zero` {{'C' initialises first, here}}
// expected-note at `affine.store %2` {{'C' writes the same element later, here}}
%k, %t = schedule.get_loops of %c
// expected-error @below {{cannot reorder: it breaks a write-after-write dependence of block 'C' on block 'C'}}
schedule.reorder %t, %k

// PAYLOAD
func.func @kernel(%a: memref<16x8xf32>, %b: memref<8x12xf32>, %c: memref<16x12xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 12 {
      affine.for %k = 0 to 8 {
        te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k)
            captures(%a, %b, %c : memref<16x8xf32>, memref<8x12xf32>, memref<16x12xf32>) init {
        ^bb0(%vi: index, %vj: index, %vk: index, %x: memref<16x8xf32>, %y: memref<8x12xf32>, %z: memref<16x12xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %z[%vi, %vj] : memref<16x12xf32>
          te.yield
        } do {
        ^bb0(%vi: index, %vj: index, %vk: index, %x: memref<16x8xf32>, %y: memref<8x12xf32>, %z: memref<16x12xf32>):
          %0 = affine.load %x[%vi, %vk] : memref<16x8xf32>
          %1 = affine.load %y[%vk, %vj] : memref<8x12xf32>
          %2 = arith.mulf %0, %1 : f32
          %3 = affine.load %z[%vi, %vj] : memref<16x12xf32>
          %4 = arith.addf %3, %2 : f32
          affine.store %4, %z[%vi, %vj] : memref<16x12xf32>
          te.yield
        }
      }
    }
  }
  return
}
// STEPS
%c = schedule.get_block "C" in %root
%i, %j, %k = schedule.get_loops of %c

// CASE: (P1) a loop in between is left out.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `affine.for %k` {{the other loop}}
// expected-error @below {{cannot reorder: expected a loop that holds nothing but the other one}}
schedule.reorder %k, %i

// CASE: (P1) a loop twice.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot reorder: expected distinct loops}}
schedule.reorder %i, %i

// PAYLOAD
func.func @kernel(%a: memref<5xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %k = 0 to 1 {
      te.block "A" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a : memref<5xf32>) init {
      ^bb0(%v: index, %r: index, %x: memref<5xf32>):
        %zero = arith.constant 0.0 : f32
        affine.store %zero, %x[%v] : memref<5xf32>
        te.yield
      } do {
      ^bb0(%v: index, %r: index, %x: memref<5xf32>):
        %0 = affine.load %x[%v + 1] : memref<5xf32>
        %1 = affine.load %x[%v] : memref<5xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %x[%v] : memref<5xf32>
        te.yield
      }
    }
  }
  return
}

// CASE: (P3) A reduction loop of one iteration turns no dependence around, but around
// the spatial loop it initialises the next element before it is read.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `affine.store %zero` {{'A' initialises the same element later, here}}
// expected-note at `%0 = affine.load %x` {{'A' reads first, here}}
%a = schedule.get_block "A" in %root
%i, %k = schedule.get_loops of %a
// expected-error @below {{cannot reorder: it breaks a write-after-read dependence of block 'A' on block 'A'}}
schedule.reorder %k, %i

// PAYLOAD
func.func @kernel(%x: memref<8x8xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %i = 0 to 8 iter_args(%s = %zero) -> f32 {
    %inner = affine.for %j = 0 to 8 iter_args(%t = %s) -> f32 {
      %0 = affine.load %x[%i, %j] : memref<8x8xf32>
      %1 = arith.addf %t, %0 : f32
      te.block "C" [] affine_map<() -> ()>() captures() do {
        te.yield
      }
      affine.yield %1 : f32
    }
    affine.yield %inner : f32
  }
  return %sum : f32
}

// CASE: (P1) loops that carry a value.
// expected-note at `%sum = affine.for %i` {{in the kernel, here}}
%c = schedule.get_block "C" in %root
%i, %j = schedule.get_loops of %c
// expected-error @below {{cannot reorder: expected a loop that carries no values}}
schedule.reorder %j, %i

// PAYLOAD
func.func @kernel(%a: memref<40xf32>, %o: memref<40xf32>, %n: index) {
  affine.for %i = 0 to 3 {
    affine.for %k = 0 to 2 {
      te.block "C" [false, true] affine_map<(d0, d1) -> (0, d1)>(%i, %k) if affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)> captures(%a, %o : memref<40xf32>, memref<40xf32>) init {
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

// CASE: (P3) Each iteration of %i starts again, and the last one stays: another one
// afterwards.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `affine.store %z` {{'C' initialises the same element later, here}}
// expected-note at `affine.store %2` {{'C' writes first, here}}
%b = schedule.get_block "C" in %root
%i, %k = schedule.get_loops of %b
%o, %l = schedule.split %i by [0, 2]
// expected-error @below {{cannot reorder: it breaks a write-after-write dependence of block 'C' on block 'C'}}
schedule.reorder %l, %o
