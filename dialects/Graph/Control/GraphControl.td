// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_CONTROL_GRAPHCONTROL_TD
#define TVM_DIALECTS_GRAPH_CONTROL_GRAPHCONTROL_TD

include "dialects/Graph/GraphBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/LoopLikeInterface.td"

class Graph_Scalar<int width> : Type<
    CPred<"$_self == ::mlir::RankedTensorType::get({}, "
          "::mlir::IntegerType::get($_self.getContext(), " # width # "))">,
    "tensor<i" # width # ">", "::mlir::RankedTensorType">,
    BuildableType<"::mlir::RankedTensorType::get({}, "
                  "$_builder.getIntegerType(" # width # "))">;
def Graph_Condition : Graph_Scalar<1>;
def Graph_Count : Graph_Scalar<64>;

def Graph_IfOp : Graph_Op<"if", [
    NoRegionArguments, RecursiveMemoryEffects, RecursivelySpeculatable,
    SingleBlockImplicitTerminator<"YieldOp">,
    InferTypeOpAdaptorWithIsCompatible]> {
  let summary = "One of two subgraphs";
  let description = [{
    The results are what the chosen region yields. A dimension in which the
    branches differ is unknown.
    (C1) Both regions yield as many values as there are results.
    (C2) Values of both regions for one result have the same element type and
    rank.

    ```mlir
    %y = graph.if %c -> tensor<?xf32> {
      graph.yield %a : tensor<3xf32>
    } else {
      graph.yield %b : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Graph_Condition:$condition);
  let results = (outs Variadic<Graph_AnyTensor>:$results);
  let regions = (region SizedRegion<1>:$thenRegion, SizedRegion<1>:$elseRegion);
  let assemblyFormat = [{
    $condition (`->` type($results)^)? $thenRegion `else` $elseRegion attr-dict
  }];
  let hasCanonicalizer = 1;
  let extraClassDefinition = [{
    bool $cppClass::isCompatibleReturnTypes(::mlir::TypeRange l,
                                            ::mlir::TypeRange r) {
      return ::tvm::graph::areCompatibleTypes(l, r);
    }
  }];
}

def Graph_YieldOp : Graph_Op<"yield", [
    Pure, ReturnLike, Terminator, HasParent<"IfOp">]> {
  let summary = "The values of a branch";
  let description = [{
    The values of both branches have the same element types and ranks.

    ```mlir
    %y = graph.if %c -> tensor<3xf32> {
      graph.yield %a : tensor<3xf32>
    } else {
      graph.yield %b : tensor<3xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<Graph_AnyTensor>:$values);
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, {}); }]>];
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

def Graph_LoopOp : Graph_Op<"loop", [
    AttrSizedOperandSegments, RecursiveMemoryEffects, SingleBlock,
    DeclareOpInterfaceMethods<LoopLikeOpInterface>,
    InferTypeOpAdaptorWithIsCompatible]> {
  let summary = "Repeats a subgraph";
  let description = [{
    Runs the body for the iterations 0, 1 ... below `count` (without: for ever)
    as long as the condition holds: `condition` before the first iteration, the
    one of `graph.next` before each further one. The body's arguments are the
    number of the iteration and the carried values, at first `inits`. Results
    are the last carried values, then for every row of `graph.next` a tensor of
    the rows of all iterations, in order.

    A dimension of a carried value that changes is unknown. Rows have one shape
    in all iterations, which is checked at run time.
    (C1) The body takes the number of the iteration, a `tensor<i64>`, and a
    value per init.
    (C2) A carried argument has the element type and the rank of its init and
    of its next value; a dimension that it knows is the same in both.
    (C3) `graph.next` has a value per init, and the loop a result per value and
    row.
    (C4) Without `count`, there is a condition.

    ```mlir
    %last, %all = graph.loop count %n while %c init(%x : tensor<4xf32>)
        -> tensor<4xf32>, tensor<?x4xf32> {
    ^bb0(%i: tensor<i64>, %a: tensor<4xf32>):
      %b = graph.add %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      graph.next while %c carry(%b : tensor<4xf32>) rows(%b : tensor<4xf32>)
    }
    ```
  }];
  let arguments = (ins Optional<Graph_Count>:$count,
                       Optional<Graph_Condition>:$condition,
                       Variadic<Graph_AnyTensor>:$initial);
  let results = (outs Variadic<Graph_AnyTensor>:$results);
  let regions = (region SizedRegion<1>:$bodyRegion);
  let assemblyFormat = [{
    (`count` $count^)? (`while` $condition^)?
    (`init` `(` $initial^ `:` type($initial) `)`)? (`->` type($results)^)?
    $bodyRegion attr-dict
  }];
  let hasCanonicalizer = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    NextOp getNext();
    ::mlir::BlockArgument getIteration() { return getBody()->getArgument(0); }
    ::mlir::Block::BlockArgListType getCarried() {
      return getBody()->getArguments().drop_front();
    }
    ::mlir::ResultRange getLast() {
      return getResults().take_front(getInitial().size());
    }
    ::mlir::ResultRange getRows() {
      return getResults().drop_front(getInitial().size());
    }
  }];
  let extraClassDefinition = [{
    bool $cppClass::isCompatibleReturnTypes(::mlir::TypeRange l,
                                            ::mlir::TypeRange r) {
      return ::tvm::graph::areCompatibleTypes(l, r);
    }
  }];
}

