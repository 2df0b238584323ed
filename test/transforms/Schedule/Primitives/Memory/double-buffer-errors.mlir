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

// CASE: (P1) An output.
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{cannot double-buffer what 'B' writes: expected a buffer that a loop makes anew in each iteration}}
schedule.double_buffer %b

// CASE: (P1) No buffer, or two.
// BEFORE: `affine.store %1`
//| affine.store %0, %x[%v, %w] : memref<8x4xf32>
// expected-note at `te.block "B"` {{in the kernel, here}}
// expected-error @below {{cannot double-buffer what 'B' writes: expected a block that writes one buffer}}
schedule.double_buffer %b

// CASE: (P2) The loop runs on threads.
// expected-note at `affine.for %i` {{in the kernel, here}}
%copy = schedule.cache_read %b, 0 at %i
schedule.parallel %i
// expected-error @below {{cannot pipeline the loop: expected a serial loop, got one that is parallel}}
schedule.double_buffer %copy
