// RUN: %cases %s | tvm-opt --pass-pipeline='builtin.module(func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate)' -split-input-file -verify-diagnostics

// Parameters of a tile of planes that would change nothing. No block reads the
// result.

// PAYLOAD
func.func @planes(%x: tensor<1x8x12x12xf32>, %w: tensor<8x1x3x3xf32> {graph.constant, graph.finite}) -> tensor<1x8x12x12xf32> attributes {schedule.strategy = #schedule.plane_tile<row_axis = 2, rows = 4, columns = 12, lanes = 4, window_axis = 4, tasks = 2>} {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 8 : i64} : (tensor<1x8x12x12xf32>, tensor<8x1x3x3xf32>) -> tensor<1x8x12x12xf32>
  return %0 : tensor<1x8x12x12xf32>
}

// CASE: The padding stays a copy, without conditions.
// EDIT: `tasks = 2` -> `masked_borders = true, tasks = 2`
// expected-error at `func.func @planes` {{expected the strategy of block 'block1' to apply: 'masked_borders = true' gives the schedule of 'masked_borders = false'}}

// CASE: No block reads the result.
// EDIT: `tasks = 2` -> `reader = false, tasks = 2`
// expected-error at `func.func @planes` {{expected the strategy of block 'block1' to apply: 'reader = false' gives the schedule of 'reader = true'}}

// CASE: Columns are inside of the channels anyway.
// EDIT: `rows = 4,` -> `rows = 4, outer_row_axis = 1,`
// expected-error at `func.func @planes` {{expected the strategy of block 'block1' to apply: 'outer_row_axis = 1' gives the schedule of 'outer_row_axis = -1'}}

// CASE: The whole window is unrolled with its borders.
// EDIT: `tasks = 2` -> `inlines_borders = true, unroll = 3, tasks = 2`
// expected-error at `func.func @planes` {{expected the strategy of block 'block1' to apply: 'unroll = 3' gives the schedule of 'unroll = 1'}}

// CASE: Without padding, there are no borders to mask either.
// EDIT: `pads = array<i64: 1, 1, 1, 1>` -> `pads = array<i64: 0, 0, 0, 0>`
// EDIT: `-> tensor<1x8x12x12xf32>` -> `-> tensor<1x8x10x10xf32>`
// EDIT: `return %0 : tensor<1x8x12x12xf32>` -> `return %0 : tensor<1x8x10x10xf32>`
// EDIT: `columns = 12` -> `columns = 10`
// EDIT: `tasks = 2` -> `inlines_borders = true, masked_borders = true, tasks = 2`
// expected-error at `func.func @planes` {{expected the strategy of block 'block0' to apply: 'masked_borders = true' gives the schedule of 'masked_borders = false'}}
