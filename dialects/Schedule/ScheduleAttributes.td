#ifndef TVM_DIALECTS_SCHEDULE_SCHEDULEATTRIBUTES_TD
#define TVM_DIALECTS_SCHEDULE_SCHEDULEATTRIBUTES_TD

include "dialects/Schedule/ScheduleAttrInterfaces.td"
include "dialects/Schedule/ScheduleDialect.td"
include "dialects/Schedule/ScheduleEnums.td"
include "mlir/IR/AttrTypeBase.td"

// Parameters ------------------------------------------------------------------

// The parser's errors contain the C++ types of parameters, and the names of
// definitions: "failed to parse #schedule.rows parameter 'tasks' which is to be
// a `Number`". Therefore types have names that a reader of strategies knows, and
// definitions are called what strategies look like.

class Schedule_Number<string default, string summary>
    : DefaultValuedParameter<"Number", default, summary>;
class Schedule_Flag<string default, string summary>
    : DefaultValuedParameter<"Flag", default, summary>;

class Schedule_Indices<string summary>
    : OptionalArrayRefParameter<"int64_t", summary> {
  let parser = "::tvm::schedule::parseIndices($_parser)";
  let printer = "::tvm::schedule::printIndices($_printer, $_self)";
}

def Schedule_Tasks : Schedule_Number<"0",
  "Iterations of a parallel loop that keep all cores busy; with 0, the nest "
  "runs on one thread">;

class Schedule_Inner<string summary>
    : AttrParameter<"::tvm::schedule::StrategyAttrInterface", summary>;

class Schedule_Strategy<string name, string strategy>
    : AttrDef<Schedule_Dialect, name, [Schedule_StrategyInterface]> {
  let mnemonic = strategy;
  let genVerifyDecl = 1;
  let assemblyFormat = "`<` struct(params) `>`";
}

// Register tiles --------------------------------------------------------------

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
  Schedule_Number<"1", "Steps of the sum that are unrolled at most">:$unroll,
  Schedule_Flag<"true", "The tile is in the loops of the block that reads the "
    "result, instead of a copy's">:$reader,
  Schedule_Flag<"true", "Blocks that compute operands element by element are "
    "in the loops over tiles, as far outside as they compute nothing twice, "
    "instead of nests of their own">:$producers,
  Schedule_Number<"0", "Number of outermost loops that stay around all others">
    :$outer,
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
      "the result, instead of a copy's">:$reader,
    Schedule_Flag<"true", "As in `register_tile`">:$producers,
    Schedule_Number<"1", "Steps of the innermost other axis of the sum that are "
      "unrolled; divides their number">:$unroll,
    Schedule_Indices<"Operands of the epilogue that are prefetched during the "
      "sum">:$epilogue,
    Schedule_Number<"0", "Number of outermost loops that stay around all "
      "others">:$outer,
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

// Other blocks ----------------------------------------------------------------

def "#schedule.transpose"
    : Schedule_Strategy<"Transpose", "transpose"> {
  let summary = "Tiles of a copy are transposed in registers";
  let description = [{
    A row is contiguous in the source of the copy, a column in its destination.

    ```mlir
    #schedule.transpose<rows = 16, columns = 16, tasks = 16>
    ```
  }];
  let parameters = (ins
    Schedule_Number<"1", "Elements of a row of a tile">:$rows,
    Schedule_Number<"1", "Elements of a column of a tile">:$columns,
    Schedule_Flag<"false", "Consecutive tiles continue the read cache lines "
      "instead of the written ones">:$reads_rows_whole,
    Schedule_Flag<"false", "The remainder of a dynamic number of columns is a "
      "masked vector">:$masked,
    Schedule_Number<"0", "Number of outermost loops that stay around all "
      "others">:$outer,
    Schedule_Tasks:$tasks);
}

def "#schedule.collapsed"
    : Schedule_Strategy<"Collapsed", "collapsed"> {
  let summary = "Loops that both buffers of a copy run through as one are fused";
  let description = [{
    ```mlir
    #schedule.collapsed<then = #schedule.elementwise<tasks = 16>>
    ```
  }];
  let parameters = (ins
    Schedule_Number<"0", "Number of outermost loops that stay around all "
      "others">:$outer,
    Schedule_Inner<"Strategy of the fused loops">:$then);
}

def "#schedule.padded_transpose"
    : Schedule_Strategy<"PaddedTranspose", "padded_transpose"> {
  let summary = "A copy with a border is filled and then transposed inside";
  let description = [{
    ```mlir
    #schedule.padded_transpose<fill = #schedule.elementwise<tasks = 16>,
        inside = #schedule.transpose<rows = 16, columns = 16, tasks = 16>>
    ```
  }];
  let parameters = (ins
    Schedule_Inner<"Strategy of the block that fills the buffer">:$fill,
    Schedule_Inner<"Strategy of the copy inside of the border">:$inside);
}

