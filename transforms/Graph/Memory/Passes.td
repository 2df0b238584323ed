// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_MEMORY_PASSES_TD
#define TVM_TRANSFORMS_GRAPH_MEMORY_PASSES_TD

include "mlir/Pass/PassBase.td"

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
    `naive` sum without sharing and the `lower_bound` by live ranges. With
    `report` its `buffers` lists what lies in the arena: `offset` and `size` in
    bytes, the launches that it is needed from (`first`) and to (`last`),
    numbered in program order, and where a launch makes it, that one's number
    (`launch`) and the number of its `result`; a workspace has none. `unplanned`
    counts what lies elsewhere as its size is known late.
  }];
  let options = [
    Option<"report", "report", "bool", "false", "list the buffers">
  ];
  let dependentDialects = [
    "::tvm::graph::GraphDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

#endif
