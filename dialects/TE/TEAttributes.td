// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_TE_TEATTRIBUTES_TD
#define TVM_DIALECTS_TE_TEATTRIBUTES_TD

include "dialects/TE/TEDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/CommonAttrConstraints.td"

def TE_RegionAttr : AttrDef<TE_Dialect, "Region"> {
  let mnemonic = "region";
  let summary = "A box of a buffer that a block accesses";
  let description = [{
    Of capture number `capture`, per dimension `sizes` elements from `offsets`
    on. Dimensions of the map are the block's axes, symbols its captures, as far
    as they are needed.

    ```mlir
    #te.region<0, (d0, d1) -> (d0 * 8, d1 * 8), [8, 8]>
    ```
  }];
  let parameters = (ins "unsigned":$capture, "::mlir::AffineMap":$offsets,
                        "::mlir::DenseI64ArrayAttr":$sizes);
  let assemblyFormat = "`<` $capture `,` $offsets `,` $sizes `>`";
}

def TE_RoleAttr : AttrDef<TE_Dialect, "Role"> {
  let mnemonic = "role";
  let summary = "The part that a block plays in an algorithm";
  let description = [{
    An algorithm of several steps is several computations, or blocks. Who writes
    them down says which is which, and a schedule rule for the algorithm reads
    it. Names are those of the algorithm, not of an operator.

    | algorithm | parts |
    |---|---|
    | `winograd` | `pad`, `transform_data_rows`, `transform_data`, `multiply`, `transform_result_rows`, `transform_result` |
    | `attention` | `operand`, `scores`, `softmax`, `values` |
    | `depthwise_chain` | `depthwise`, `pointwise` |

    `TERoles.h` says what the parts are. Rules of plug-ins have algorithms of
    their own.

    (C1) Neither name is empty.
    (C2) A part of one of these algorithms is in the table.

    ```mlir
    #te.role<"winograd", "transform_data">
    ```
  }];
  let parameters = (ins StringRefParameter<"the algorithm">:$algorithm,
                        StringRefParameter<"the step of it">:$part);
  let assemblyFormat = "`<` $algorithm `,` $part `>`";
  let genVerifyDecl = 1;
}

def TE_RegionArrayAttr
    : TypedArrayAttrBase<TE_RegionAttr, "regions of buffers">;

#endif
