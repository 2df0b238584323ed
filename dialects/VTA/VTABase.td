// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_VTA_VTABASE_TD
#define TVM_DIALECTS_VTA_VTABASE_TD

include "dialects/VTA/VTAAttributes.td"
include "dialects/VTA/VTADialect.td"
include "dialects/VTA/VTAEnums.td"
include "dialects/VTA/VTAInterfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"

class VTA_Op<string mnemonic, list<Trait> traits = []>
    : Op<VTA_Dialect, mnemonic, traits>;

def VTA_Field : ConfinedAttr<I64Attr, [IntNonNegative, IntMaxValue<4294967295>]>;
def VTA_Immediate : ConfinedAttr<I64Attr, [IntMinValue<-2147483648>,
                                           IntMaxValue<2147483647>]>;
def VTA_Pads : ConfinedAttr<DenseI32ArrayAttr, [
    DenseArrayCount<4>, DenseArrayNonNegative<DenseI32ArrayAttr>]>;

def VTA_Bytes : ElementsAttrBase<
    CPred<"::llvm::isa<::mlir::DenseElementsAttr>($_self) && "
          "::llvm::cast<::mlir::DenseElementsAttr>($_self)"
          ".getElementType().isSignlessInteger(8)">, "bytes"> {
  let storageType = "::mlir::DenseElementsAttr";
  let returnType = "::mlir::DenseElementsAttr";
  let convertFromStorage = "$_self";
}

/// Thread and address of a line in a listing.
defvar VTA_Line = (ins OptionalAttr<I64Attr>:$thread,
                       OptionalAttr<I64Attr>:$address);
defvar VTA_LineFormat =
    "(`thread` $thread^)? (`at` $address^)? attr-dict";

/// An instruction: `fields`, the dependency bits, thread and address. Traits
/// with a verifier come behind the trait of the parent.
class VTA_InstructionOp<string mnemonic, string parents, dag fields,
                        string format, list<Trait> traits = []>
    : VTA_Op<mnemonic, [HasParent<parents>] # traits # [
        DeclareOpInterfaceMethods<VTA_StreamOpInterface, ["getModule"]>,
        VTA_InstructionOpInterface]> {
  let arguments = !con(fields,
      (ins UnitAttr:$pop_prev, UnitAttr:$pop_next, UnitAttr:$push_prev,
           UnitAttr:$push_next), VTA_Line);
  let assemblyFormat = !strconcat(format,
      " (`pop_prev` $pop_prev^)? (`pop_next` $pop_next^)? "
      "(`push_prev` $push_prev^)? (`push_next` $push_next^)? ",
      VTA_LineFormat);
}

#endif
