#ifndef TVM_TRANSFORMS_GRAPH_PASSES_TD
#define TVM_TRANSFORMS_GRAPH_PASSES_TD

include "mlir/Pass/PassBase.td"

def FusePass : Pass<"graph-fuse", "::mlir::ModuleOp"> {
  let summary = "Group operators into kernels";
  let description = [{
    Groups the operators of `main` after TVM's rules: an operator fuses with
    its immediate post-dominator if their fusion kinds and those of everything
    between them allow it. Every group is outlined as a function in a module of
    its own, called by `graph.launch`; equal groups share one. Small constants
    move into the kernels.
  }];
  let options = [
    Option<"maxOperators", "max-operators", "unsigned", "256",
           "largest number of operators in a group; 1 = no fusion">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif
