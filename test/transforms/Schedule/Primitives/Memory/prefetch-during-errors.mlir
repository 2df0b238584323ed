// RUN: %cases %s | tvm-opt -split-input-file -verify-diagnostics --schedule-apply

// PAYLOAD
func.func @kernel(%d: memref<32x64xf32>, %b: memref<32x64xf32>, %c: memref<4x3xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %k = 0 to 3 {
      te.block "C" [false, false] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%c : memref<4x3xf32>) do {
      ^bb0(%u: index, %v: index, %z: memref<4x3xf32>):
        %cst = arith.constant 1.0 : f32
        affine.store %cst, %z[%u, %v] : memref<4x3xf32>
        te.yield
      }
    }
    affine.for %r = 0 to 8 {
      affine.for %l = 0 to 32 {
        te.block "B" [false, false] affine_map<(i, r, l) -> (i * 8 + r, l)>(%i, %r, %l)
            captures(%d, %b : memref<32x64xf32>, memref<32x64xf32>) do {
        ^bb0(%u: index, %v: index, %x: memref<32x64xf32>, %z: memref<32x64xf32>):
          %0 = affine.load %x[%u, %v] : memref<32x64xf32>
          affine.store %0, %z[%u, %v] : memref<32x64xf32>
          te.yield
        }
      }
    }
  }
  return
}
// STEPS
%b = schedule.get_block "B" in %root
%i, %r, %l = schedule.get_loops of %b
%c = schedule.get_block "C" in %root
%j, %k = schedule.get_loops of %c

// CASE: (P1) A buffer too many.
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{cannot prefetch what 'B' reads: expected an index below 1 (read-only buffers), got 1}}
%hint = schedule.prefetch_during %b, 1 at %i during %k

// CASE: (P1) A buffer that each iteration makes.
// EDIT: `%d, %b` -> `%m, %b`
// BEFORE: `affine.for %r`
//| %m = memref.alloc() : memref<32x64xf32>
// expected-note at `affine.for %i` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{cannot prefetch what 'B' reads: expected a buffer from outside of the loop}}
%hint = schedule.prefetch_during %b, 0 at %i during %k

// CASE: (P1) A number alone.
// EDIT: `32x64xf32>, %b` -> `f32>, %b`
// EDIT: `32x64xf32>, %z` -> `f32>, %z`
// EDIT: `32x64xf32>, memref` -> `f32>, memref`
// EDIT: `%x[%u, %v] : memref<32x64xf32` -> `%x[] : memref<f32`
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{cannot prefetch what 'B' reads: expected a buffer of rank 1 at least}}
%hint = schedule.prefetch_during %b, 0 at %i during %k

// CASE: (P2) Not around the block.
// expected-note at `affine.for %k` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{cannot prefetch what 'B' reads: expected a loop around it}}
%hint = schedule.prefetch_during %b, 0 at %k during %k

// CASE: (P2) During its own nest.
// expected-note at `affine.for %r` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{cannot prefetch what 'B' reads: expected loops inside of that one, from outside in, beside the block}}
%hint = schedule.prefetch_during %b, 0 at %i during %r

// CASE: (P2) During the loop itself.
// expected-note at `affine.for %i` {{here}}
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{cannot prefetch what 'B' reads: expected loops inside of that one, from outside in, beside the block}}
%hint = schedule.prefetch_during %b, 0 at %i during %i

// CASE: (P2) During nothing.
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{cannot prefetch what 'B' reads: expected loops beside it}}
%hint = "schedule.prefetch_during"(%b, %i) <{buffer = 0 : i64}> : (!transform.any_op, !transform.any_op) -> !transform.any_op

// CASE: (P3) During iterations that are written out.
// expected-note at `affine.for %k` {{in the kernel, here}}
schedule.unroll %k
// expected-error @below {{cannot prefetch what 'B' reads: expected a serial loop, got one that is unrolled}}
%hint = schedule.prefetch_during %b, 0 at %i during %k

// CASE: (P4) Too much for a cache.
// EDIT: `memref<32x64xf32>` -> `memref<32x10000xf32>`
// EDIT: `to 32 {` -> `to 10000 {`
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{cannot prefetch what 'B' reads: expected a region of at most 262144 bytes}}
%hint = schedule.prefetch_during %b, 0 at %i during %k
