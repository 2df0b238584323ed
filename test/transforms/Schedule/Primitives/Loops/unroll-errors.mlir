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
  } {te.kind = "parallel"}
  return
}

// CASE: (P1) a marked loop.
// expected-note at `affine.for %i` {{in the kernel, here}}
%c = schedule.get_block "C" in %root
%i = schedule.get_loops of %c
// expected-error @below {{cannot unroll: expected a serial loop, got one that is parallel}}
schedule.unroll %i

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

// CASE: (P1) an unknown trip count.
// expected-note at `affine.for %i` {{in the kernel, here}}
%c = schedule.get_block "C" in %root
%i = schedule.get_loops of %c
// expected-error @below {{cannot unroll: expected a constant trip count}}
schedule.unroll %i

// PAYLOAD
func.func @kernel(%x: memref<100000xf32>, %y: memref<100000xf32>) {
  affine.for %i = 0 to 100000 {
    te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%x, %y : memref<100000xf32>, memref<100000xf32>) do {
    ^bb0(%v: index, %s: memref<100000xf32>, %d: memref<100000xf32>):
      %0 = affine.load %s[%v] : memref<100000xf32>
      affine.store %0, %d[%v] : memref<100000xf32>
      te.yield
    }
  }
  return
}
// STEPS
%c = schedule.get_block "C" in %root
%i = schedule.get_loops of %c

// CASE: More copies than anyone wants.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot unroll: expected at most 65536 copies of a body, including repeated loops around and inside}}
schedule.unroll %i

// CASE: (P2) too many steps.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot unroll: expected at most 65536 iterations, got 70000}}
schedule.unroll %i max_step 70000

// PAYLOAD
func.func @kernel(%y: memref<300x300xf32>) {
  affine.for %i = 0 to 300 {
    affine.for %j = 0 to 300 {
      te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%y : memref<300x300xf32>) do {
      ^bb0(%v: index, %w: index, %d: memref<300x300xf32>):
        %0 = arith.constant 1.0 : f32
        affine.store %0, %d[%v, %w] : memref<300x300xf32>
        te.yield
      }
    }
  }
  return
}
// STEPS
%c = schedule.get_block "C" in %root
%i, %j = schedule.get_loops of %c

// CASE: In each other: 90,000 copies.
// expected-note at `affine.for %j` {{in the kernel, here}}
schedule.virtual_thread %i
// expected-error @below {{cannot unroll: expected at most 65536 copies of a body}}
schedule.unroll %j

// CASE: The same the other way round.
// expected-note at `affine.for %i` {{in the kernel, here}}
schedule.unroll %j
// expected-error @below {{cannot make virtual threads: expected at most 65536 copies of a body}}
schedule.virtual_thread %i
