// RUN: %cases %s | tvm-opt --transform-interpreter --split-input-file -verify-diagnostics

// PAYLOAD
func.func @kernel(%a: memref<16xf32>, %b: memref<16xf32>) {
  affine.for %i = 0 to 8 {
    te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<16xf32>, memref<16xf32>) do {
    ^bb0(%v: index, %x: memref<16xf32>, %y: memref<16xf32>):
      %0 = affine.load %y[%v - 1] : memref<16xf32>
      affine.store %0, %x[%v] : memref<16xf32>
      te.yield
    }
    te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<16xf32>, memref<16xf32>) do {
    ^bb0(%v: index, %x: memref<16xf32>, %y: memref<16xf32>):
      %0 = affine.load %x[%v] : memref<16xf32>
      affine.store %0, %y[%v] : memref<16xf32>
      te.yield
    }
  }
  return
}
// STEPS
%c = schedule.get_block "C" in %root
%i = schedule.get_loops of %c

// CASE: (P3) an earlier part reads what a later one wrote in the iteration before.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `%0 = affine.load %y` {{'A' reads the same element later, here}}
// expected-note at `affine.store %0, %y` {{'C' writes first, here}}
// expected-error @below {{cannot distribute: it breaks a read-after-write dependence of block 'A' on block 'C'}}
%x, %y = schedule.loop_distribute %i

// CASE: (P2) a value goes from loop to loop.
// LINES: `func.func @kernel`
//| func.func @kernel(%x: memref<8xf32>) {
//|   %zero = arith.constant 0.0 : f32
// LINES: `te.block "A"` to `te.yield`
//| %r = affine.for %k = 0 to 4 iter_args(%sum = %zero) -> (f32) {
//|   %q = arith.addf %sum, %sum : f32
//|   affine.yield %q : f32
// LINES: `te.block "C"` to `affine.store`
//| te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%x, %r : memref<8xf32>, f32) do {
//| ^bb0(%v: index, %s: memref<8xf32>, %value: f32):
//|   affine.store %value, %s[%v] : memref<8xf32>
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `%r = affine.for %k` {{this one's are}}
// expected-error @below {{cannot distribute: expected no loop in its body whose results are used}}
%a, %b = schedule.loop_distribute %i

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
// STEPS
%c = schedule.get_block "C" in %root
%i = schedule.get_loops of %c

// CASE: (P1) a marked loop.
// LINES: `}`#2
//| } {te.kind = "unrolled"}
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot distribute: expected a serial loop, got one that is unrolled}}
%x = schedule.loop_distribute %i

// CASE: (P2) another number of parts.
// expected-note at `affine.for %i` {{the loop}}
// expected-error @below {{expected 2 parts in the body, got 1}}
%x, %y = schedule.loop_distribute %i

// CASE: (P2) something that is neither a loop nor a block.
// BEFORE: `te.block "C"`
//| %z = arith.constant 0.0 : f32
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `%z = arith.constant 0.0` {{this is neither}}
// expected-error @below {{cannot distribute: expected a body of loops and blocks only}}
%x, %y = schedule.loop_distribute %i

// CASE: Accesses that are unknown.
// BEFORE: `func.func @kernel`
//| func.func private @f()
// BEFORE: `te.block "C"`
//| affine.for %q = 0 to 1 {
//|   func.call @f() : () -> ()
//| }
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `func.call` {{this operation}}
// expected-error @below {{cannot distribute: no proof where an operation's accesses are unknown}}
%x, %y = schedule.loop_distribute %i
