// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A schedule rule as a script: the product of two matrices, and what follows it
// element by element, in tiles of a few rows and columns.
//   tvmc tune model.onnx --load-plugin=product_tiles.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @product_tiles(%product: !transform.any_op {transform.readonly}) {
    // The block that reads the sums, in tiles: any number of rows, and columns
    // that divide those of the result.
    %result = schedule.get_consumers of %product
    %i, %j = schedule.get_loops of %result
    %rows = transform.tune.knob<"rows"> options = [4, 1, 2, 6, 8] -> !transform.param<i64>
    %io, %ii = schedule.split %i by [0, %rows]
    %columns:2 = schedule.sample_perfect_tile %j max_innermost_factor 64
    %jo, %ji = schedule.split %j by [%columns#0, %columns#1]
    schedule.reorder %io, %jo, %ii, %ji

    // The sums of a tile, some terms at a time.
    %sums = schedule.compute_at %product, %jo
    %s:5 = schedule.get_loops of %sums
    schedule.reorder %s#4, %s#2, %s#3
    %terms = transform.tune.knob<"terms"> options = [1, 2, 4, 8] -> !transform.param<i64>
    %ko, %ki = schedule.split %s#4 by [0, %terms]
    schedule.unroll %ki
    %zeros = schedule.decompose_reduction %sums, %ko
    %z:4 = schedule.get_loops of %zeros

    transform.tune.alternatives<"threads"> {
      schedule.parallel %io
    }, {
    }
    schedule.vectorize %z#3
    schedule.unroll %z#2
    schedule.vectorize %s#3
    schedule.unroll %s#2
    schedule.vectorize %ji
    schedule.unroll %ii
    transform.yield
  }
}