def "#schedule.vectorized"
    : Schedule_Strategy<"Vectorized", "vectorized"> {
  let summary = "The innermost loop is vectorised, and nothing else is done";
  let description = [{
    ```mlir
    #schedule.vectorized
    ```
  }];
  let assemblyFormat = "";
  let genVerifyDecl = 0;
}

def "#schedule.elementwise"
    : Schedule_Strategy<"Elementwise", "elementwise"> {
  let summary = "Vectors in the innermost loop, threads over the outer ones";
  let description = [{
    ```mlir
    #schedule.elementwise<stream_stores = true, streams = 4, tasks = 16>
    ```
  }];
  let parameters = (ins
    Schedule_Flag<"true", "Rows shorter than half a vector are fused, or "
      "repeated for their elements">:$short_rows,
    Schedule_Number<"4096", "Elements of a long row that a thread takes at a "
      "time, where rows are few; 0: rows stay whole">:$chunk,
    Schedule_Flag<"false", "Results are stored around the caches">
      :$stream_stores,
    Schedule_Number<"1", "Rows whose cache lines are stored in turn">:$streams,
    Schedule_Tasks:$tasks);
}

def "#schedule.reduction"
    : Schedule_Strategy<"Reduction", "reduction"> {
  let summary = "A reduction in vectors along its innermost loop";
  let description = [{
    ```mlir
    #schedule.reduction<parts = 16, tasks = 16>
    ```
  }];
  let parameters = (ins
    Schedule_Number<"1", "Elements of a row that are reduced beside each "
      "other, to results of their own">:$parts,
    Schedule_Tasks:$tasks);
}

def "#schedule.columns"
    : Schedule_Strategy<"Columns", "columns"> {
  let summary = "A reduction to several results, with vectors along columns";
  let description = [{
    ```mlir
    #schedule.columns<columns = 512, tasks = 16>
    ```
  }];
  let parameters = (ins
    Schedule_Number<"512", "Columns that are reduced together">:$columns,
    Schedule_Tasks:$tasks);
}

def "#schedule.column_tiles"
    : Schedule_Strategy<"ColumnTiles", "column_tiles"> {
  let summary = "Columns are reduced in registers where a block reads them";
  let description = [{
    ```mlir
    #schedule.column_tiles<columns = 64, tasks = 16>
    ```
  }];
  let parameters = (ins
    Schedule_Number<"1", "Columns that are reduced in registers">:$columns,
    Schedule_Tasks:$tasks);
}

// Several blocks --------------------------------------------------------------

def "#schedule.blocks"
    : Schedule_Strategy<"Blocks", "blocks"> {
  let summary = "A strategy for each of several blocks, by name";
  let description = [{
    Blocks are scheduled in the order of their rules. A block without a
    strategy stays as it is.

    ```mlir
    #schedule.blocks<"C" = #schedule.register_tile<rows = 4, row_axis = 0>,
                     "D" = #schedule.elementwise<>>
    ```
  }];
  let parameters = (ins "::mlir::DictionaryAttr":$strategies);
  let assemblyFormat = "`<` custom<Strategies>($strategies) `>`";
}

def "#schedule.rows"
    : Schedule_Strategy<"Rows", "rows"> {
  let summary = "Blocks that share rows are computed row by row";
  let description = [{
    Softmax and other normalisations: all blocks are computed in the loop over
    rows of the last one.

    ```mlir
    #schedule.rows<blocks = ["max", "exp", "sum", "div"], tasks = 16>
    ```
  }];
  let parameters = (ins
    AttrParameter<"::mlir::ArrayAttr", "Names of the blocks in program order">
      :$blocks,
    Schedule_Flag<"true", "A buffer that the last block reads at its own axes "
      "is updated in place">:$in_place,
    Schedule_Flag<"true", "The loop that computes a row prefetches the next "
      "one">:$prefetch,
    Schedule_Tasks:$tasks);
}

