// RUN: %cases %s | tvm-opt --schedule-generate -split-input-file -verify-diagnostics

// Parameters of a tile that would change nothing. Another block adds a bias to
// the product and another matrix.

// PAYLOAD
func.func @kernel(%a: memref<12x64xf32>, %b: memref<64x20xf32>, %bias: memref<12x20xf32>, %d: memref<12x20xf32>) attributes {schedule.strategy = #schedule.blocks<"C" = #schedule.register_tile<row_axis = 0, rows = 4, columns = 8, tasks = 0>>} {
  %c = memref.alloc() : memref<12x20xf32>
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 20 {
      affine.for %k = 0 to 64 {
        te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%a, %b, %c : memref<12x64xf32>, memref<64x20xf32>, memref<12x20xf32>) init {
        ^bb0(%vi: index, %vj: index, %vk: index, %ma: memref<12x64xf32>, %mb: memref<64x20xf32>, %mc: memref<12x20xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %mc[%vi, %vj] : memref<12x20xf32>
          te.yield
        } do {
        ^bb0(%vi: index, %vj: index, %vk: index, %ma: memref<12x64xf32>, %mb: memref<64x20xf32>, %mc: memref<12x20xf32>):
          %x = affine.load %ma[%vi, %vk] : memref<12x64xf32>
          %y = affine.load %mb[%vk, %vj] : memref<64x20xf32>
          %s = affine.load %mc[%vi, %vj] : memref<12x20xf32>
          %m = arith.mulf %x, %y : f32
          %n = arith.addf %s, %m : f32
          affine.store %n, %mc[%vi, %vj] : memref<12x20xf32>
          te.yield
        }
      }
    }
  }
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 20 {
      te.block "D" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%c, %bias, %d : memref<12x20xf32>, memref<12x20xf32>, memref<12x20xf32>) do {
      ^bb0(%vi: index, %vj: index, %mc: memref<12x20xf32>, %mb: memref<12x20xf32>, %md: memref<12x20xf32>):
        %x = affine.load %mc[%vi, %vj] : memref<12x20xf32>
        %y = affine.load %mb[%vi, %vj] : memref<12x20xf32>
        %n = arith.addf %x, %y : f32
        affine.store %n, %md[%vi, %vj] : memref<12x20xf32>
        te.yield
      }
    }
  }
  return
}

// CASE: There are three tiles of rows.
// EDIT: `tasks = 0` -> `block_rows = 3`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: 'block_rows = 3' gives the schedule of 'block_rows = 0'}}

// CASE: There are three tiles of columns, too.
// EDIT: `tasks = 0` -> `block_columns = 1000`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: 'block_columns = 1000' gives the schedule of 'block_columns = 0'}}

// CASE: Rows of two sizes begin after a multiple of both.
// EDIT: `tasks = 0` -> `first_rows = 1`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: 'first_rows = 1' gives the schedule of 'first_rows = 0'}}

// CASE: The number of columns is known.
// EDIT: `tasks = 0` -> `masked = true`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: 'masked = true' gives the schedule of 'masked = false'}}

// CASE: Without rows, there is one order of loops.
// EDIT: `row_axis = 0, rows = 4, columns = 8, tasks = 0` -> `columns = 8, order = columns_inside`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: 'order = columns_inside' gives the schedule of 'order = columns_outside'}}

// CASE: No rows are computed during which columns could be prefetched.
// EDIT: `row_axis = 0, rows = 4, columns = 8, tasks = 0` -> `columns = 8, streamed = 1`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: 'streamed = 1' gives the schedule of 'streamed = -1'}}

// CASE: Steps that prefetch are unrolled anyway.
// EDIT: `tasks = 0` -> `streamed = 1, unroll = 8`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: 'unroll = 8' gives the schedule of 'unroll = 1'}}

// CASE: Five steps do not divide 64.
// EDIT: `tasks = 0` -> `unroll = 5`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: 'unroll = 5' gives the schedule of 'unroll = 2'}}

// CASE: A sum of few steps is unrolled as a whole.
// EDIT: `64` -> `4`
// EDIT: `tasks = 0` -> `unroll = 2`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: 'unroll = 2' gives the schedule of 'unroll = 1'}}

// CASE: The product itself cannot be prefetched, unlike the other matrix.
// EDIT: `tasks = 0` -> `epilogue = [0, 1]`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: 'epilogue = [0, 1]' gives the schedule of 'epilogue = [1]'}}

// CASE: No block computes an operand.
// EDIT: `tasks = 0` -> `producers = false`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: 'producers = false' gives the schedule of 'producers = true'}}

// CASE: Each of several such parameters is named.
// EDIT: `tasks = 0` -> `block_rows = 9, producers = false`
// expected-error at `func.func @kernel` {{'block_rows = 9' gives the schedule of 'block_rows = 0'}}
// expected-error at `func.func @kernel` {{'producers = false' gives the schedule of 'producers = true'}}

// CASE: Inside of another strategy.
// EDIT: `#schedule.register_tile<row_axis = 0, rows = 4, columns = 8, tasks = 0>` -> `#schedule.split_reduction<parts = 2, partial = #schedule.register_tile<row_axis = 1, rows = 4, columns = 8, block_rows = 7>, total = #schedule.reduction<>>`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: 'block_rows = 7' gives the schedule of 'block_rows = 0'}}

// CASE: No row of a copy is long.
// EDIT: `"C" = #schedule.register_tile<row_axis = 0, rows = 4, columns = 8, tasks = 0` -> `"D" = #schedule.elementwise<chunk = 0`
// expected-error at `func.func @kernel` {{expected the strategy of block 'D' to apply: 'chunk = 0' gives the schedule of 'chunk = 4096'}}

// CASE: Its rows are shorter than a page, and not stored in turn.
// EDIT: `"C" = #schedule.register_tile<row_axis = 0, rows = 4, columns = 8, tasks = 0` -> `"D" = #schedule.elementwise<stream_stores = true, streams = 4`
// expected-error at `func.func @kernel` {{expected the strategy of block 'D' to apply: 'streams = 4' gives the schedule of 'streams = 1'}}

// CASE: They are no shorter than a vector.
// EDIT: `"C" = #schedule.register_tile<row_axis = 0, rows = 4, columns = 8, tasks = 0` -> `"D" = #schedule.elementwise<short_rows = false`
// expected-error at `func.func @kernel` {{expected the strategy of block 'D' to apply: 'short_rows = false' gives the schedule of 'short_rows = true'}}
