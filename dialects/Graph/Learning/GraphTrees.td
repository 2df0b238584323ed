// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_LEARNING_GRAPHTREES_TD
#define TVM_DIALECTS_GRAPH_LEARNING_GRAPHTREES_TD

include "dialects/Graph/GraphSymbolic.td"

def Graph_TreeLeavesOp : Graph_SymbolicOp<"tree_leaves", "Opaque",
    [Graph_RuntimeChecks]> {
  let summary = "The leaf of each decision tree that each row comes to";
  let description = [{
    Node i compares element `features[i]` of a row of `x` with `splits[i]` and
    goes to `yes[i]` where `accept[i]` has the bit of the outcome (1: less, 2:
    equal, 4: greater, 8: either is NaN), otherwise to `no[i]`. Numbers of at
    least 0 are nodes, -1 - i is leaf i. `roots` are where trees begin, so
    `x` of [N, F] has a result of [N, trees]. No way is longer than `depth`.

    (C1) `x` is a matrix of the element type of `splits`.
    (C2) All tables of nodes and `roots` have one dimension; those of nodes
         have one length.

    ```mlir
    %0 = graph.tree_leaves %x features %f splits %s accept %a yes %y no %n
        roots %r depth 3
        : (tensor<?x4xf32>, tensor<7xi64>, tensor<7xf32>, tensor<7xui8>,
           tensor<7xi64>, tensor<7xi64>, tensor<1xi64>) -> tensor<?x1xi64>
    ```
  }];
  let arguments = (ins
    Graph_FloatTensor:$x, RankedTensorOf<[I64]>:$features,
    Graph_FloatTensor:$splits, RankedTensorOf<[UI8]>:$accept,
    RankedTensorOf<[I64]>:$yes, RankedTensorOf<[I64]>:$no,
    RankedTensorOf<[I64]>:$roots, I64Attr:$depth
  );
  let assemblyFormat = [{
    $x `features` $features `splits` $splits `accept` $accept `yes` $yes
    `no` $no `roots` $roots `depth` $depth attr-dict `:`
    functional-type(operands, results)
  }];
  let elementType = "::mlir::IntegerType::get(context, 64)";
}

#endif
