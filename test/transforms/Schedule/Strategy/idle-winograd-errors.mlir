// RUN: %cases %s | tvm-opt --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},func.func(convert-graph-to-te,te-inline-computes),canonicalize,cse,convert-te-to-loops,schedule-generate{only-strategies})' -split-input-file -verify-diagnostics

// Parameters of groups of Winograd's tiles.

// PAYLOAD
func.func @groups(%x: tensor<1x56x56x64xf32>, %u: tensor<6x6x64x64xf32> {graph.constant}, %r: tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32>
    attributes {schedule.strategy = #schedule.winograd_groups<data_lanes = 16, lanes = 16, group = 14, channels = 32,
      products = #schedule.register_tile<row_axis = 4, rows = 7, columns = 32, lanes = 16>, tasks = 2>} {
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 1, 1, 1, 1>, layout = "NHWC"}
      : (tensor<1x56x56x64xf32>, tensor<6x6x64x64xf32>) -> tensor<1x56x56x64xf32>
  %1 = graph.add %0, %r : (tensor<1x56x56x64xf32>, tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32>
  return %1 : tensor<1x56x56x64xf32>
}

// CASE: All parameters have an effect.

// CASE: Channels are last, so that tiles are not transposed.
// EDIT: `tasks = 2` -> `whole = true, tasks = 2`
// expected-error at `func.func @groups` {{'whole = true' gives the schedule of 'whole = false'}}

// CASE: Vectors of channels are whole.
// EDIT: `channels = 32` -> `channels = 20`
// expected-error at `func.func @groups` {{'channels = 20' gives the schedule of 'channels = 32'}}

// CASE: There is no operand 7.
// EDIT: `tasks = 2` -> `epilogue = [7], tasks = 2`
// expected-error at `func.func @groups` {{'epilogue = [7]' gives the schedule of 'epilogue = []'}}

// CASE: A group has 7 tiles.
// EDIT: `group = 14` -> `group = 7`
// EDIT: `rows = 7` -> `rows = 14`
// expected-error at `func.func @groups` {{'rows = 14' gives the schedule of 'rows = 7'}}

// CASE: The stages have loops of their own.
// EDIT: `rows = 7` -> `rows = 7, producers = false`
// expected-error at `func.func @groups` {{'producers = false' gives the schedule of 'producers = true'}}

// CASE: Tiles of more columns than a group has channels.
// EDIT: `columns = 32` -> `columns = 48`
// expected-error at `func.func @groups` {{expected 'columns' of the products of at most 32, the channels of a group, got 48}}

// CASE: Products are computed by vectors.
// EDIT: `register_tile<row_axis` -> `matrix_tile<row_axis`
// expected-error at `func.func @groups` {{expected a tile without an instruction for the products}}
