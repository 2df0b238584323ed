// RUN: %cases %s | tvm-opt -split-input-file -verify-diagnostics --schedule-apply

// PAYLOAD
func.func @kernel(%a: memref<8x4xf32>, %b: memref<8x4xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x4xf32>, memref<8x4xf32>) do {
      ^bb0(%v: index, %w: index, %x: memref<8x4xf32>, %y: memref<8x4xf32>):
        %0 = affine.load %x[%v, %w] : memref<8x4xf32>
        %1 = arith.negf %0 : f32
        affine.store %1, %y[%v, %w] : memref<8x4xf32>
        te.yield
      }
    }
  }
  return
}
// STEPS
%b = schedule.get_block "B" in %root
%i, %j = schedule.get_loops of %b

// CASE: (P1) A loop that is parallel.
// expected-note at `affine.for %i` {{in the kernel, here}}
schedule.parallel %i
// expected-error @below {{cannot pipeline the loop: expected a serial loop, got one that is parallel}}
schedule.software_pipeline %i stages [0] order [0]

// CASE: (P1) An unknown trip count.
// EDIT: `to 8 {` -> `to %n {`
// EDIT: `8x4xf32>) {` -> `8x4xf32>, %n: index) {`
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot pipeline the loop: expected a constant trip count}}
schedule.software_pipeline %i stages [0] order [0]

// CASE: (P1) Fewer iterations than are under way at the same time.
// expected-note at `affine.for %i` {{in the kernel, here}}
%copy = schedule.cache_read %b, 0 at %i
// expected-error @below {{cannot pipeline the loop: expected more than 8 iterations, got 8}}
schedule.software_pipeline %i stages [0, 8] order [0, 1]

// CASE: (P2) A stage too many.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot pipeline the loop: expected 2 loops and blocks in its body, got 1}}
schedule.software_pipeline %i stages [0, 1] order [0, 1]

// CASE: (P2) Something else in the body.
// BEFORE: `affine.for %j`
//| %t = memref.alloc() : memref<4xf32>
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `%t = memref.alloc() :` {{here}}
// expected-error @below {{cannot pipeline the loop: expected a body of loops, blocks, their buffers and indices}}
schedule.software_pipeline %i stages [0] order [0]

// CASE: (P4) What is read is copied too late.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `te.block "B"` {{'B_read' writes first, here}}
// expected-note at `%0 = affine.load %x` {{'B' reads the same element later, here}}
%copy = schedule.cache_read %b, 0 at %i
// expected-error @below {{cannot pipeline the loop: it breaks a read-after-write dependence of block 'B' on block 'B_read'}}
schedule.software_pipeline %i stages [1, 0] order [0, 1]

// CASE: (P4) In one stage, but in the wrong order.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `te.block "B"` {{'B_read' writes first, here}}
// expected-note at `%0 = affine.load %x` {{'B' reads the same element later, here}}
%copy = schedule.cache_read %b, 0 at %i
// expected-error @below {{cannot pipeline the loop: it breaks a read-after-write dependence of block 'B' on block 'B_read'}}
schedule.software_pipeline %i stages [0, 0] order [1, 0]

// CASE: (P5) Two versions are too large.
// EDIT: `memref<8x4xf32>` -> `memref<8x40000xf32>`
// EDIT: `to 4 {` -> `to 40000 {`
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `te.block "B"` {{here}}
%copy = schedule.cache_read %b, 0 at %i
// expected-error @below {{cannot pipeline the loop: expected a buffer that blocks access at affine subscripts, small enough for a stack}}
schedule.software_pipeline %i stages [0, 1] order [0, 1]

// PAYLOAD
func.func @kernel(%a: memref<9x4xf32>, %b: memref<8x4xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<9x4xf32>, memref<8x4xf32>) do {
      ^bb0(%v: index, %w: index, %x: memref<9x4xf32>, %y: memref<8x4xf32>):
        %0 = affine.load %x[%v, %w] : memref<9x4xf32>
        affine.store %0, %y[%v, %w] : memref<8x4xf32>
        te.yield
      }
    }
    affine.for %j = 0 to 4 {
      te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%b, %a : memref<8x4xf32>, memref<9x4xf32>) do {
      ^bb0(%v: index, %w: index, %x: memref<8x4xf32>, %y: memref<9x4xf32>):
        %0 = affine.load %x[%v, %w] : memref<8x4xf32>
        affine.store %0, %y[%v + 1, %w] : memref<9x4xf32>
        te.yield
      }
    }
  }
  return
}

// CASE: (P4) The next iteration begins with what this one computes.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `%0 = affine.load %x[%v, %w] : memref<9x4xf32` {{'A' reads the same element later, here}}
// expected-note at `affine.store %0, %y[%v +` {{'B' writes first, here}}
%b = schedule.get_block "B" in %root
%i, %j = schedule.get_loops of %b
// expected-error @below {{cannot pipeline the loop: no proof that there is no read-after-write dependence of block 'A' on block 'B'}}
schedule.software_pipeline %i stages [0, 1] order [0, 1]

// PAYLOAD
func.func @kernel(%a: memref<8x4xf32>, %b: memref<4xf32>) {
  affine.for %k = 0 to 8 {
    affine.for %j = 0 to 4 {
      te.block "B" [false, true] affine_map<(k, j) -> (j, k)>(%k, %j) captures(%a, %b : memref<8x4xf32>, memref<4xf32>) init {
      ^bb0(%v: index, %r: index, %x: memref<8x4xf32>, %y: memref<4xf32>):
        %zero = arith.constant 0.0 : f32
        affine.store %zero, %y[%v] : memref<4xf32>
        te.yield
      } do {
      ^bb0(%v: index, %r: index, %x: memref<8x4xf32>, %y: memref<4xf32>):
        %0 = affine.load %x[%r, %v] : memref<8x4xf32>
        %1 = affine.load %y[%v] : memref<4xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %y[%v] : memref<4xf32>
        te.yield
      }
    }
  }
  return
}

// CASE: (P3) The initialisation would run for the first iteration only.
// expected-note at `affine.for %k` {{in the kernel, here}}
// expected-note at `te.block "B"` {{here}}
%b = schedule.get_block "B" in %root
%k, %j = schedule.get_loops of %b
%copy = schedule.cache_read %b, 0 at %k
// expected-error @below {{cannot pipeline the loop: expected reductions along it, or around it, to be decomposed}}
schedule.software_pipeline %k stages [0, 1] order [0, 1]
