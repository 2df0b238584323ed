// RUN: %cases %s | tvm-opt -split-input-file -verify-diagnostics --schedule-apply

// PAYLOAD
func.func @kernel(%a: memref<8x64xf32>, %b: memref<64x128xf32>, %c: memref<8x128xf32>) {
  affine.for %j = 0 to 4 {
    affine.for %i = 0 to 8 {
      affine.for %k = 0 to 16 {
        affine.for %p = 0 to 4 {
          affine.for %l = 0 to 32 {
            te.block "C" [false, false, true] affine_map<(i, j, k, p, l) -> (i, j * 32 + l, k * 4 + p)>(%i, %j, %k, %p, %l)
                captures(%a, %b, %c : memref<8x64xf32>, memref<64x128xf32>, memref<8x128xf32>) do {
            ^bb0(%u: index, %v: index, %w: index, %x: memref<8x64xf32>, %y: memref<64x128xf32>, %z: memref<8x128xf32>):
              %0 = affine.load %x[%u, %w] : memref<8x64xf32>
              %1 = affine.load %y[%w, %v] : memref<64x128xf32>
              %2 = affine.load %z[%u, %v] : memref<8x128xf32>
              %3 = arith.mulf %0, %1 : f32
              %4 = arith.addf %2, %3 : f32
              affine.store %4, %z[%u, %v] : memref<8x128xf32>
              te.yield
            }
          }
        }
      }
    }
  }
  return
}
// STEPS
%c = schedule.get_block "C" in %root
%j, %i, %k, %p, %l = schedule.get_loops of %c

// CASE: (P1) A buffer too many.
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-error @below {{cannot prefetch what 'C' reads: expected an index below 2 (read-only buffers), got 2}}
%hint = schedule.spread_prefetch %c, 2 at %j ahead 1 over %i in %p

// CASE: (P2) From inside out.
// expected-note at `affine.for %p` {{here}}
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-error @below {{cannot prefetch what 'C' reads: expected loops around it, from outside in}}
%hint = schedule.spread_prefetch %c, 1 at %i ahead 1 over %j in %p

// CASE: (P4) Columns only are what the loop tells.
// expected-note at `affine.for %j` {{here}}
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-error @below {{cannot prefetch what 'C' reads: expected reads that depend on the loop}}
%hint = schedule.spread_prefetch %c, 0 at %j ahead 1 over %i in %p

// CASE: (P5) Nowhere ahead.
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-error @below {{cannot prefetch what 'C' reads: expected a positive distance, got 0}}
%hint = schedule.spread_prefetch %c, 1 at %j ahead 0 over %i in %p

// CASE: (P3) Rows that are unrolled.
// expected-note at `affine.for %i` {{in the kernel, here}}
schedule.unroll %i
// expected-error @below {{cannot prefetch what 'C' reads: expected a serial loop, got one that is unrolled}}
%hint = schedule.spread_prefetch %c, 1 at %j ahead 1 over %i in %p

// PAYLOAD
func.func @kernel(%b: memref<64x128xf32>, %c: memref<8x128xf32>) {
  affine.for %j = 0 to 4 {
    affine.for %i = 0 to 8 {
      affine.for %p = 0 to 4 {
        affine.for %l = 0 to 32 {
          te.block "C" [false, false, true] affine_map<(i, j, p, l) -> (i, j * 32 + l, p)>(%i, %j, %p, %l)
              captures(%b, %c : memref<64x128xf32>, memref<8x128xf32>) do {
          ^bb0(%u: index, %v: index, %w: index, %y: memref<64x128xf32>, %z: memref<8x128xf32>):
            %0 = affine.load %y[%w, %v] : memref<64x128xf32>
            %1 = affine.load %y[%w + 4, %v] : memref<64x128xf32>
            %2 = affine.load %z[%u, %v] : memref<8x128xf32>
            %3 = arith.mulf %0, %1 : f32
            %4 = arith.addf %2, %3 : f32
            affine.store %4, %z[%u, %v] : memref<8x128xf32>
            te.yield
          }
        }
      }
    }
  }
  return
}
// STEPS
%c = schedule.get_block "C" in %root
%j, %i, %p, %l = schedule.get_loops of %c

// CASE: (P4) Two reads.
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-error @below {{cannot prefetch what 'C' reads: expected one affine read of it}}
%hint = schedule.spread_prefetch %c, 0 at %j ahead 1 over %i in %p

// CASE: (P4) A buffer that is allocated in the loop.
// EDIT: `%b: memref<64x128xf32>, %c` -> `%c`
// BEFORE: `affine.for %l`
//| %b = memref.alloca() : memref<64x128xf32>
// LINES: `%1 = affine.load %y` to `affine.store`
//| %1 = affine.load %z[%u, %v] : memref<8x128xf32>
//| %2 = arith.addf %0, %1 : f32
//| affine.store %2, %z[%u, %v] : memref<8x128xf32>
// expected-note at `affine.for %p` {{here}}
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-error @below {{cannot prefetch what 'C' reads: expected a buffer that is allocated outside of the loop}}
%hint = schedule.spread_prefetch %c, 0 at %j ahead 1 over %i in %p
