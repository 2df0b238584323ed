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

def PlanMemoryPass : Pass<"graph-plan-memory", "::mlir::ModuleOp"> {
  let summary = "Give every value of the host function a place in memory";
  let description = [{
    Rewrites `main` from launches on tensors to calls on memory. Values in
    between and the kernels' workspaces share one `graph.arena`: live ranges
    over the sequence of launches are placed greedily into the smallest gap,
    which is then improved. Results go where `graph.output` says; what has a
    size that depends on computed data comes from `graph.pool`.

    With dynamic dimensions the layout is made for 64 in each of them; then who
    lies over whom is kept and offsets become expressions of the dimensions, so
    the plan is correct for all.

    The function's `graph.memory` reports the arena's `planned` bytes, their
    `naive` sum without sharing and the `lower_bound` by live ranges.
  }];
  let dependentDialects = [
    "::tvm::graph::GraphDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

#endif
