// RUN: %cases %s | tvm-opt -split-input-file -verify-diagnostics --schedule-apply

// PAYLOAD
func.func @kernel(%a: memref<9x12xf32>, %b: memref<12x16xf32>, %c: memref<9x16xf32>) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 12 {
        te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%a, %b, %c : memref<9x12xf32>, memref<12x16xf32>, memref<9x16xf32>) init {
        ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %z[%v, %w] : memref<9x16xf32>
          te.yield
        } do {
        ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
          %0 = affine.load %x[%v, %r] : memref<9x12xf32>
          %1 = affine.load %y[%r, %w] : memref<12x16xf32>
          %2 = arith.mulf %0, %1 : f32
          %3 = affine.load %z[%v, %w] : memref<9x16xf32>
          %4 = arith.addf %3, %2 : f32
          affine.store %4, %z[%v, %w] : memref<9x16xf32>
          te.yield
        }
      }
    }
  }
  return
}
// STEPS
%c = schedule.get_block "C" in %root

// CASE: (P1) A maximum.
// EDIT: `arith.addf` -> `arith.maximumf`
// EDIT: `0.0 : f32` -> `0xFF800000 : f32`
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-error @below {{cannot pad the contraction 'C': expected a sum}}
schedule.pad_einsum %c by [4, 16, 8]

// CASE: (P1) A sum of sums.
// EDIT: `arith.mulf` -> `arith.addf`
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `%2 = arith.addf %0` {{here}}
// expected-error @below {{cannot pad the contraction 'C': expected a product of operands that it reads at its axes}}
schedule.pad_einsum %c by [4, 16, 8]

// CASE: (P1) A window, not an axis.
// EDIT: `%v, %r` -> `%v + %r, %r`
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `%0 = affine.load %x` {{here}}
// expected-error @below {{cannot pad the contraction 'C': expected a product of operands that it reads at its axes}}
schedule.pad_einsum %c by [4, 16, 8]

// CASE: (P1) A factor that it writes.
// EDIT: `12x16xf32>, %z` -> `9x16xf32>, %z`
// EDIT: `%r, %w] : memref<12x16xf32` -> `%v, %w] : memref<9x16xf32`
// EDIT: `%b, %c : memref<9x12xf32>, memref<12x16xf32` -> `%c, %c : memref<9x12xf32>, memref<9x16xf32`
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `%3 = affine.load %z` {{here}}
// expected-error @below {{cannot pad the contraction 'C': expected one load and one store per result, under no condition}}
schedule.pad_einsum %c by [4, 16, 8]

// CASE: (P2) Another block in the nest.
// BEFORE: `}`#5
//| affine.for %j = 0 to 16 {
//|   te.block "D" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%c : memref<9x16xf32>) do {
//|   ^bb0(%v: index, %w: index, %z: memref<9x16xf32>):
//|     %0 = affine.load %z[%v, %w] : memref<9x16xf32>
//|     te.yield
//|   }
//| }
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-error @below {{cannot pad the contraction 'C': expected a block alone in loops of its own, one per axis}}
schedule.pad_einsum %c by [4, 16, 8]

// CASE: (P2) A loop that was split.
// expected-note at `te.block "C"` {{in the kernel, here}}
%i, %j, %k = schedule.get_loops of %c
%ko, %kl = schedule.split %k by [0, 4]
// expected-error @below {{cannot pad the contraction 'C': expected a block alone in loops of its own, one per axis}}
schedule.pad_einsum %c by [4, 16, 8]

// CASE: (P2) A parallel loop.
// expected-note at `affine.for %i` {{in the kernel, here}}
%i, %j, %k = schedule.get_loops of %c
schedule.parallel %i
// expected-error @below {{cannot pad the contraction 'C': expected a serial loop, got one that is parallel}}
schedule.pad_einsum %c by [4, 16, 8]

// CASE: (P3) A number too few.
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-error @below {{cannot pad the contraction 'C': expected a number per axis, 3, got 2}}
schedule.pad_einsum %c by [4, 16]

// CASE: (P3) Not positive.
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-error @below {{cannot pad the contraction 'C': expected positive numbers, got 0}}
schedule.pad_einsum %c by [4, 0, 8]

// CASE: (P4) Zeros times what may be infinite.
// EDIT: `%r, %w` -> `%v, %w`
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `%1 = affine.load %y` {{here}}
// expected-error @below {{cannot pad the contraction 'C': expected factors that are all 0 where a reduction is padded}}
schedule.pad_einsum %c by [4, 16, 8]

// CASE: (P1) A size that is not known.
// EDIT: `memref<9x12xf32>` -> `memref<?x12xf32>`
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `%0 = affine.load %x` {{here}}
// expected-error @below {{cannot pad the contraction 'C': expected buffers of constant sizes}}
schedule.pad_einsum %c by [4, 16, 8]

// CASE: (P5) A factor of more elements than memory holds.
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `%0 = affine.load %x` {{here}}
// expected-error @below {{cannot pad the contraction 'C': expected buffers of at most 2147483648 elements}}
schedule.pad_einsum %c by [9223372036854775807, 1, 1]

// CASE: (P5) The result alone: 2^25 rows of 128 columns.
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-error @below {{cannot pad the contraction 'C': expected buffers of at most 2147483648 elements}}
schedule.pad_einsum %c by [33554432, 128, 1]
