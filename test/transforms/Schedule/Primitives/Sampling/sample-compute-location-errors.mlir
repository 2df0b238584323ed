// RUN: %cases %s | tvm-opt -split-input-file -verify-diagnostics --schedule-apply

// PAYLOAD
func.func @kernel(%a: memref<4x8xf32>, %b: memref<4x8xf32>) {
  %t = memref.alloc() : memref<4x8xf32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<4x8xf32>, memref<4x8xf32>) do {
      ^bb0(%v: index, %w: index, %x: memref<4x8xf32>, %y: memref<4x8xf32>):
        %0 = affine.load %x[%v, %w] : memref<4x8xf32>
        affine.store %0, %y[%v, %w] : memref<4x8xf32>
        te.yield
      }
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %b : memref<4x8xf32>, memref<4x8xf32>) do {
      ^bb0(%v: index, %w: index, %x: memref<4x8xf32>, %y: memref<4x8xf32>):
        %0 = affine.load %x[%v, %w] : memref<4x8xf32>
        affine.store %0, %y[%v, %w] : memref<4x8xf32>
        te.yield
      }
    }
  }
  return
}
// STEPS
%a = schedule.get_block "A" in %root

// CASE: (P1) There are two loops around consumers.
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot take the decided loop: expected an index below 2 (loops around consumers of 'A'), got 2}}
%at = schedule.sample_compute_location %a decision 2
transform.foreach %at : !transform.any_op {
^bb0(%loop: !transform.any_op):
  %c = schedule.compute_at %a, %loop
}

// CASE: (P1) compute_at would refuse a loop that is vectorized.
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.for %j`#2 {{here}}
%b = schedule.get_block "B" in %root
%i, %j = schedule.get_loops of %b
schedule.vectorize %j
// expected-error @below {{cannot compute 'A' at a loop: expected a loop that is not vectorized}}
%at = schedule.sample_compute_location %a decision 1
transform.foreach %at : !transform.any_op {
^bb0(%loop: !transform.any_op):
  %c = schedule.compute_at %a, %loop
}
