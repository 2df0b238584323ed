// RUN: %cases %s | tvm-opt --schedule-generate -split-input-file -verify-diagnostics

// Strategies that are not for a product of two matrices of f32.

// PAYLOAD
func.func @kernel(%a: memref<12x64xf32>, %b: memref<64x20xf32>, %c: memref<12x20xf32>) attributes {schedule.strategy = #schedule.blocks<"C" = #schedule.columns<>>} {
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
  return
}

// CASE: The columns are no rows.
// EDIT: `#schedule.columns<` -> `#schedule.register_tile<row_axis = 1, rows = 2, columns = 8`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: expected 'row_axis' below 1, got 1}}

// CASE: There are 12 rows.
// EDIT: `#schedule.columns<` -> `#schedule.register_tile<row_axis = 0, rows = 13, columns = 8`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: expected 'rows' of at most 12, the extent of axis 0, got 13}}

// CASE: Thus no 14 rows could be in tiles of their own.
// EDIT: `#schedule.columns<` -> `#schedule.register_tile<row_axis = 0, rows = 7, first_rows = 14, columns = 8`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: expected 'first_rows' of at most 12, the extent of axis 0, got 14}}

// CASE: There are 20 columns.
// EDIT: `#schedule.columns<` -> `#schedule.register_tile<row_axis = 0, rows = 4, columns = 32`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: expected 'columns' of at most 20, the extent of axis 1, got 32}}

// CASE: The sizes of a tile for another instruction are checked first.
// EDIT: `#schedule.columns<` -> `#schedule.matrix_tile<row_axis = 0, rows = 32, columns = 8`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: expected 'rows' of at most 12, the extent of axis 0, got 32}}

// CASE: The block reads two buffers.
// EDIT: `#schedule.columns<` -> `#schedule.register_tile<copied = [2], columns = 8`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: expected an operand below 2 in 'copied', got 2}}

// CASE: Nor a buffer 5 to stream.
// EDIT: `#schedule.columns<` -> `#schedule.register_tile<streamed = 5, columns = 8`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: expected an operand below 2 in 'streamed', got 5}}

// CASE: Rows of a tile do not share the left matrix.
// EDIT: `#schedule.columns<` -> `#schedule.register_tile<row_axis = 0, rows = 4, streamed = 0, columns = 8`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: expected an operand that all rows of a tile share in 'streamed', got 0}}

// CASE: A sum of 37 steps has no whole vectors to copy rows with.
// EDIT: `64` -> `37`
// EDIT: `#schedule.columns<` -> `#schedule.register_tile<row_axis = 0, rows = 4, columns = 8, lanes = 8, packs_rows = true`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: expected an operand of the rows that is contiguous along the sum, with a multiple of}}

// CASE: The left matrix is not contiguous along the sum.
// EDIT: `12x64` -> `64x12`
// EDIT: `%ma[%vi, %vk]` -> `%ma[%vk, %vi]`
// EDIT: `#schedule.columns<` -> `#schedule.register_tile<row_axis = 0, rows = 4, columns = 8, packs_rows = true`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: expected an operand of the rows that is contiguous along the sum, with a multiple of}}

// CASE: No block reads the result.
// EDIT: `#schedule.columns<` -> `#schedule.register_tile<epilogue = [0], columns = 8`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: expected an operand below 0 in 'epilogue', got 0}}

// CASE: The loops of 12 rows, 20 vectors and 16 steps would be too much code.
// EDIT: `#schedule.columns<` -> `#schedule.register_tile<row_axis = 0, rows = 12, columns = 20, unroll = 16`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: expected at most 9216 operations of unrolled tiles, got about 26894}}

// CASE: Tiles of each size have loops of their own.
// EDIT: `#schedule.columns<` -> `#schedule.register_tile<row_axis = 0, rows = 5, columns = 6, block_rows = 2, unroll = 32`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: expected at most 9216 operations of unrolled tiles, got about}}

