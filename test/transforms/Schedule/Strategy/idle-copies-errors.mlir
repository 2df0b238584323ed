// RUN: %cases %s | tvm-opt --schedule-generate -split-input-file -verify-diagnostics

// PAYLOAD
func.func @transpose(%x: memref<28x12xf32>, %y: memref<12x28xf32>) attributes {schedule.strategy = #schedule.blocks<"T" = #schedule.transpose<rows = 4, columns = 4>>} {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 28 {
      te.block "T" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x, %y : memref<28x12xf32>, memref<12x28xf32>) do {
      ^bb0(%vi: index, %vj: index, %a: memref<28x12xf32>, %b: memref<12x28xf32>):
        %0 = affine.load %a[%vj, %vi] : memref<28x12xf32>
        affine.store %0, %b[%vi, %vj] : memref<12x28xf32>
        te.yield
      }
    }
  }
  return
}

// CASE: The number of columns is known.
// EDIT: `columns = 4` -> `columns = 4, masked = true`
// expected-error at `func.func @transpose` {{expected the strategy of block 'T' to apply: 'masked = true' gives the schedule of 'masked = false'}}

// CASE: The first loop is a side of the tile.
// EDIT: `columns = 4` -> `columns = 4, outer = 1`
// expected-error at `func.func @transpose` {{expected the strategy of block 'T' to apply: expected 'outer' of at most 0, the loops around the sides of a tile, got 1}}

// CASE: Neither buffer is contiguous across both loops.
// EDIT: `transpose<rows = 4, columns = 4>` -> `collapsed<then = #schedule.vectorized>`
// expected-error at `func.func @transpose` {{expected the strategy of block 'T' to apply: expected loops behind the first 0 that both buffers run through as one}}

// PAYLOAD
func.func @shift(%x: memref<65xf32>) attributes {schedule.strategy = #schedule.blocks<"S" = #schedule.vectorized>} {
  affine.for %i = 0 to 64 {
    te.block "S" [false] affine_map<(i) -> (i)>(%i) captures(%x : memref<65xf32>) do {
    ^bb0(%v: index, %a: memref<65xf32>):
      %0 = affine.load %a[%v] : memref<65xf32>
      affine.store %0, %a[%v + 1] : memref<65xf32>
      te.yield
    }
  }
  return
}

// CASE: Each element depends on the one before.
// expected-error at `func.func @shift` {{expected the strategy of block 'S' to apply: cannot vectorize}}

// PAYLOAD
func.func @sum(%x: memref<4x64xf32>, %y: memref<4xf32>) attributes {schedule.strategy = #schedule.blocks<"R" = #schedule.reduction<parts = 16>>} {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 8 {
        te.block "R" [false, true] affine_map<(i, j, k) -> (i, j * 8 + k)>(%i, %j, %k) captures(%x, %y : memref<4x64xf32>, memref<4xf32>) init {
        ^bb0(%vi: index, %vk: index, %a: memref<4x64xf32>, %b: memref<4xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %b[%vi] : memref<4xf32>
          te.yield
        } do {
        ^bb0(%vi: index, %vk: index, %a: memref<4x64xf32>, %b: memref<4xf32>):
          %0 = affine.load %a[%vi, %vk] : memref<4x64xf32>
          %1 = affine.load %b[%vi] : memref<4xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %b[%vi] : memref<4xf32>
          te.yield
        }
      }
    }
  }
  return
}

// CASE: A row is two loops.
// expected-error at `func.func @sum` {{expected the strategy of block 'R' to apply: expected one loop for each axis to reduce 'parts' side by side}}
