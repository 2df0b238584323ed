// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_GRAPHBASE_TD
#define TVM_DIALECTS_GRAPH_GRAPHBASE_TD

include "dialects/Graph/GraphAttributes.td"
include "dialects/Graph/GraphDialect.td"
include "dialects/Graph/GraphEnums.td"
include "dialects/Graph/GraphInterfaces.td"
include "dialects/Graph/GraphTypes.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"

// Element types that operators compute with.
def Graph_Float : AnyTypeOf<[F64, F32, F16, BF16, F8E4M3FN, F8E4M3FNUZ, F8E5M2, F8E5M2FNUZ], "64/32/16/8-bit floating-point">;
def Graph_Integer : AnyTypeOf<[SignlessIntOfWidths<[1, 8, 16, 32, 64]>, UnsignedIntOfWidths<[8, 16, 32, 64]>], "1/8/16/32/64-bit integer">;
def Graph_WideInteger : AnyTypeOf<[SignlessIntOfWidths<[8, 16, 32, 64]>, UnsignedIntOfWidths<[8, 16, 32, 64]>], "8/16/32/64-bit integer">;
def Graph_Number : AnyTypeOf<[Graph_Float, Graph_Integer], "computable">;
// Element types that can only be moved and converted.
def Graph_StoredType : AnyTypeOf<[F8E8M0FNU, F4E2M1FN, SignlessIntOfWidths<[2, 4]>, UnsignedIntOfWidths<[2, 4]>], "storable">;

// Element types that can only be moved.
def Graph_Complex : AnyTypeOf<[Complex<F32>, Complex<F64>], "complex">;

def Graph_Tensor : RankedTensorOf<[Graph_Number, Graph_StoredType], [], "tensor">;
def Graph_NumberTensor : RankedTensorOf<[Graph_Number], [], "tensor">;
// Operands of sums and products. A bool cannot represent 2 or -1.
def Graph_ArithmeticTensor : RankedTensorOf<[Graph_Float, Graph_WideInteger], [], "tensor of numbers">;
def Graph_WideIntegerTensor : RankedTensorOf<[Graph_WideInteger], [], "tensor of numbers">;
def Graph_FloatTensor : RankedTensorOf<[Graph_Float], [], "tensor of floats">;
def Graph_IntegerTensor : RankedTensorOf<[Graph_Integer], [], "tensor of integers">;
// Values of constants.
def Graph_DataTensor : RankedTensorOf<[Graph_Number, Graph_StoredType, Graph_Complex], [], "tensor">;
// Operands of operators that only move elements.
def Graph_AnyTensor : RankedTensorOf<[Graph_Number, Graph_StoredType, Graph_Complex, Graph_String, Graph_Handle], [], "tensor">;
def Graph_StringTensor : RankedTensorOf<[Graph_String], [], "tensor of strings">;
def Graph_BoolTensor : RankedTensorOf<[I1], [], "tensor of bools">;
def Graph_IndexTensor : RankedTensorOf<[I32, I64], [], "tensor of i32 or i64">;

class Graph_Op<string mnemonic, list<Trait> traits = []>
    : Op<Graph_Dialect, mnemonic, traits>;

// A pure operator whose result types follow from its operands and attributes
// (`inferReturnTypes`) and whose run-time result shapes do too
// (`reifyResultShapes`). A result type may be more static than the inferred
// one, never contradict it.
// Checks when the model runs what is not known before (OperatorChecks.cpp).
defvar Graph_RuntimeChecks =
    DeclareOpInterfaceMethods<Graph_RuntimeCheckInterface>;
// The same for operators that say themselves when there is such a check.
defvar Graph_SomeRuntimeChecks =
    DeclareOpInterfaceMethods<Graph_RuntimeCheckInterface, ["hasChecks"]>;

// Says in what type an operator computes.
defvar Graph_OwnPrecision =
    DeclareOpInterfaceMethods<Graph_PrecisionInterface>;

// Implementations of the elements of shapes: of all elements at once, or of one
// after the other.
defvar Graph_SymbolicElements =
    DeclareOpInterfaceMethods<Graph_SymbolicElementsInterface,
                              ["getSymbolicElements"]>;
defvar Graph_SymbolicArithmetic =
    DeclareOpInterfaceMethods<Graph_SymbolicElementsInterface,
                              ["evaluateElement"]>;

// The same elements in the same order.
def Graph_KeepsElementOrder : NativeOpTrait<"KeepsElementOrder"> {
  let cppNamespace = "::tvm::graph";
}

class Graph_Operator<string mnemonic, string kind, list<Trait> traits = []>
    : Graph_Op<mnemonic, !listconcat(traits, [
        Pure,
        InferTypeOpAdaptorWithIsCompatible,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
            ["reifyResultShapes"]>,
        DeclareOpInterfaceMethods<Graph_FusionInterface>])> {
  code fusionDefinition = [{
    ::tvm::graph::FusionKind $cppClass::getFusionKind() {
      return ::tvm::graph::FusionKind::}] # kind # [{;
    }
    bool $cppClass::isCompatibleReturnTypes(::mlir::TypeRange l,
                                            ::mlir::TypeRange r) {
      return ::tvm::graph::areCompatibleTypes(l, r);
    }
  }];
  let extraClassDefinition = fusionDefinition;
}

#endif
