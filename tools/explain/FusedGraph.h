// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_EXPLAIN_FUSEDGRAPH_H
#define TVM_TOOLS_EXPLAIN_FUSEDGRAPH_H

#include "mlir/IR/BuiltinOps.h"
#include "tools/explain/Report.h"

namespace tvm::explain {

/// The number of a launch's kernel in the report, and the dynamic dimensions of
/// its inputs and results, in order.
struct Launch {
  unsigned kernel = 0;
  std::vector<Dim> dims;
};

/// Adds kernels, their operators and the tensors between them. `module` is at
/// level `fused`. Returns its launches in program order.
std::vector<Launch> readFusedGraph(mlir::ModuleOp module, Report &report);

/// Adds the work of kernels, which is known at level `loops`. `launches` belong
/// to the module at level `fused`.
void readWork(mlir::ModuleOp loops, llvm::ArrayRef<Launch> launches,
              Report &report);

} // namespace tvm::explain

#endif // TVM_TOOLS_EXPLAIN_FUSEDGRAPH_H
