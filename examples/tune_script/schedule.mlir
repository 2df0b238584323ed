// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles, fuses and vectorizes a layer. The sizes of tiles and the form of the
// product in a tile are open.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %rows = transform.tune.knob<"rows"> options = [4, 2, 6, 8, 16] -> !transform.param<i64>
    %columns = transform.tune.knob<"columns"> options = [16, 32, 48, 64] -> !transform.param<i64>
    %depth = transform.tune.knob<"depth"> options = [4, 1, 2, 8] -> !transform.param<i64>

    %square = transform.tune.knob<"square"> options = [16, 8, 4] -> !transform.param<i64>
    %transpose = transform.structured.match ops{["linalg.transpose"]} in %module : (!transform.any_op) -> !transform.any_op
    %transposed, %copies:2 = transform.structured.tile_using_for %transpose tile_sizes [%square, %square]
        : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)

    // The bias and the rectifier, and in their tile the product.
    %bias = transform.structured.match ops{["linalg.generic"]} in %module : (!transform.any_op) -> !transform.any_op
    %tile, %loops:2 = transform.structured.tile_using_for %bias tile_sizes [%rows, %columns]
        : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %product = transform.structured.match ops{["linalg.matmul"]} in %module : (!transform.any_op) -> !transform.any_op
    %fused, %loop = transform.structured.fuse_into_containing_op %product into %loops#1
        : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %fill = transform.structured.match ops{["linalg.fill"]} in %module : (!transform.any_op) -> !transform.any_op
    %filled, %inner = transform.structured.fuse_into_containing_op %fill into %loop
        : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %step, %reduction = transform.structured.tile_using_for %fused tile_sizes [0, 0, %depth]
        : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)

    // Vectors, with the sums of a tile in registers.
    %function = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    %vectors = transform.structured.vectorize_children_and_apply_patterns %function : (!transform.any_op) -> !transform.any_op
    %sums = transform.structured.match ops{["scf.for"]} in %vectors : (!transform.any_op) -> !transform.any_op
    transform.loop.hoist_loop_invariant_subsets %sums : !transform.any_op
    transform.tune.alternatives<"product"> {
      transform.apply_patterns to %vectors {
        transform.apply_patterns.vector.lower_contraction lowering_strategy = "outerproduct"
        transform.apply_patterns.vector.lower_outerproduct
      } : !transform.any_op
    }, {
      transform.apply_patterns to %vectors {
        transform.apply_patterns.vector.lower_contraction lowering_strategy = "parallelarith"
      } : !transform.any_op
    }
    transform.yield
  }
}
