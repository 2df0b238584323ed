// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_CONTROL_GRAPHSTRUCTURE_TD
#define TVM_DIALECTS_GRAPH_CONTROL_GRAPHSTRUCTURE_TD

include "dialects/Graph/GraphBase.td"

def Graph_ConstantOp : Graph_Op<"constant", [Pure, ConstantLike,
    AllTypesMatch<["value", "result"]>]> {
  let summary = "A constant tensor";
  let description = [{
    `value` is an elements attribute (small constants) or a `#graph.weight`.
    (C1) The type of `value` is the type of the result.

    ```mlir
    %0 = graph.constant dense<1.0> : tensor<4xf32>
    %1 = graph.constant #graph.weight<"w", 0, 42> : tensor<64x64xf32>
    ```
  }];
  let arguments = (ins TypedAttrInterface:$value);
  let results = (outs Graph_DataTensor:$result);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Graph_LaunchOp : Graph_Op<"launch", [
    AttrSizedOperandSegments, DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
            ["reifyResultShapes"]>,
    Pure]> {
  let summary = "Call of a kernel, destination-passing style";
  let description = [{
    Calls the function `kernel` of a nested module. `outs` give the shapes and
    the places of the results. `fusion` is the decision of `graph-fuse` that
    made the kernel.
    (C1) `kernel` names a function in a nested module `@module::@function`.
    (C2) The function takes `inputs` and returns the results.
    (C3) Results have the types of `outs`.

    ```mlir
    module @relu {
      func.func @relu(%x: tensor<4xf32>) -> tensor<4xf32> {
        %y = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32>
        return %y : tensor<4xf32>
      }
    }
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %e = tensor.empty() : tensor<4xf32>
      %y = graph.launch @relu::@relu(%x : tensor<4xf32>)
          outs(%e : tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins SymbolRefAttr:$kernel, Variadic<Graph_AnyTensor>:$inputs,
                       Variadic<Graph_AnyTensor>:$outs,
                       OptionalAttr<Graph_FusionAttr>:$fusion);
  let results = (outs Variadic<Graph_AnyTensor>:$results);
  let assemblyFormat = [{
    $kernel `(` ($inputs^ `:` type($inputs))? `)`
    `outs` `(` $outs `:` type($outs) `)` attr-dict `->` type($results)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getOutsMutable(); }
  }];
}

#endif