// CASE: The rows are the first axis.
// EDIT: `#schedule.columns<` -> `#schedule.register_tile<row_axis = 0, rows = 2, columns = 8, outer = 1`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: expected rows behind the first 1 axes: 'outer'}}

// CASE: The window is an axis of the sum.
// EDIT: `#schedule.columns<` -> `#schedule.plane_tile<row_axis = 0, rows = 2, columns = 8, window_axis = 1`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: expected 'window_axis' to be an axis of the sum, got 1}}

// CASE: The sum has no axis beside the window's.
// EDIT: `#schedule.columns<` -> `#schedule.plane_tile<row_axis = 0, rows = 2, columns = 8, window_axis = 2, unroll = 2`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: expected 'unroll' to divide the 1 steps of the window beside 'window_axis', got 2}}

// CASE: Nor does any other number divide one step.
// EDIT: `#schedule.columns<` -> `#schedule.plane_tile<row_axis = 0, rows = 2, columns = 8, window_axis = 2, unroll = 5`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: expected 'unroll' to divide the 1 steps of the window beside 'window_axis', got 5}}

// CASE: The unrolled window would be the whole sum.
// EDIT: `#schedule.columns<` -> `#schedule.plane_tile<row_axis = 0, rows = 2, columns = 8, window_axis = 2`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: expected a sum with an axis beside 'window_axis'}}

// CASE: The same with columns outside of rows.
// EDIT: `#schedule.columns<` -> `#schedule.plane_tile<row_axis = 0, rows = 2, columns = 8, order = columns_outside, window_axis = 2`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: expected a sum with an axis beside 'window_axis'}}

// CASE: Elements are f32.
// EDIT: `#schedule.columns<` -> `#schedule.dot_product_tile<row_axis = 0, rows = 2, columns = 8, lanes = 8, instruction = vnni`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: the block is no product of bytes}}

// CASE: The machine has no matrix registers.
// EDIT: `#schedule.columns<` -> `#schedule.matrix_tile<row_axis = 0, rows = 2, columns = 8`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: the block is no product for matrix registers}}

// CASE: No block reads the results.
// EDIT: `#schedule.columns<` -> `#schedule.column_tiles<columns = 8`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: no block reads each of the results}}

// CASE: A product has no border.
// EDIT: `#schedule.columns<` -> `#schedule.padded_transpose<fill = #schedule.vectorized, inside = #schedule.vectorized`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: the block is no copy with a border}}

// CASE: A product is no copy.
// EDIT: `#schedule.columns<` -> `#schedule.collapsed<then = #schedule.vectorized`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: the block is no copy}}

// CASE: A reduction is not element-wise.
// EDIT: `#schedule.columns` -> `#schedule.elementwise`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: the block is a reduction}}

// CASE: One result per element.
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: the block does not reduce columns to several results}}

// CASE: A product transforms no data of Winograd's algorithm.
// EDIT: `#schedule.columns` -> `#schedule.winograd_stages`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: the block does not transform the data of Winograd's algorithm}}

// CASE: Nor does it in groups.
// EDIT: `#schedule.columns<` -> `#schedule.winograd_groups<products = #schedule.vectorized`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: the block does not transform the data of Winograd's algorithm}}

// CASE: A product ends no depthwise chain.
// EDIT: `#schedule.columns<` -> `#schedule.depthwise_chain<depthwise = #schedule.vectorized, pointwise = #schedule.vectorized`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: the block ends no depthwise chain}}

// CASE: A product alone begins no attention.
// EDIT: `#schedule.columns<` -> `#schedule.attention<copies = <>, rows = <blocks = ["a", "b"]>, scores = #schedule.vectorized, product = #schedule.vectorized, results = <>`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: the block begins no attention}}

// CASE: There is no second block.
// EDIT: `#schedule.columns<` -> `#schedule.rows<blocks = ["C", "D"]`
// expected-error at `func.func @kernel` {{expected the strategy of block 'C' to apply: expected a block 'D' with one loop for each axis}}
