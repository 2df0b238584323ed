// RUN: tvm-opt %s | tvm-opt | FileCheck %s

// Each strategy prints the parameters that differ from their defaults.

// CHECK: schedule.strategy = #schedule.register_tile<row_axis = 0, rows = 6, columns = 64, lanes = 16, order = columns_inside, masked = true, copied = [0, 2], unroll = 4, reader = false, tasks = 16>
func.func @register_tile() attributes {schedule.strategy = #schedule.register_tile<row_axis = 0, rows = 6, columns = 64, lanes = 16, order = columns_inside, masked = true, copied = [0, 2], unroll = 4, reader = false, tasks = 16, streamed = -1>} {
  return
}

// CHECK: #schedule.register_tile<row_axis = 1, rows = 6, outer_row_axis = 0, columns = 64, lanes = 16, block_rows = 8, block_outer_rows = 4, block_columns = 2>
func.func @blocks_of_tiles() attributes {schedule.strategy = #schedule.register_tile<row_axis = 1, rows = 6, outer_row_axis = 0, columns = 64, lanes = 16, block_rows = 8, block_outer_rows = 4, block_columns = 2>} {
  return
}

// CHECK: #schedule.window_tile<row_axis = 2, rows = 7, first_rows = 14, outer_row_axis = 1, columns = 32, lanes = 16, epilogue = [1]>
func.func @window_tile() attributes {schedule.strategy = #schedule.window_tile<row_axis = 2, rows = 7, first_rows = 14, outer_row_axis = 1, columns = 32, lanes = 16, epilogue = [1]>} {
  return
}

// CHECK: #schedule.plane_tile<row_axis = 2, window_axis = 4, producers = false>
func.func @apart() attributes {schedule.strategy = #schedule.plane_tile<row_axis = 2, window_axis = 4, reader = true, producers = false>} {
  return
}

// CHECK: #schedule.plane_tile<row_axis = 2, rows = 7, columns = 28, lanes = 16, window_axis = 4, inlines_borders = true, masked_borders = true, rows_apart = true>
func.func @plane_tile() attributes {schedule.strategy = #schedule.plane_tile<row_axis = 2, rows = 7, columns = 28, lanes = 16, window_axis = 4, inlines_borders = true, masked_borders = true, rows_apart = true>} {
  return
}

// CHECK: #schedule.plane_tile<row_axis = 2, rows = 7, first_rows = 14, outer_row_axis = 1, outer_rows = 2, columns = 28, lanes = 16, order = rows_outside, block_rows = 4, block_outer_rows = 8, block_columns = 2, window_axis = 4, unroll = 3>
func.func @planes_in_blocks() attributes {schedule.strategy = #schedule.plane_tile<row_axis = 2, rows = 7, first_rows = 14, outer_row_axis = 1, outer_rows = 2, columns = 28, lanes = 16, order = rows_outside, block_rows = 4, block_outer_rows = 8, block_columns = 2, window_axis = 4, unroll = 3>} {
  return
}

// CHECK: #schedule.dot_product_tile<row_axis = 0, rows = 6, columns = 64, lanes = 16, instruction = vnni>
func.func @dot_product_tile() attributes {schedule.strategy = #schedule.dot_product_tile<row_axis = 0, rows = 6, columns = 64, lanes = 16, instruction = vnni>} {
  return
}

// CHECK: #schedule.matrix_tile<row_axis = 0, rows = 32, columns = 32, lanes = 16, steps = 4>
func.func @matrix_tile() attributes {schedule.strategy = #schedule.matrix_tile<row_axis = 0, rows = 32, columns = 32, lanes = 16, steps = 4>} {
  return
}

// CHECK: #schedule.split_reduction<parts = 4, partial = #schedule.vectorized, total = #schedule.reduction<parts = 16>>
func.func @split_reduction() attributes {schedule.strategy = #schedule.split_reduction<parts = 4, partial = #schedule.vectorized, total = #schedule.reduction<parts = 16>>} {
  return
}

// CHECK: #schedule.padded_transpose<fill = #schedule.elementwise<stream_stores = true, streams = 4>, inside = #schedule.transpose<rows = 16, columns = 8, reads_rows_whole = true, masked = true, outer = 1>>
func.func @padded_transpose() attributes {schedule.strategy = #schedule.padded_transpose<fill = #schedule.elementwise<stream_stores = true, streams = 4>, inside = #schedule.transpose<rows = 16, columns = 8, reads_rows_whole = true, masked = true, outer = 1>>} {
  return
}

// CHECK: #schedule.collapsed<then = #schedule.elementwise<short_rows = false, chunk = 0>>
func.func @collapsed() attributes {schedule.strategy = #schedule.collapsed<then = #schedule.elementwise<short_rows = false, chunk = 0>>} {
  return
}

// CHECK: #schedule.blocks<"a b" = #schedule.columns<tasks = 16>, "c" = #schedule.column_tiles<columns = 64>>
func.func @blocks() attributes {schedule.strategy = #schedule.blocks<"a b" = #schedule.columns<columns = 512, tasks = 16>, "c" = #schedule.column_tiles<columns = 64>>} {
  return
}

// CHECK: #schedule.attention<axes = 2, copies = <>, rows = <blocks = ["max", "sum"], in_place = false, prefetch = false>, scores = #schedule.vectorized, product = #schedule.vectorized, results = <"r" = #schedule.elementwise<>>>
func.func @attention() attributes {schedule.strategy = #schedule.attention<axes = 2, copies = <>, rows = <blocks = ["max", "sum"], in_place = false, prefetch = false>, scores = #schedule.vectorized, product = #schedule.vectorized, results = <"r" = #schedule.elementwise<>>>} {
  return
}

// CHECK: #schedule.depthwise_chain<depthwise = #schedule.vectorized, pointwise = #schedule.vectorized, tasks = 8>
func.func @depthwise_chain() attributes {schedule.strategy = #schedule.depthwise_chain<depthwise = #schedule.vectorized, pointwise = #schedule.vectorized, tasks = 8>} {
  return
}

// CHECK: #schedule.winograd_stages<data_lanes = 16, lanes = 8, group = 4, joined = 2, whole = true, channels = 8>
func.func @winograd_stages() attributes {schedule.strategy = #schedule.winograd_stages<data_lanes = 16, lanes = 8, group = 4, joined = 2, whole = true, channels = 8>} {
  return
}

// CHECK: #schedule.winograd_groups<data_lanes = 16, lanes = 16, group = 14, channels = 32, packs_products = true, products = #schedule.vectorized>
func.func @winograd_groups() attributes {schedule.strategy = #schedule.winograd_groups<data_lanes = 16, lanes = 16, group = 14, channels = 32, packs_products = true, products = #schedule.vectorized>} {
  return
}

// A strategy of a rule that is not loaded.
// CHECK: #schedule.custom<rule = "other", parameters = {rows = 2 : i64, text = "a"}>
func.func @custom() attributes {schedule.strategy = #schedule.custom<rule = "other", parameters = {text = "a", rows = 2}>} {
  return
}

// CHECK: #schedule.split_reduction<partial = #schedule.custom<rule = "other">, total = #schedule.vectorized>
func.func @custom_inside() attributes {schedule.strategy = #schedule.split_reduction<partial = #schedule.custom<rule = "other", parameters = {}>, total = #schedule.vectorized>} {
  return
}
