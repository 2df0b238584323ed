// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_TENSORS_GRAPHSELECTION_TD
#define TVM_DIALECTS_GRAPH_TENSORS_GRAPHSELECTION_TD

include "dialects/Graph/GraphSymbolic.td"

// Operators that order or select elements by their values, so that destinations
// are no function of indices. Functions of the runtime compute them.

def Graph_TopKOp : Graph_Operator<"top_k", "Opaque",
    [Graph_RuntimeChecks]> {
  let summary = "The first elements in order along an axis, and their indices";
  let description = [{
    The `k` smallest elements in increasing order, or, if `largest`, the largest
    in decreasing order. Of equal elements the one with the smaller index comes
    first. NaN is larger than any number, -0 equals 0.
    (C1) `axis` is a dimension of `x`.
    (C2) `k` is one element, from 0 to the size of the dimension.

    ```mlir
    %v, %i = graph.top_k %x, %k axis 1 {largest} : (tensor<2x9xf32>, tensor<1xi64>) -> (tensor<2x?xf32>, tensor<2x?xi64>)
    ```
  }];
  let arguments = (ins Graph_NumberTensor:$x, Graph_IndexTensor:$k, I64Attr:$axis,
                       UnitAttr:$largest);
  let results = (outs Graph_NumberTensor:$values, RankedTensorOf<[I64]>:$indices);
  let assemblyFormat = [{
    $x `,` $k `axis` $axis attr-dict `:` functional-type(operands, results)
  }];
}

def Graph_NonzeroOp : Graph_SymbolicOp<"nonzero", "Opaque"> {
  let summary = "Indices of the elements that are true";
  let description = [{
    A column for each of the first `count` elements that are true, in row-major
    order, and a row for each dimension of `x`; -1 where there are fewer.
    (C1) `count` is one element.

    ```mlir
    %i = graph.nonzero %x, %count : (tensor<2x3xi1>, tensor<1xi64>) -> tensor<2x?xi64>
    ```
  }];
  let arguments = (ins Graph_BoolTensor:$x, Graph_IndexTensor:$count);
  let assemblyFormat =
      "$x `,` $count attr-dict `:` functional-type(operands, results)";
  let elementType = "::mlir::IntegerType::get(context, 64)";
}

def Graph_UniqueOp : Graph_Operator<"unique", "Opaque"> {
  let summary = "The different rows of a matrix";
  let description = [{
    There are `number` different rows. For each of them, in the order in which
    they first occur or, if `sorted`, in increasing lexicographic order: `first`
    is the smallest index of an equal row, `counts` says how many there are.
    What follows in both is 0. `inverse` is each row's position in this order.
    NaN equals NaN and is larger than any number, -0 equals 0.
    (C1) `x` has two dimensions.

    ```mlir
    %f, %i, %c, %n = graph.unique %x {sorted} : (tensor<9x1xf32>) -> (tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<1xi64>)
    ```
  }];
  let arguments = (ins Graph_NumberTensor:$x, UnitAttr:$sorted);
  let results = (outs RankedTensorOf<[I64]>:$first,
                      RankedTensorOf<[I64]>:$inverse,
                      RankedTensorOf<[I64]>:$counts,
                      RankedTensorOf<[I64]>:$number);
  let assemblyFormat =
      "$x attr-dict `:` functional-type(operands, results)";
}

def Graph_NonMaxSuppressionOp : Graph_Operator<"non_max_suppression", "Opaque",
    [Graph_RuntimeChecks]> {
  let summary = "Boxes with high scores that overlap no better one";
  let description = [{
    Per batch and class, boxes by decreasing score (of equal ones the smaller
    index first), without those whose overlap with a selected one (intersection
    over union) is more than `iou_threshold`, and those whose score is not more
    than `score_threshold`; at most `limit`. Row `(batch, class, box)` of
    `selected` for each of these `number` boxes, in this order; -1 behind.
    Boxes are two opposite corners `(y, x, y, x)` or, if `center_point_box`,
    `(x, y, width, height)` around a center.
    (C1) `boxes` is `[batch, box, 4]`, `scores` is `[batch, class, box]`.
    (C2) `limit` and thresholds are one element each.

    ```mlir
    %s, %n = graph.non_max_suppression %boxes, %scores limit %limit iou %iou
        : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<1xi64>, tensor<1xf32>) -> (tensor<?x3xi64>, tensor<1xi64>)
    ```
  }];
  let arguments = (ins RankedTensorOf<[F32]>:$boxes,
                       RankedTensorOf<[F32]>:$scores,
                       Graph_IndexTensor:$limit,
                       RankedTensorOf<[F32]>:$iou_threshold,
                       Optional<RankedTensorOf<[F32]>>:$score_threshold,
                       UnitAttr:$center_point_box);
  let results = (outs RankedTensorOf<[I64]>:$selected,
                      RankedTensorOf<[I64]>:$number);
  let assemblyFormat = [{
    $boxes `,` $scores `limit` $limit `iou` $iou_threshold
    (`score` $score_threshold^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif
