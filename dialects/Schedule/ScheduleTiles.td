// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_SCHEDULE_SCHEDULETILES_TD
#define TVM_DIALECTS_SCHEDULE_SCHEDULETILES_TD

// Strategies of blocks whose result is computed in register tiles.

include "dialects/Schedule/ScheduleParameters.td"

// The points of the result that are rows and columns of a tile.
defvar rowsOfTile = (ins
  Schedule_Number<"-1", "Axis of the rows; -1: a tile has one row">:$row_axis,
  Schedule_Number<"1", "Rows of a tile, up to the iterations along `row_axis`">:$rows,
  Schedule_Number<"0", "Number of leading rows. One part uses tiles of `rows`, "
    "the other tiles of `rows - 1`. 0: full tiles plus a remainder">
    :$first_rows,
  Schedule_Number<"-1", "A second axis of rows, in front of `row_axis`; -1: "
    "none">:$outer_row_axis,
  Schedule_Number<"1", "Rows of a tile along that axis, up to its iterations">
    :$outer_rows,
  Schedule_Number<"1", "Columns of a tile, along the last spatial axis, up to "
    "its iterations">:$columns,
  Schedule_Number<"1", "Elements of a vector, a power of two, where the schedule "
    "itself divides columns into vectors: those of an instruction, those that "
    "the reader of the result transposes, those of a copy of rows, and a masked "
    "remainder. Elsewhere the vectoriser takes the width of the machine. The "
    "limit of unrolled operations counts such vectors">:$lanes);

defvar orderOfTiles = (ins
  DefaultValuedParameter<"TileOrder",
    "::tvm::schedule::TileOrder::ColumnsOutside", "Order of the loops over tiles: columns around rows; all columns of a row "
    "of the second axis before its next row; or columns inside of all rows">
    :$order);

defvar orderOfPlanes = (ins
  DefaultValuedParameter<"TileOrder",
    "::tvm::schedule::TileOrder::ColumnsInside", "As in `register_tile`">
    :$order);

// Blocks of tiles, for the second-level cache.
defvar blocksOfTiles = (ins
  Schedule_Number<"0", "Tiles in a block along `row_axis`. Loops over blocks "
    "go around the loops over tiles of a block, in the same order. 0: one block">
    :$block_rows,
  Schedule_Number<"0", "Tiles in a block along `outer_row_axis`; 0: one block">
    :$block_outer_rows,
  Schedule_Number<"0", "Tiles of columns in a block; 0: one block">
    :$block_columns);

// Parameters for operands, and for loops around the tile.
defvar operandsOfTile = (ins
  Schedule_Indices<"Operands that are copied as a whole to tiles of columns, "
    "by their number among the buffers that the block reads">:$copied,
  Schedule_Number<"-1", "Operand whose next tile of columns is prefetched; -1: "
    "none">:$streamed,
  Schedule_Indices<"Operands of the epilogue that are prefetched during the "
    "sum">:$epilogue,
  Schedule_Number<"1", "Steps of the sum that are unrolled; divides their "
    "number. A sum of at most 4 steps is always unrolled">:$unroll,
  Schedule_Flag<"true", "The tile is in the loops of the block that reads the "
    "result, if there is one, instead of a copy's">:$reader,
  Schedule_Flag<"true", "Blocks that compute operands element by element are "
    "in the loops over tiles, as far outside as they compute nothing twice, "
    "instead of nests of their own">:$producers,
  Schedule_Number<"0", "Number of outermost loops that stay around all others, "
    "and off threads. A condition: rows are behind them">:$outer,
  Schedule_Tasks:$tasks);

def "#schedule.register_tile"
    : Schedule_Strategy<"RegisterTile", "register_tile"> {
  let summary = "A tile of the result is computed in vector registers";
  let description = [{
    Convolutions and products: rows share the vectors of columns, columns share
    the elements of rows.

    ```mlir
    #schedule.register_tile<row_axis = 0, rows = 6, columns = 64, lanes = 16,
                            unroll = 4, tasks = 16>
    ```

    With `block_rows = 8`, all columns of 48 rows come before the next 48 rows.
  }];
  let parameters = !con(rowsOfTile, orderOfTiles, blocksOfTiles, (ins
    Schedule_Flag<"false", "The rest of an unknown number of columns is a "
      "vector under a mask">:$masked,
    Schedule_Flag<"false", "Elements that the rows of a tile need at one step "
      "of the sum lie side by side: in a weight, or in a copy">:$packs_rows),
    operandsOfTile);
}

