// RUN: %cases %s | tvm-opt -split-input-file -verify-diagnostics --schedule-apply

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

// CASE: (P1) An unknown trip count.
// expected-note at `affine.for %i` {{in the kernel, here}}
%b = schedule.get_block "B" in %root
%i = schedule.get_loops of %b
// expected-error @below {{cannot sample a tile: expected a constant trip count from 1 to 1099511627776}}
%f:2 = schedule.sample_perfect_tile %i

// PAYLOAD
func.func @kernel(%a: memref<24xf32>, %b: memref<24xf32>) {
  affine.for %i = 0 to 24 {
    te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<24xf32>, memref<24xf32>) do {
    ^bb0(%v: index, %x: memref<24xf32>, %y: memref<24xf32>):
      %0 = affine.load %x[%v] : memref<24xf32>
      affine.store %0, %y[%v] : memref<24xf32>
      te.yield
    }
  }
  return
}
// STEPS
%b = schedule.get_block "B" in %root
%i = schedule.get_loops of %b

// CASE: (P1) No iteration.
// EDIT: `memref<24xf32>` -> `memref<8xf32>`
// EDIT: `to 24 {` -> `to 0 {`
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot sample a tile: expected a constant trip count from 1 to 1099511627776}}
%f:2 = schedule.sample_perfect_tile %i

// CASE: (P2) One factor alone would be larger than allowed.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot sample a tile: no factor up to 16 alone is the trip count 24}}
%f = schedule.sample_perfect_tile %i max_innermost_factor 16

// CASE: (P2) A decision for another trip count.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot take the decided tile: expected factors whose product is 24}}
%f:2 = schedule.sample_perfect_tile %i max_innermost_factor 16 decision [2, 8]

// CASE: (P2) An outermost factor cannot be inferred.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot take the decided tile: expected factors whose product is 24}}
%f:2 = schedule.sample_perfect_tile %i max_innermost_factor 16 decision [0, 9]

// CASE: (P2) A decision that overflows is none.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot take the decided tile: expected factors whose product is 24}}
%f:3 = schedule.sample_perfect_tile %i max_innermost_factor 16 decision [4611686018427387904, 4, 24]

// CASE: (P2) A decision with too large an innermost factor.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot take the decided tile: expected an innermost factor of at most 4, got 8}}
%f:2 = schedule.sample_perfect_tile %i max_innermost_factor 4 decision [3, 8]
