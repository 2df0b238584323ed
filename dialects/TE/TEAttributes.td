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

def TE_RegionArrayAttr
    : TypedArrayAttrBase<TE_RegionAttr, "regions of buffers">;

#endif
