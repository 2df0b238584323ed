// RUN: %cases %s | tvm-opt --transform-interpreter --split-input-file --verify-diagnostics

// Nothing is proven about what is not understood.

// PAYLOAD
func.func @kernel(%a: memref<8xf32>, %b: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<8xf32>, memref<8xf32>) do {
    ^bb0(%v: index, %s: memref<8xf32>, %d: memref<8xf32>):
      te.hardware_intrin "add"(r %s : memref<8xf32>, rw %d : memref<8xf32>)
      te.yield
    }
  }
  return
}
// STEPS
%c = schedule.get_block "C" in %root

// CASE: A body that calls.
// BEFORE: `func.func @kernel`
//| func.func private @f(memref<8xf32>)
// LINES: `te.hardware_intrin`
//| func.call @f(%d) : (memref<8xf32>) -> ()
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `func.call` {{this operation}}
%i = schedule.get_loops of %c
// expected-error @below {{cannot parallelize: no proof where an operation's accesses are unknown}}
schedule.parallel %i

// CASE: A body that loads and stores vectors.
// EDIT: `to 8 {` -> `to 7 {`
// LINES: `te.hardware_intrin`
//| %0 = affine.load %s[%v] : memref<8xf32>
//| %1 = vector.broadcast %0 : f32 to vector<2xf32>
//| vector.store %1, %d[%v] : memref<8xf32>, vector<2xf32>
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `vector.store` {{this operation}}
%i = schedule.get_loops of %c
// expected-error @below {{cannot parallelize: no proof where an operation's accesses are unknown}}
schedule.parallel %i

// CASE: A hardware instruction whose regions are not declared.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `te.hardware_intrin` {{this operation}}
%i = schedule.get_loops of %c
// expected-error @below {{cannot parallelize: no proof where an operation's accesses are unknown}}
schedule.parallel %i

// CASE: Two names of one global.
// LINES: `func.func @kernel`
//| memref.global "private" @g : memref<9xf32> = uninitialized
//| func.func @kernel() {
//|   %a = memref.get_global @g : memref<9xf32>
//|   %b = memref.get_global @g : memref<9xf32>
// LINES: `te.block "C"` to `te.hardware_intrin`
//| te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<9xf32>, memref<9xf32>) do {
//| ^bb0(%v: index, %s: memref<9xf32>, %d: memref<9xf32>):
//|   %0 = affine.load %s[%v] : memref<9xf32>
//|   affine.store %0, %d[%v + 1] : memref<9xf32>
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `affine.store %0` {{this operation}}
%i = schedule.get_loops of %c
// expected-error @below {{cannot parallelize: no proof where an operation's accesses are unknown}}
schedule.parallel %i

// CASE: A buffer that goes from iteration to iteration.
// LINES: `affine.for %i` to `te.block`
//| %r = affine.for %t = 0 to 2 iter_args(%m = %a) -> (memref<8xf32>) {
//|   affine.for %i = 0 to 7 {
//|     te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%m, %a : memref<8xf32>, memref<8xf32>) do {
// LINES: `te.hardware_intrin`
//| %0 = affine.load %s[%v] : memref<8xf32>
//| affine.store %0, %d[%v + 1] : memref<8xf32>
// BEFORE: `return`
//|   affine.yield %m : memref<8xf32>
//| }
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `%0 = affine.load %s` {{this operation}}
%t, %i = schedule.get_loops of %c
// expected-error @below {{cannot parallelize: no proof where an operation's accesses are unknown}}
schedule.parallel %i

// PAYLOAD
func.func @kernel(%x: memref<8xf32>, %y: memref<8xf32>) {
  %w = memref.alloc() : memref<8xf32>
  %z = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    te.block "P" [false] affine_map<(i) -> (i)>(%i) captures(%w, %z : memref<8xf32>, memref<8xf32>) do {
    ^bb0(%v: index, %s: memref<8xf32>, %d: memref<8xf32>):
      %0 = affine.load %s[%v] : memref<8xf32>
      affine.store %0, %d[%v] : memref<8xf32>
      te.yield
    }
  }
  memref.dealloc %w : memref<8xf32>
  affine.for %i = 0 to 8 {
    te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%z, %y : memref<8xf32>, memref<8xf32>) do {
    ^bb0(%v: index, %s: memref<8xf32>, %d: memref<8xf32>):
      %0 = affine.load %s[%v] : memref<8xf32>
      affine.store %0, %d[%v] : memref<8xf32>
      te.yield
    }
  }
  return
}
// STEPS
%p = schedule.get_block "P" in %root
%c = schedule.get_block "C" in %root
%i = schedule.get_loops of %c

// CASE: A producer under a condition.
// EDIT: `%w, %z` -> `%x, %z`
// LINES: `func.func @kernel` to `%z = memref.alloc`
//| func.func @kernel(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>, %c: i1) {
//|   scf.if %c {
// LINES: `memref.dealloc`
//| }
// expected-note at `scf.if %c` {{this operation}}
// expected-note at `te.block "P"` {{in the kernel, here}}
// expected-error @below {{cannot compute 'P' at a loop: no proof where an operation's accesses are unknown}}
%a = schedule.compute_at %p, %i

// CASE: Memory that is given back in between.
// expected-note at `te.block "P"` {{in the kernel, here}}
// expected-note at `memref.dealloc` {{this operation}}
// expected-error @below {{cannot compute 'P' at a loop: no proof where an operation's accesses are unknown}}
%a = schedule.compute_at %p, %i

// PAYLOAD
func.func @kernel(%x: memref<8x4xf32>, %y: memref<8xf32>, %p: i1) {
  scf.if %p {
    affine.for %i = 0 to 8 {
      affine.for %k = 0 to 4 {
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%x, %y : memref<8x4xf32>, memref<8xf32>) init {
        ^bb0(%v: index, %w: index, %s: memref<8x4xf32>, %d: memref<8xf32>):
          %0 = arith.constant 0.0 : f32
          affine.store %0, %d[%v] : memref<8xf32>
          te.yield
        } do {
        ^bb0(%v: index, %w: index, %s: memref<8x4xf32>, %d: memref<8xf32>):
          %0 = affine.load %s[%v, %w] : memref<8x4xf32>
          %1 = affine.load %d[%v] : memref<8xf32>
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %d[%v] : memref<8xf32>
          te.yield
        }
      }
    }
  }
  return
}

// CASE: A reduction under a condition.
// expected-note at `scf.if %p` {{this is none}}
// expected-note at `te.block "C"` {{in the kernel, here}}
%c = schedule.get_block "C" in %root
%i, %k = schedule.get_loops of %c
// expected-error @below {{cannot factor the reduction of 'C': expected nothing but loops around it}}
%r = schedule.rfactor %c, %k
