// RUN: %cases %s | tvm-opt -split-input-file -verify-diagnostics --schedule-apply

// PAYLOAD
func.func @kernel(%a: memref<8x40xf32>, %b: memref<8x40xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 40 {
      te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<8x40xf32>, memref<8x40xf32>) do {
      ^bb0(%v: index, %w: index, %x: memref<8x40xf32>, %y: memref<8x40xf32>):
        %0 = affine.load %x[%v, %w] : memref<8x40xf32>
        %1 = arith.negf %0 : f32
        affine.store %1, %y[%v, %w] : memref<8x40xf32>
        te.yield
      }
    }
  }
  return
}
// STEPS
%b = schedule.get_block "B" in %root
%i, %j = schedule.get_loops of %b

// CASE: (P1) A buffer too many.
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{cannot prefetch what 'B' reads: expected an index below 1 (read-only buffers), got 1}}
%hint = schedule.prefetch %b, 1 at %i ahead 2

// CASE: (P2) Another block's loop.
// BEFORE: `return`
//| affine.for %u = 0 to 8 {
//|   te.block "C" [false] affine_map<(i) -> (i)>(%u) captures(%b : memref<8x40xf32>) do {
//|   ^bb0(%v: index, %y: memref<8x40xf32>):
//|     %0 = arith.constant 1.0 : f32
//|     affine.store %0, %y[%v, 0] : memref<8x40xf32>
//|     te.yield
//|   }
//| }
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-note at `affine.for %u` {{here}}
%c = schedule.get_block "C" in %root
%u = schedule.get_loops of %c
// expected-error @below {{cannot prefetch what 'B' reads: expected a loop around it}}
%hint = schedule.prefetch %b, 0 at %u ahead 2

// CASE: (P2) Lanes have no top.
// expected-note at `affine.for %j` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
schedule.vectorize %j
// expected-error @below {{cannot prefetch what 'B' reads: expected a loop that is not vectorized}}
%hint = schedule.prefetch %b, 0 at %j ahead 2

// CASE: (P3) The same row in all iterations.
// EDIT: `%x[%v, %w` -> `%x[0, %w`
// expected-note at `affine.for %i` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{cannot prefetch what 'B' reads: expected reads that depend on the loop}}
%hint = schedule.prefetch %b, 0 at %i ahead 2

// CASE: (P3) Too much for a cache.
// EDIT: `memref<8x40xf32>` -> `memref<8x400000xf32>`
// EDIT: `to 40 {` -> `to 400000 {`
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{cannot prefetch what 'B' reads: expected a region of at most 262144 bytes}}
%hint = schedule.prefetch %b, 0 at %i ahead 2

// CASE: (P4) Not ahead.
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{cannot prefetch what 'B' reads: expected a positive distance, got 0}}
%hint = schedule.prefetch %b, 0 at %i ahead 0
