#ifndef TVM_TRANSFORMS_TE_PASSES_TD
#define TVM_TRANSFORMS_TE_PASSES_TD

include "mlir/Pass/PassBase.td"

def LowerBlocksPass : Pass<"te-lower-blocks", "::mlir::func::FuncOp"> {
  let summary = "Replace blocks by what they compute";
  let description = [{
    Moves initialisations in front of their outermost reduction loop and puts
    the bodies of all `te.block`s in place, axes replaced by their bindings.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect"];
}

#endif
