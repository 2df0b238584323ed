// RUN: %cases %s | tvm-opt --pass-pipeline='builtin.module(func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate{only-strategies})' -split-input-file -verify-diagnostics

// Parameters of the tiles of a depthwise chain. The tiles share their loops, so
// that some steps of other tiles do not happen.

// PAYLOAD
func.func @chain(%x: tensor<2x14x12x16xf32>, %w: tensor<3x3x1x16xf32>, %b: tensor<16xf32>, %v: tensor<1x1x16x32xf32>) -> tensor<2x14x12x32xf32>
    attributes {schedule.strategy = #schedule.depthwise_chain<
      depthwise = #schedule.register_tile<row_axis = 2, rows = 6, columns = 16, lanes = 4>,
      pointwise = #schedule.register_tile<row_axis = 2, rows = 4, outer_row_axis = 1, columns = 16, lanes = 4, order = rows_outside>>} {
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 16 : i64,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<2x14x12x16xf32>, tensor<3x3x1x16xf32>) -> tensor<2x14x12x16xf32>
  %1 = graph.add %0, %b : (tensor<2x14x12x16xf32>, tensor<16xf32>) -> tensor<2x14x12x16xf32>
  %2 = graph.conv %1, %v {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
      layout = "NHWC", kernel_layout = "HWIO"} : (tensor<2x14x12x16xf32>, tensor<1x1x16x32xf32>) -> tensor<2x14x12x32xf32>
  %3 = graph.relu %2 : (tensor<2x14x12x32xf32>) -> tensor<2x14x12x32xf32>
  return %3 : tensor<2x14x12x32xf32>
}

// CASE: All parameters have an effect.

// CASE: The depthwise convolution computes one row at a time.
// EDIT: `rows = 6,` -> `rows = 6, outer_row_axis = 1, outer_rows = 2,`
// expected-error at `func.func @chain` {{'outer_rows = 2' gives the schedule of 'outer_rows = 1'}}

// CASE: Tiles of one point less divide the row.
// EDIT: `rows = 6,` -> `rows = 5,`
// expected-error at `func.func @chain` {{'rows = 5' gives the schedule of 'rows = 4'}}

// CASE: A sum of three steps is unrolled as a whole.
// EDIT: `rows = 6,` -> `rows = 6, unroll = 2,`
// expected-error at `func.func @chain` {{'unroll = 2' gives the schedule of 'unroll = 3'}}

// CASE: The loops are those of the block between the convolutions.
// EDIT: `rows = 6,` -> `rows = 6, reader = false,`
// expected-error at `func.func @chain` {{'reader = false' gives the schedule of 'reader = true'}}

// CASE: No block computes the data in the loops of the chain.
// EDIT: `rows = 6,` -> `rows = 6, producers = false,`
// expected-error at `func.func @chain` {{'producers = false' gives the schedule of 'producers = true'}}

// CASE: Rows stay as they are.
// EDIT: `rows = 4,` -> `rows = 4, packs_rows = true,`
// expected-error at `func.func @chain` {{'packs_rows = true' gives the schedule of 'packs_rows = false'}}

// CASE: Nothing is copied.
// EDIT: `rows = 4,` -> `rows = 4, copied = [0],`
// expected-error at `func.func @chain` {{'copied = [0]' gives the schedule of 'copied = []'}}

// CASE: Nothing is prefetched.
// EDIT: `rows = 4,` -> `rows = 4, streamed = 1,`
// expected-error at `func.func @chain` {{'streamed = 1' gives the schedule of 'streamed = -1'}}

// CASE: The pointwise convolution can be apart from the block that reads it.
// EDIT: `rows = 4,` -> `rows = 4, reader = false,`
