// RUN: %cases %s | tvm-opt -split-input-file -verify-diagnostics --schedule-apply

// PAYLOAD
func.func @kernel(%a: memref<8xf32>, %b: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<8xf32>, memref<8xf32>) do {
    ^bb0(%v: index, %x: memref<8xf32>, %y: memref<8xf32>):
      %0 = affine.load %x[%v] : memref<8xf32>
      affine.store %0, %y[%v] : memref<8xf32>
      te.yield
    }
  }
  return
}
// STEPS
%b = schedule.get_block "B" in %root
%i = schedule.get_loops of %b

// CASE: (P1) A loop that is parallel already.
// expected-note at `affine.for %i` {{in the kernel, here}}
schedule.parallel %i
// expected-error @below {{cannot make virtual threads: expected a serial loop, got one that is parallel}}
schedule.virtual_thread %i

// CASE: (P3) Threads that reduce to one element.
// EDIT: `"B" [false` -> `"B" [true`
// LINES: `affine.store %0`
//| %1 = affine.load %y[0] : memref<8xf32>
//| %2 = arith.addf %0, %1 : f32
//| affine.store %2, %y[0] : memref<8xf32>
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `%1 = affine.load %y` {{'B' reads first, here}}
// expected-note at `affine.store %2` {{'B' writes the same element later, here}}
// expected-error @below {{cannot make virtual threads: it breaks a write-after-read dependence of block 'B' on block 'B'}}
schedule.virtual_thread %i

// CASE: (P4) Another number of threads than there are iterations.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot make virtual threads: expected 2 iterations, got 8}}
schedule.virtual_thread %i extent 2

// PAYLOAD
func.func @kernel(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<?xf32>, memref<?xf32>) do {
    ^bb0(%v: index, %x: memref<?xf32>, %y: memref<?xf32>):
      %0 = affine.load %x[%v] : memref<?xf32>
      affine.store %0, %y[%v] : memref<?xf32>
      te.yield
    }
  }
  return
}

// CASE: (P2) An unknown number of threads.
// expected-note at `affine.for %i` {{in the kernel, here}}
%b = schedule.get_block "B" in %root
%i = schedule.get_loops of %b
// expected-error @below {{cannot make virtual threads: expected a constant trip count}}
schedule.virtual_thread %i
