#ifndef TVM_CONVERSION_GRAPHTOTE_PASSES_TD
#define TVM_CONVERSION_GRAPHTOTE_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertGraphToTEPass : Pass<"convert-graph-to-te", "::mlir::func::FuncOp"> {
  let summary = "Define graph operators by tensor expressions";
  let description = [{
    Replaces every graph operator of a kernel by the tensor expressions that
    its `TEDefinitionInterface` builds. Storage element types take the place of
    graph element types: `ui8` becomes `i8`, `i1` becomes `i8`. All operators
    without a definition are reported.
  }];
  let dependentDialects = [
    "::tvm::te::TEDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif
