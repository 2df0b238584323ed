// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_SCHEDULE_SCHEDULENESTS_TD
#define TVM_DIALECTS_SCHEDULE_SCHEDULENESTS_TD

// Strategies of other blocks.

include "dialects/Schedule/ScheduleParameters.td"

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
      "others. A condition: both sides of a tile are behind them">:$outer,
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
    Schedule_Number<"0", "Number of outermost loops that are not fused">:$outer,
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
    Schedule_Number<"kDefaultChunk", "Elements of a long row that a thread "
      "takes at a time, where rows are few; 0: rows stay whole">:$chunk,
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
    Schedule_Number<"kDefaultColumns", "Columns that are reduced together, up to "
      "their number">:$columns,
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
    Schedule_Number<"1", "Columns that are reduced in registers, up to their "
      "number">:$columns,
    Schedule_Tasks:$tasks);
}

#endif
