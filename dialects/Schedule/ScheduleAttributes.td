// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_SCHEDULE_SCHEDULEATTRIBUTES_TD
#define TVM_DIALECTS_SCHEDULE_SCHEDULEATTRIBUTES_TD

// All strategies. This file has the strategy of several blocks, and the one that
// plug-ins use.

include "dialects/Schedule/ScheduleTiles.td"
include "dialects/Schedule/ScheduleNests.td"

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
    AttrParameter<"::mlir::ArrayAttr", "Names of the blocks in program order. "
      "A block that cannot be computed in the loop over rows keeps a nest of "
      "its own">:$blocks,
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
    Schedule_Number<"1", "Number of loops that nests share, as far as the order "
      "of blocks allows it">:$axes,
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
  Schedule_Number<"1", "Elements of a vector of the data's channels, up to the "
    "number of channels">:$data_lanes,
  Schedule_Number<"1", "Elements of a vector of the result's channels, up to "
    "the number of channels">:$lanes,
  Schedule_Number<"1", "Tiles of a row that are computed one after another">
    :$group,
  Schedule_Number<"1", "Tiles of a group whose rows are stored together">
    :$joined,
  Schedule_Flag<"false", "All tiles and all vectors of channels are full, so "
    "that they are transposed in registers, if channels are not last">:$whole);

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
    Schedule_Number<"0", "Channels of the result that are computed together, "
      "in whole vectors; 0: all">:$channels,
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
    Schedule_Number<"1", "Channels of the result that are computed together, "
      "in whole vectors">:$channels,
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
