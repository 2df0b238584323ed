// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_GRAPHATTRIBUTES_TD
#define TVM_DIALECTS_GRAPH_GRAPHATTRIBUTES_TD

include "dialects/Graph/GraphDialect.td"
include "dialects/Graph/GraphEnums.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/CommonAttrConstraints.td"

def Graph_WeightAttr : AttrDef<Graph_Dialect, "Weight", [TypedAttrInterface]> {
  let mnemonic = "weight";
  let summary = "A constant tensor kept in the weight store";
  let description = [{
    Refers to `offset` in the weight store of the context, which is
    `weights.bin` beside a dumped module (module attribute
    `graph.weights = "weights.bin"`). `hash` is the 64-bit xxh3 of the bytes;
    readers compare it and refuse other data. The bytes are the elements of
    `type` in row-major order, little endian, one byte per `i1`.
    (C1) `type` has a static shape, of a size that memory can have.
    (C2) Its elements are numbers that memory holds: no index, no address.

    ```mlir
    #graph.weight<"conv1.weight", 4096, 1234567> : tensor<64x3x7x7xf32>
    ```
  }];
  let parameters = (ins
    StringRefParameter<"name for readers">:$name,
    "uint64_t":$offset,
    "uint64_t":$hash,
    AttributeSelfTypeParameter<"", "::mlir::RankedTensorType">:$type
  );
  let assemblyFormat = "`<` $name `,` $offset `,` $hash `>`";
  let genVerifyDecl = 1;
}

//===-- fusion ------------------------------------------------------------===//

def Graph_FusionAttr : AttrDef<Graph_Dialect, "Fusion"> {
  let mnemonic = "fusion";
  let summary = "The decision of graph-fuse on a kernel";
  let description = [{
    `because` is the reason why the kernel's operators are one kernel:

    | reason | the operators |
    |---|---|
    | `single` | are one |
    | `post_dominator` | follow each other by the rules of kinds |
    | `transpose` | are these, and a transpose of an operand or of the result |
    | `depthwise_chain` | are a depthwise and a pointwise convolution |
    | `attention` | are two products with a softmax of rows between them |

    `apart` is the reason why the operators that read its result are other
    kernels:

    | reason | the result |
    |---|---|
    | `result` | is only returned, or stored |
    | `readers` | has readers in several kernels |
    | `kinds` | has a reader of a kind that does not join this one |
    | `opaque` | has an opaque reader, or an opaque operator computes it |
    | `asked` | has `graph.apart` on its operator, or on its reader |
    | `limit` | would belong to a kernel of too many operators |
    | `traffic` | leaves no core's cache between two kernels, or would do so in one |
    | `tiles` | would belong to a kernel that the schedule rule for it does not take |

    ```mlir
    #graph.fusion<because = depthwise_chain, apart = readers>
    ```
  }];
  let parameters = (ins EnumParameter<Graph_FusionReasonEnum>:$because,
                        EnumParameter<Graph_SeparationReasonEnum>:$apart);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Graph_RoleAttr : EnumAttr<Graph_Dialect, Graph_RoleEnum, "role"> {
  let summary = "The role of an operator in a kernel of several";
  let description = [{
    graph-fuse attaches it, as `graph.role`, to the operators that one of its
    patterns joined. Their tensor expressions get roles of their own
    (`#te.role`), which schedule rules read.

    | role | operator | computes |
    |---|---|---|
    | `attention_scores` | `matmul` | the products of queries and keys |
    | `attention_softmax` | `softmax` | the softmax of the scores' rows |
    | `attention_values` | `matmul` | the products of that and the values |
    | `chain_depthwise` | `conv` | each channel from one channel |
    | `chain_pointwise` | `conv` | each point from that point |

    ```mlir
    #graph.role<attention_softmax>
    ```
  }];
  let assemblyFormat = "`<` $value `>`";
}

//===-- algorithms of convolutions ----------------------------------------===//

def Graph_DirectAttr : AttrDef<Graph_Dialect, "Direct"> {
  let mnemonic = "direct";
  let summary = "A direct convolution";
  let description = [{
    Each element of the result is the sum of the products in its window.

    ```mlir
    #graph.direct
    ```
  }];
}

def Graph_WinogradAttr : AttrDef<Graph_Dialect, "Winograd"> {
  let mnemonic = "winograd";
  let summary = "A convolution by Winograd's algorithm";
  let description = [{
    The algorithm F(tile x tile, 3x3) computes tiles of the result from
    transformed tiles of the data. `graph-winograd` carries it out and refuses a
    convolution for which it is not possible.
    (C1) `tile` is 2, 4 or 6: other sizes have no transformations.

    ```mlir
    #graph.winograd<tile = 4>
    ```
  }];
  let parameters = (ins "int64_t":$tile);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Graph_AlgorithmAttr : AnyAttrOf<[Graph_DirectAttr, Graph_WinogradAttr],
                                    "algorithm of a convolution">;

#endif
