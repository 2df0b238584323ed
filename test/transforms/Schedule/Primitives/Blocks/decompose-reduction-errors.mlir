// RUN: %cases %s | tvm-opt --transform-interpreter --split-input-file -verify-diagnostics

// PAYLOAD
func.func @kernel(%a: memref<10xf32>, %b: memref<10xf32>) {
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

// CASE: (P1) no initialisation.
// expected-note at `te.block "C"` {{in the kernel, here}}
%c = schedule.get_block "C" in %root
%i = schedule.get_loops of %c
// expected-error @below {{cannot decompose the reduction of 'C': expected a block with an initialisation}}
%n = schedule.decompose_reduction %c, %i

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

// CASE: (P2) a loop elsewhere.
// BEFORE: `return`
//| affine.for %q = 0 to 2 {
//|   te.block "Q" [] affine_map<() -> ()>() captures() do {
//|     te.yield
//|   }
//| }
// expected-note at `te.block "C"` {{in the kernel, here}}
%q = schedule.get_block "Q" in %root
%l = schedule.get_loops of %q
// expected-error @below {{cannot decompose the reduction of 'C': expected a loop around the block}}
%n = schedule.decompose_reduction %c, %l

// CASE: (P2) a reduction loop further out.
// expected-note at `affine.for %k` {{such a loop}}
// expected-note at `te.block "C"` {{in the kernel, here}}
%i, %j, %k = schedule.get_loops of %c
schedule.reorder %k, %i, %j
// expected-error @below {{cannot decompose the reduction of 'C': expected the loop not to be inside of one that a reduction axis is bound to}}
%n = schedule.decompose_reduction %c, %j

// CASE: (P4) a predicate that ties a reduction axis to a spatial one.
// EDIT: `%j, %k)` -> `%j, %k) if affine_set<(i, j, k) : (k - i >= 0)>`
// expected-note at `te.block "C"` {{in the kernel, here}}
%i, %j, %k = schedule.get_loops of %c
// expected-error @below {{cannot decompose its reduction: the predicate of 'C' ties reduction axes to others}}
%n = schedule.decompose_reduction %c, %k

// PAYLOAD
func.func @kernel(%a: memref<?xf32>, %c: memref<4xf32>, %n: index) {
  affine.for %k = 0 to %n {
    affine.for %i = 0 to affine_map<(k) -> (k)>(%k) {
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
// STEPS
%c = schedule.get_block "C" in %root

// CASE: (P2) a loop that repeats the reduction.
// EDIT: `?xf32>, %y` -> `8xf32>, %y`
// EDIT: `] : memref<?xf32` -> `] : memref<8xf32`
// LINES: `func.func @kernel` to `te.block`
//| func.func @kernel(%a: memref<8xf32>, %c: memref<4xf32>) {
//|   affine.for %t = 0 to 2 {
//|     affine.for %i = 0 to 4 {
//|       affine.for %k = 0 to 8 {
//|         te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %c : memref<8xf32>, memref<4xf32>) init {
// BEFORE: `return`
//| }
// expected-note at `affine.for %t` {{such a loop}}
// expected-note at `te.block "C"` {{in the kernel, here}}
%t, %i, %k = schedule.get_loops of %c
// expected-error @below {{cannot decompose the reduction of 'C': expected no loop in front of the reduction that initialises an element repeatedly}}
%n = schedule.decompose_reduction %c, %t

// CASE: A bound that depends on the reduction.
// expected-note at `affine.for %i` {{in the kernel, here}}
%k, %i = schedule.get_loops of %c
// expected-error @below {{cannot decompose its reduction: expected a bound that does not depend on the reduction of 'C'}}
%n = schedule.decompose_reduction %c, %k

// CASE: (P2) a loop in which a value of the initialisation is computed.
// EDIT: `?xf32>, %y: memref<4xf32>` -> `4x8xf32>, %y: memref<4xf32>, %m: index`
// EDIT: `%w] : memref<?xf32` -> `%v, %w] : memref<4x8xf32`
// LINES: `func.func @kernel` to `te.block`
//| func.func @kernel(%a: memref<4x8xf32>, %c: memref<4xf32>) {
//|   affine.for %i = 0 to 4 {
//|     %n = affine.apply affine_map<(i) -> (i * 2)>(%i)
//|     affine.for %k = 0 to 8 {
//|       te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %c, %n : memref<4x8xf32>, memref<4xf32>, index) init {
// LINES: `%zero = arith.constant 0.0` to `affine.store`
//| %0 = arith.index_cast %m : index to i32
//| %1 = arith.sitofp %0 : i32 to f32
//| affine.store %1, %y[%v] : memref<4xf32>
// expected-note at `te.block "C"` {{in the kernel, here}}
%i, %k = schedule.get_loops of %c
// expected-error @below {{cannot decompose the reduction of 'C': expected a loop that defines nothing that the initialisation refers to}}
%n = schedule.decompose_reduction %c, %i

// PAYLOAD
func.func @kernel(%a: memref<8x8xf32>, %c: memref<9xf32>) {
  affine.for %i = 0 to 8 {
    te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %c : memref<8x8xf32>, memref<9xf32>) do {
    ^bb0(%v: index, %x: memref<8x8xf32>, %y: memref<9xf32>):
      %0 = affine.load %y[%v + 1] : memref<9xf32>
      affine.store %0, %x[%v, 0] : memref<8x8xf32>
      te.yield
    }
    affine.for %k = 0 to 8 {
      te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %c : memref<8x8xf32>, memref<9xf32>) init {
      ^bb0(%v: index, %w: index, %x: memref<8x8xf32>, %y: memref<9xf32>):
        %zero = arith.constant 0.0 : f32
        affine.store %zero, %y[%v] : memref<9xf32>
        te.yield
      } do {
      ^bb0(%v: index, %w: index, %x: memref<8x8xf32>, %y: memref<9xf32>):
        %0 = affine.load %x[%v, %w] : memref<8x8xf32>
        %1 = affine.load %y[%v] : memref<9xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %y[%v] : memref<9xf32>
        te.yield
      }
    }
  }
  return
}

// CASE: (P3) an earlier iteration reads what was there before.
// expected-note at `%0 = affine.load %y` {{'A' reads first, here}}
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `affine.store %zero` {{'C' initialises the same element later, here}}
%c = schedule.get_block "C" in %root
%i, %k = schedule.get_loops of %c
// expected-error @below {{cannot decompose the reduction of 'C': it breaks a write-after-read dependence of block 'C' on block 'A'}}
%n = schedule.decompose_reduction %c, %i