def "#schedule.window_tile"
    : Schedule_Strategy<"WindowTile", "window_tile"> {
  let summary = "A register tile of a small window, channels last";
  let description = [{
    Depthwise convolutions whose data and weights both move with the columns.
    The window is unrolled, and columns are the innermost loop over tiles.

    ```mlir
    #schedule.window_tile<row_axis = 2, rows = 7, columns = 32, lanes = 16,
                          tasks = 16>
    ```
  }];
  let parameters = !con(rowsOfTile, blocksOfTiles, (ins
    Schedule_Flag<"false", "The rest of an unknown number of columns is a "
      "vector under a mask">:$masked),
    operandsOfTile);
}

def "#schedule.plane_tile"
    : Schedule_Strategy<"PlaneTile", "plane_tile"> {
  let summary = "A register tile of a small window, channels first";
  let description = [{
    Depthwise convolutions and pools whose neighbouring rows read common data:
    the axis of the window that moves data as rows do is unrolled for each row.
    A second axis of rows, such as the channels, shares no data; it gives a tile
    of small planes more independent sums.

    ```mlir
    #schedule.plane_tile<row_axis = 2, rows = 7, columns = 28, lanes = 16,
                         window_axis = 4, inlines_borders = true, tasks = 16>
    ```
  }];
  let parameters = !con(rowsOfTile, orderOfPlanes, blocksOfTiles, (ins
    Schedule_Number<"-1", "Axis of the sum that moves data as rows do">
      :$window_axis,
    Schedule_Flag<"false", "Padding is a condition of the window's loads, and "
      "the whole window is unrolled">:$inlines_borders,
    Schedule_Flag<"false", "Where a row is one tile, conditions become masks; "
      "else tiles at a border get nests of their own">:$masked_borders,
    Schedule_Flag<"false", "Each row is summed by itself">:$rows_apart,
    Schedule_Flag<"true", "The tile is in the loops of the block that reads "
      "the result, if there is one, instead of a copy's">:$reader,
    Schedule_Flag<"true", "As in `register_tile`">:$producers,
    Schedule_Number<"1", "Steps of the innermost other axis of the sum that are "
      "unrolled; divides their number">:$unroll,
    Schedule_Indices<"Operands of the epilogue that are prefetched during the "
      "sum">:$epilogue,
    Schedule_Number<"0", "As in `register_tile`">:$outer,
    Schedule_Tasks:$tasks));
}

def "#schedule.dot_product_tile"
    : Schedule_Strategy<"DotProductTile", "dot_product_tile"> {
  let summary = "A register tile of an instruction for products of bytes";
  let description = [{
    Four products of bytes are added per element and instruction. Weights keep
    four steps of the sum side by side.

    ```mlir
    #schedule.dot_product_tile<row_axis = 0, rows = 6, columns = 64, lanes = 16,
                               instruction = vnni, tasks = 16>
    ```
  }];
  let parameters = !con(rowsOfTile, orderOfTiles, blocksOfTiles, (ins
    Schedule_Flag<"false", "The rest of an unknown number of columns is a "
      "vector under a mask">:$masked,
    EnumParameter<Schedule_DotInstruction>:$instruction),
    operandsOfTile);
}

def "#schedule.matrix_tile"
    : Schedule_Strategy<"MatrixTile", "matrix_tile"> {
  let summary = "A tile in matrix registers";
  let description = [{
    Products of bf16 or of bytes by x86's AMX.

    ```mlir
    #schedule.matrix_tile<row_axis = 0, rows = 32, columns = 32, lanes = 16,
                          steps = 2, tasks = 16>
    ```
  }];
  let parameters = !con(rowsOfTile, orderOfTiles, blocksOfTiles, (ins
    Schedule_Number<"2", "Steps of the sum that lie side by side in weights: 2 "
      "of bf16, 4 of bytes">:$steps),
    operandsOfTile);
}

def "#schedule.split_reduction"
    : Schedule_Strategy<"SplitReduction", "split_reduction"> {
  let summary = "A long sum is divided into parts";
  let description = [{
    Split-K: each part is a block of its own, and the block itself adds the
    parts.

    ```mlir
    #schedule.split_reduction<parts = 4,
        partial = #schedule.register_tile<row_axis = 1, rows = 6, columns = 64,
                                          lanes = 16>,
        total = #schedule.reduction<tasks = 16>>
    ```
  }];
  let parameters = (ins
    Schedule_Number<"2", "Number of parts; the sum's outermost loop is divided "
      "by it">:$parts,
    Schedule_Inner<"Strategy of the block that computes the parts">:$partial,
    Schedule_Inner<"Strategy of the block that adds the parts">:$total);
}

#endif
