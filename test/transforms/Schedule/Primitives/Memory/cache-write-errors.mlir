// RUN: %cases %s | tvm-opt --transform-interpreter --split-input-file -verify-diagnostics

// PAYLOAD
func.func @kernel(%a: memref<8xf32>, %c: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %k = 0 to 8 {
      te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) if affine_set<(i, k) : (k - i >= 0)>
          captures(%a, %c : memref<8xf32>, memref<4xf32>) init {
      ^bb0(%v: index, %w: index, %x: memref<8xf32>, %y: memref<4xf32>):
        %zero = arith.constant 0.0 : f32
        affine.store %zero, %y[%v] : memref<4xf32>
        te.yield
      } do {
      ^bb0(%v: index, %w: index, %x: memref<8xf32>, %y: memref<4xf32>):
        %0 = affine.load %x[%w] : memref<8xf32>
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

// CASE: (P1) not at the spatial axes.
// LINES: `func.func @kernel` to `affine.store %2`
//| func.func @kernel(%x: memref<16x16xf32>) {
//|   affine.for %i = 0 to 8 {
//|     affine.for %j = 0 to 8 {
//|       te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x : memref<16x16xf32>) do {
//|       ^bb0(%v: index, %w: index, %m: memref<16x16xf32>):
//|         %0 = affine.load %m[%v, %w] : memref<16x16xf32>
//|         %1 = arith.addf %0, %0 : f32
//|         affine.store %1, %m[%w, %v] : memref<16x16xf32>
// expected-note at `te.block "C"` {{in the kernel, here}}
%i, %j = schedule.get_loops of %c
// expected-error @below {{cannot cache what 'C' writes: expected a block that writes buffers, at its spatial axes, and does not read them}}
%w = schedule.cache_write %c

// CASE: (P3) a predicate that ties a reduction axis to a spatial one.
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-error @below {{cannot cache its result: the predicate of 'C' ties reduction axes to others}}
%w = schedule.cache_write %c

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

// CASE: (P1) a reduction without an initialisation.
// expected-note at `te.block "C"` {{in the kernel, here}}
%c = schedule.get_block "C" in %root
%i, %j, %k = schedule.get_loops of %c
%n = schedule.decompose_reduction %c, %k
// expected-error @below {{cannot cache what 'C' writes: expected a block that writes buffers}}
%w = schedule.cache_write %c

// PAYLOAD
func.func @kernel(%a: memref<16xf32>, %b: memref<17xf32>) {
  affine.for %i = 0 to 8 {
    te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<16xf32>, memref<17xf32>) do {
    ^bb0(%v: index, %x: memref<16xf32>, %y: memref<17xf32>):
      %0 = affine.load %y[-%v + 8] : memref<17xf32>
      affine.store %0, %x[%v] : memref<16xf32>
      te.yield
    }
    te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<16xf32>, memref<17xf32>) do {
    ^bb0(%v: index, %x: memref<16xf32>, %y: memref<17xf32>):
      %0 = affine.load %x[%v] : memref<16xf32>
      affine.store %0, %y[%v] : memref<17xf32>
      te.yield
    }
  }
  return
}

// CASE: (P2) what it writes is used in the nest, in a later iteration.
// expected-note at `%0 = affine.load %y` {{'A' reads the same element later, here}}
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `affine.store %0, %y` {{'C' writes first, here}}
%c = schedule.get_block "C" in %root
%i = schedule.get_loops of %c
// expected-error @below {{cannot cache what 'C' writes: it breaks a read-after-write dependence of block 'A' on block 'C'}}
%w = schedule.cache_write %c

// CASE: (P1) the second result is read.
// EDIT: `16xf32>, %b: memref<17xf32` -> `8xf32>, %b: memref<8xf32`
// LINES: `te.block "A"` to `affine.store %0, %y`
//| te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<8xf32>, memref<8xf32>) do {
//| ^bb0(%v: index, %x: memref<8xf32>, %y: memref<8xf32>):
//|   %0 = affine.load %y[%v] : memref<8xf32>
//|   affine.store %0, %x[%v] : memref<8xf32>
//|   affine.store %0, %y[%v] : memref<8xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
%a = schedule.get_block "A" in %root
// expected-error @below {{cannot cache what 'A' writes: expected a block that writes buffers, at its spatial axes, and does not read them}}
%w = schedule.cache_write %a

// PAYLOAD
func.func private @use(memref<16xf32>)
func.func @kernel(%a: memref<16xf32>, %b: memref<16xf32>) {
  affine.for %i = 0 to 8 {
    te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<16xf32>, memref<16xf32>) do {
    ^bb0(%v: index, %x: memref<16xf32>, %y: memref<16xf32>):
      %0 = affine.load %x[%v] : memref<16xf32>
      affine.store %0, %y[%v] : memref<16xf32>
      te.yield
    }
    func.call @use(%b) : (memref<16xf32>) -> ()
  }
  return
}
// STEPS
%c = schedule.get_block "C" in %root

// CASE: (P2) another block writes the same element afterwards.
// LINES: `func.func private`
// LINES: `func.call`
//| te.block "D" [false] affine_map<(i) -> (i)>(%i) captures(%b : memref<16xf32>) do {
//| ^bb0(%v: index, %y: memref<16xf32>):
//|   %0 = arith.constant 1.0 : f32
//|   affine.store %0, %y[%v] : memref<16xf32>
//|   te.yield
//| }
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `affine.store %0`#1 {{'C' writes first, here}}
// expected-note at `affine.store %0`#2 {{'D' writes the same element later, here}}
// expected-error @below {{cannot cache what 'C' writes: it breaks a write-after-write dependence of block 'D' on block 'C'}}
%w = schedule.cache_write %c

// CASE: (P2) accesses that are unknown.
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `func.call` {{this operation}}
// expected-error @below {{cannot cache what 'C' writes: no proof where an operation's accesses are unknown}}
%w = schedule.cache_write %c