def "#schedule.attention"
    : Schedule_Strategy<"Attention", "attention"> {
  let summary = "softmax(x y) z in one loop over batches and heads";
  let description = [{
    ```mlir
    #schedule.attention<axes = 2, copies = <>,
        rows = <blocks = ["max", "exp", "sum", "div"]>,
        scores = #schedule.register_tile<row_axis = 2, rows = 6, columns = 64,
                                         lanes = 16, outer = 2>,
        product = #schedule.register_tile<row_axis = 2, rows = 6, columns = 64,
                                          lanes = 16, outer = 2>,
        results = <>, tasks = 16>
    ```
  }];
  let parameters = (ins
    Schedule_Number<"1", "Number of loops that all nests share">:$axes,
    AttrParameter<"::tvm::schedule::BlocksAttr", "Strategies of the copies of "
      "operands">:$copies,
    AttrParameter<"::tvm::schedule::RowsAttr", "Strategy of the softmax">:$rows,
    Schedule_Inner<"Strategy of the first product">:$scores,
    Schedule_Inner<"Strategy of the second product">:$product,
    AttrParameter<"::tvm::schedule::BlocksAttr", "Strategies of the blocks "
      "behind the second product">:$results,
    Schedule_Tasks:$tasks);
}

def "#schedule.depthwise_chain"
    : Schedule_Strategy<"DepthwiseChain", "depthwise_chain"> {
  let summary = "A depthwise and a pointwise convolution, row by row";
  let description = [{
    ```mlir
    #schedule.depthwise_chain<
        depthwise = #schedule.window_tile<row_axis = 2, rows = 7, columns = 32,
                                          lanes = 16>,
        pointwise = #schedule.register_tile<row_axis = 2, rows = 7,
                                            columns = 32, lanes = 16>,
        tasks = 16>
    ```
  }];
  let parameters = (ins
    Schedule_Inner<"Strategy of the depthwise convolution, without blocks of "
      "tiles">:$depthwise,
    Schedule_Inner<"Strategy of the pointwise convolution, without blocks of "
      "tiles">:$pointwise,
    Schedule_Tasks:$tasks);
}

defvar winograd = (ins
  Schedule_Number<"1", "Elements of a vector of the data's channels">
    :$data_lanes,
  Schedule_Number<"1", "Elements of a vector of the result's channels">:$lanes,
  Schedule_Number<"1", "Tiles of a row that are computed one after another">
    :$group,
  Schedule_Number<"1", "Tiles of a group whose rows are stored together">
    :$joined,
  Schedule_Flag<"false", "All tiles and all vectors of channels are full">
    :$whole);

def "#schedule.winograd_stages"
    : Schedule_Strategy<"WinogradStages", "winograd_stages"> {
  let summary = "Winograd's algorithm, each stage for all tiles";
  let description = [{
    The batch of products has a strategy of its own.

    ```mlir
    #schedule.winograd_stages<data_lanes = 16, lanes = 16, tasks = 16>
    ```
  }];
  let parameters = !con(winograd, (ins
    Schedule_Number<"0", "Channels of the result that are computed together; "
      "0: all">:$channels,
    Schedule_Tasks:$tasks));
}

def "#schedule.winograd_groups"
    : Schedule_Strategy<"WinogradGroups", "winograd_groups"> {
  let summary = "Winograd's algorithm, all stages for a group of tiles";
  let description = [{
    ```mlir
    #schedule.winograd_groups<data_lanes = 16, lanes = 16, group = 14,
        channels = 32, packs_products = true,
        products = #schedule.register_tile<row_axis = 4, rows = 7, columns = 32,
                                           lanes = 16>, tasks = 16>
    ```
  }];
  let parameters = !con(winograd, (ins
    Schedule_Number<"1", "Channels of the result that are computed together">
      :$channels,
    Schedule_Flag<"true", "The data of a group are transformed with it, instead "
      "of those of all tiles before">:$groups_data,
    Schedule_Flag<"false", "Coordinates of the products of one tile and one "
      "vector are stored together">:$packs_products,
    Schedule_Flag<"false", "Coordinates of the data of one tile and one vector "
      "are stored together">:$packs_data,
    Schedule_Indices<"Operands of the epilogue that are prefetched during the "
      "products">:$epilogue,
    Schedule_Inner<"Strategy of the products">:$products,
    Schedule_Tasks:$tasks));
}

// Strategies of other rules ---------------------------------------------------

def "#schedule.custom"
    : Schedule_Strategy<"Custom", "custom"> {
  let summary = "A strategy of a rule that has no attribute of its own";
  let description = [{
    The rule of a plug-in. It checks the parameters itself, when
    `schedule-generate` reads the strategy; the attribute can be parsed and
    printed without the plug-in.

    ```mlir
    #schedule.custom<rule = "thin_product", parameters = {rows = 2 : i64}>
    ```
  }];
  let parameters = (ins
    StringRefParameter<"Name of the rule">:$rule,
    DefaultValuedParameter<"::mlir::DictionaryAttr",
      "::mlir::DictionaryAttr::get($_ctxt)", "Parameters by name; the rule has "
      "default values for others">:$parameters);
  let extraClassDeclaration = [{
    ::llvm::StringRef getRuleName() const { return getRule(); }
  }];
}

#endif
