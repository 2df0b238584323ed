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
// STEPS
%c = schedule.get_block "C" in %root
%i = schedule.get_loops of %c

// CASE: (P1) a loop with a kind.
// LINES: `}`#2
//| } {te.kind = "parallel"}
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot split: expected a serial loop, got one that is parallel}}
%o, %l = schedule.split %i by [0, 4]

// CASE: (P1) a loop that does not start at 0.
// EDIT: `= 0 to` -> `= 1 to`
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot split: expected a loop from 0 in steps of 1 to one bound, that carries no values}}
%o, %l = schedule.split %i by [0, 4]

// CASE: A negative factor.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{expected positive factors to split by, at most one of them 0, got [0, -1]}}
%o, %l = schedule.split %i by [0, -1]

// CASE: Two inferred factors.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{expected positive factors to split by, at most one of them 0, got [0, 0]}}
%o, %l = schedule.split %i by [0, 0]

// CASE: (P2) a product that is too small.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{expected a product of at least the trip count 10, got 9}}
%o, %l = schedule.split %i by [3, 3]

// CASE: A product beyond 64 bits.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{expected factors whose product fits 64 bits, got [0, 4294967296, 4294967296]}}
%o, %m, %l = schedule.split %i by [0, 4294967296, 4294967296]

// CASE: (P3) a store that no predicate can guard.
// BEFORE: `affine.for %i`
//| %z = arith.constant 0.0 : f32
// BEFORE: `te.block "C"`
//| memref.store %z, %b[%i] : memref<10xf32>
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `memref.store` {{this is none}}
// expected-error @below {{cannot split by factors that do not divide the trip count: a predicate guards blocks only}}
%o, %l = schedule.split %i by [0, 4]

// CASE: A number per factor.
%n = transform.param.constant 4 : i64 -> !transform.param<i64>
%two = transform.merge_handles %n, %n : !transform.param<i64>
// expected-error @below {{expected one number per factor, got 2}}
%o, %l = schedule.split %i by [0, %two]

// CASE: A block is no loop.
// expected-note at `te.block "C"` {{this operation}}
// expected-error @below {{expected a handle to 'affine.for', got 'te.block'}}
%o, %l = schedule.split %c by [0, 4]

// CASE: (P5) Iterations that do nothing, without end.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{expected factors that add at most 2147483648 iterations, got [0, 9223372036854775807]}}
%o, %l = schedule.split %i by [0, 9223372036854775807]

// CASE: (P5) One more than there may be.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{expected factors that add at most 2147483648 iterations, got [2147483659]}}
%l = schedule.split %i by [2147483659]

// CASE: (P5) A product that fits 64 bits, but not twice.
// EDIT: `to 10 {` -> `to 4611686018427387905 {`
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{expected factors that add at most 2147483648 iterations, got [0, 4611686018427387904]}}
%o, %l = schedule.split %i by [0, 4611686018427387904]

// PAYLOAD
func.func @kernel(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<?xf32>, memref<?xf32>) do {
    ^bb0(%v: index, %x: memref<?xf32>, %y: memref<?xf32>):
      %0 = affine.load %x[%v] : memref<?xf32>
      affine.store %0, %y[%v] : memref<?xf32>
      te.yield
    }
  }
  return
}
// STEPS
%c = schedule.get_block "C" in %root
%i = schedule.get_loops of %c

// CASE: (P2) no inferred factor, and an unknown trip count.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{expected a product of at least the trip count (unknown), got 9}}
%o, %l = schedule.split %i by [3, 3]

// CASE: (P2) an inferred factor that is not the first, and an unknown trip count.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{expected the inferred factor to be the first, as the trip count is unknown}}
%o, %l = schedule.split %i by [3, 0]

// CASE: (P5) Of an unknown trip count.
// EDIT: `memref<?xf32>` -> `memref<10xf32>`
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{expected factors that add at most 2147483648 iterations, got [0, 2147483650]}}
%o, %l = schedule.split %i by [0, 2147483650]

// PAYLOAD
func.func @kernel(%a: memref<40xf32>, %o: memref<40xf32>, %n: index) {
  affine.for %i = 0 to 4 {
    affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
      te.block "C" [false, true] affine_map<(d0, d1) -> (d0, d1)>(%i, %k) captures(%a, %o : memref<40xf32>, memref<40xf32>) init {
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

// CASE: (P4) A triangle: row 0 sums up nothing, and is 0. A predicate `k < i` would
// leave its initialisation out.
// expected-note at `affine.for %i` {{it depends on this one}}
// expected-note at `affine.for %k` {{in the kernel, here}}
%b = schedule.get_block "C" in %root
%i, %k = schedule.get_loops of %b
// expected-error @below {{cannot split by factors that do not divide the trip count: expected a bound of the reduction of 'C' that does not depend on a loop}}
%o, %l = schedule.split %k by [0, 2]