def Graph_NextOp : Graph_Op<"next", [
    AttrSizedOperandSegments, Pure, ReturnLike, Terminator,
    HasParent<"LoopOp">]> {
  let summary = "The end of an iteration";
  let description = [{
    `condition` says whether there is another iteration (without: yes, if the
    count allows), `carried` are its values, `rows` what this iteration adds to
    the loop's other results.

    ```mlir
    %last = graph.loop while %c init(%x : tensor<4xf32>) -> tensor<4xf32> {
    ^bb0(%i: tensor<i64>, %a: tensor<4xf32>):
      graph.next while %c carry(%a : tensor<4xf32>)
    }
    ```
  }];
  let arguments = (ins Optional<Graph_Condition>:$condition,
                       Variadic<Graph_AnyTensor>:$carried,
                       Variadic<Graph_AnyTensor>:$rows);
  let assemblyFormat = [{
    (`while` $condition^)? (`carry` `(` $carried^ `:` type($carried) `)`)?
    (`rows` `(` $rows^ `:` type($rows) `)`)? attr-dict
  }];
}

// Operators that `graph-lower-control-flow` leaves beside `scf`.

def Graph_WithDimsOp : Graph_Op<"with_dims", [
    Pure, AllTypesMatch<["tensor", "result"]>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
        ["reifyResultShapes"]>]> {
  let summary = "A tensor whose dimensions are known values";
  let description = [{
    The tensor itself; `dims` are the values of its dynamic dimensions.
    (C1) There is one operand per dynamic dimension.

    ```mlir
    %y = graph.with_dims %x(%n) : tensor<?x4xf32>
    ```
  }];
  let arguments = (ins Graph_AnyTensor:$tensor, Variadic<Index>:$dims);
  let results = (outs Graph_AnyTensor:$result);
  let assemblyFormat = "$tensor `(` $dims `)` attr-dict `:` type($tensor)";
  let hasVerifier = 1;
}

def Graph_AppendOp : Graph_Op<"append", [
    Pure, TypesMatchWith<"result has the type of the rows before it", "rows",
                         "result", "$_self">]> {
  let summary = "One more row";
  let description = [{
    The first `count` rows of `rows`, then `row`. `rows` is not used otherwise,
    so that its memory can grow.
    (C1) `row` has the element type of `rows` and its dimensions but the first,
    which is unknown.

    ```mlir
    %b = graph.append %row to %a[%i] : tensor<4xf32> to tensor<?x4xf32>
    ```
  }];
  let arguments = (ins Graph_AnyTensor:$row, Graph_AnyTensor:$rows, Index:$count);
  let results = (outs Graph_AnyTensor:$result);
  let assemblyFormat = [{
    $row `to` $rows `[` $count `]` attr-dict `:` type($row) `to` type($rows)
  }];
  let hasVerifier = 1;
}

#endif
