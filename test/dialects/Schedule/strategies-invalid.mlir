// RUN: tvm-opt %s -split-input-file -verify-diagnostics

// Bounds of sizes.
// expected-error @below {{expected 'rows' from 1 to 1048576, got 0}}
func.func private @f() attributes {schedule.strategy = #schedule.register_tile<row_axis = 0, rows = 0>}

// -----

// expected-error @below {{expected 'lanes' from 1 to 64, got 65}}
func.func private @f() attributes {schedule.strategy = #schedule.window_tile<lanes = 65>}

// -----

// Vectors whose size is no power of two, and vectors that no instruction for
// products has.
// expected-error @below {{expected 'lanes' to be a power of two, got 12}}
func.func private @f() attributes {schedule.strategy = #schedule.register_tile<lanes = 12>}

// -----

// expected-error @below {{expected 'lanes' to be a power of two, got 3}}
func.func private @f() attributes {schedule.strategy = #schedule.plane_tile<row_axis = 0, lanes = 3, window_axis = 2>}

// -----

// expected-error @below {{expected 'lanes' to be 8 or 16, got 4}}
func.func private @f() attributes {schedule.strategy = #schedule.dot_product_tile<row_axis = 0, lanes = 4, instruction = madd>}

// -----

// expected-error @below {{expected 'lanes' to be 8 or 16, got 1}}
func.func private @f() attributes {schedule.strategy = #schedule.dot_product_tile<row_axis = 0, instruction = vnni>}

// -----

// Several rows have an axis.
// expected-error @below {{expected 'row_axis' for tiles of several rows}}
func.func private @f() attributes {schedule.strategy = #schedule.register_tile<rows = 2>}

// -----

// expected-error @below {{expected 'row_axis' for tiles of several rows}}
func.func private @f() attributes {schedule.strategy = #schedule.window_tile<outer_row_axis = 0>}

// -----

// expected-error @below {{expected 'outer_row_axis' where 'outer_rows' is 2}}
func.func private @f() attributes {schedule.strategy = #schedule.register_tile<row_axis = 1, outer_rows = 2>}

// -----

// expected-error @below {{expected 'outer_row_axis' where 'outer_rows' is 3}}
func.func private @f() attributes {schedule.strategy = #schedule.window_tile<row_axis = 1, outer_rows = 3>}

// -----

// expected-error @below {{expected 'outer_row_axis' in front of 'row_axis', got 1 and 1}}
func.func private @f() attributes {schedule.strategy = #schedule.register_tile<row_axis = 1, outer_row_axis = 1>}

// -----

// expected-error @below {{expected 'outer_row_axis' in front of 'row_axis', got 2 and 1}}
func.func private @f() attributes {schedule.strategy = #schedule.window_tile<row_axis = 1, outer_row_axis = 2>}

// -----

// Tiles of `rows - 1` have a row.
// expected-error @below {{expected at least 2 'rows' where 'first_rows' is 4}}
func.func private @f() attributes {schedule.strategy = #schedule.register_tile<row_axis = 0, first_rows = 4>}

// -----

// expected-error @below {{expected at least 2 'rows' where 'first_rows' is 1}}
func.func private @f() attributes {schedule.strategy = #schedule.window_tile<row_axis = 0, first_rows = 1>}

// -----

// An order of rows needs outer rows.
// expected-error @below {{expected 'outer_row_axis' for the order 'rows_outside'}}
func.func private @f() attributes {schedule.strategy = #schedule.register_tile<row_axis = 0, order = rows_outside>}

// -----

// expected-error @below {{expected 'outer_row_axis' for the order 'rows_outside'}}
func.func private @f() attributes {schedule.strategy = #schedule.dot_product_tile<row_axis = 0, lanes = 8, order = rows_outside, instruction = madd>}

// -----

// expected-error @below {{expected 'row_axis' where 'packs_rows' is set}}
func.func private @f() attributes {schedule.strategy = #schedule.register_tile<packs_rows = true>}

// -----

// expected-error @below {{expected 'row_axis' where 'packs_rows' is set}}
func.func private @f() attributes {schedule.strategy = #schedule.register_tile<columns = 8, packs_rows = true>}

// -----

// Without rows there is one order of tiles.
// expected-error @below {{expected 'row_axis' for blocks of tiles}}
func.func private @f() attributes {schedule.strategy = #schedule.register_tile<columns = 8, block_columns = 2>}

// -----

// expected-error @below {{expected 'row_axis' for blocks of tiles}}
func.func private @f() attributes {schedule.strategy = #schedule.window_tile<columns = 8, block_rows = 4>}

// -----

// expected-error @below {{expected 'outer_row_axis' where 'block_outer_rows' is 3}}
func.func private @f() attributes {schedule.strategy = #schedule.register_tile<row_axis = 0, block_outer_rows = 3>}

// -----

// expected-error @below {{expected 'outer_row_axis' where 'block_outer_rows' is 2}}
func.func private @f() attributes {schedule.strategy = #schedule.matrix_tile<row_axis = 1, block_outer_rows = 2>}

// -----

// expected-error @below {{expected 'block_rows' from 0 to 1048576, got -1}}
func.func private @f() attributes {schedule.strategy = #schedule.register_tile<row_axis = 0, block_rows = -1>}

// -----

// expected-error @below {{expected 'block_outer_rows' from 0 to 1048576, got -2}}
func.func private @f() attributes {schedule.strategy = #schedule.window_tile<row_axis = 1, outer_row_axis = 0, block_outer_rows = -2>}

// -----

// expected-error @below {{expected 'block_columns' from 0 to 1048576, got 1048577}}
func.func private @f() attributes {schedule.strategy = #schedule.dot_product_tile<row_axis = 0, lanes = 16, block_columns = 1048577, instruction = vnni>}

// -----

// The loops over tiles are shared with another nest.
// expected-error @below {{expected a tile without blocks, got #schedule.window_tile<row_axis = 2, block_rows = 2>}}
func.func private @f() attributes {schedule.strategy = #schedule.depthwise_chain<depthwise = #schedule.window_tile<row_axis = 2, block_rows = 2>, pointwise = #schedule.vectorized>}

// -----

// expected-error @below {{expected a tile without blocks, got #schedule.register_tile<row_axis = 2, block_columns = 3>}}
func.func private @f() attributes {schedule.strategy = #schedule.depthwise_chain<depthwise = #schedule.vectorized, pointwise = #schedule.register_tile<row_axis = 2, block_columns = 3>>}

// -----

// expected-error @below {{expected a tile without blocks, got #schedule.register_tile<row_axis = 1, outer_row_axis = 0, block_outer_rows = 2>}}
func.func private @f() attributes {schedule.strategy = #schedule.winograd_groups<channels = 8, products = #schedule.register_tile<row_axis = 1, outer_row_axis = 0, block_outer_rows = 2>>}

// -----

// expected-error @below {{expected ascending numbers of operands in 'copied', got 1}}
func.func private @f() attributes {schedule.strategy = #schedule.register_tile<copied = [1, 1]>}

// -----

// expected-error @below {{expected ascending numbers of operands in 'epilogue', got -1}}
func.func private @f() attributes {schedule.strategy = #schedule.register_tile<epilogue = [-1]>}

// -----

// Streams of rows are stores around the caches.
// expected-error @below {{expected 'stream_stores' where 'streams' is 4}}
func.func private @f() attributes {schedule.strategy = #schedule.elementwise<streams = 4>}

// -----

// expected-error @below {{expected 'stream_stores' where 'streams' is 2}}
func.func private @f() attributes {schedule.strategy = #schedule.elementwise<stream_stores = false, streams = 2>}

// -----

// expected-error @below {{expected one strategy for block 'a'}}
func.func private @f() attributes {schedule.strategy = #schedule.blocks<"a" = #schedule.vectorized, "a" = #schedule.elementwise<>>}

// -----

// expected-error @below {{expected one strategy for block 'b'}}
func.func private @f() attributes {schedule.strategy = #schedule.blocks<"b" = #schedule.vectorized, "c" = #schedule.vectorized, "b" = #schedule.vectorized>}

// -----

// expected-error @below {{expected the names of at least 2 blocks, got ["a"]}}
func.func private @f() attributes {schedule.strategy = #schedule.rows<blocks = ["a"]>}

// -----

// expected-error @below {{expected the names of at least 2 blocks, got [0, 1]}}
func.func private @f() attributes {schedule.strategy = #schedule.rows<blocks = [0, 1]>}

// -----

// expected-error @below {{expected 'joined' to divide 'group', got 2 and 3}}
func.func private @f() attributes {schedule.strategy = #schedule.winograd_stages<group = 3, joined = 2>}

// -----

// expected-error @below {{expected 'joined' to divide 'group', got 4 and 6}}
func.func private @f() attributes {schedule.strategy = #schedule.winograd_groups<group = 6, joined = 4, products = #schedule.vectorized>}

// -----

// expected-error @below {{expected 'groups_data' where 'packs_data' is set}}
func.func private @f() attributes {schedule.strategy = #schedule.winograd_groups<groups_data = false, packs_data = true, products = #schedule.vectorized>}

// -----

// expected-error @below {{expected 'groups_data' where 'packs_data' is set}}
func.func private @f() attributes {schedule.strategy = #schedule.winograd_groups<lanes = 8, groups_data = false, packs_data = true, products = #schedule.vectorized>}

// -----

// expected-error @below {{expected the name of a schedule rule in 'rule'}}
func.func private @f() attributes {schedule.strategy = #schedule.custom<rule = "">}

// -----

// expected-error @below {{expected the name of a schedule rule in 'rule'}}
func.func private @f() attributes {schedule.strategy = #schedule.custom<rule = "", parameters = {rows = 2}>}

// -----

// expected-error @below {{expected 'schedule.strategy' to be a strategy of a function or of a block, got 4 : i64}}
func.func private @f() attributes {schedule.strategy = 4}

// -----

// expected-error @below {{expected 'schedule.strategy' to be a strategy of a function or of a block, got #schedule.vectorized}}
module attributes {schedule.strategy = #schedule.vectorized} {
}

// -----

// A parameter that cannot be read: the parser names the strategy as it is written.
// expected-error @below {{expected integer value}}
// expected-error @below {{failed to parse #schedule.register_tile parameter 'rows' which is to be a `Number`}}
func.func private @f() attributes {schedule.strategy = #schedule.register_tile<rows = many>}

// -----

// expected-error @below {{integer value too large}}
// expected-error @below {{failed to parse #schedule.rows parameter 'in_place' which is to be a `Flag`}}
func.func private @f() attributes {schedule.strategy = #schedule.rows<blocks = ["a", "b"], in_place = 3>}
