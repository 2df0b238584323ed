// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TVMC_VTACOMMANDS_H
#define TVM_TOOLS_TVMC_VTACOMMANDS_H

#include "mlir/IR/MLIRContext.h"
#include "tools/tvmc/Command.h"

namespace tvm::tvmc {

extern const Command vtaRunCommand, vtaCheckCommand, vtaExplainCommand;

/// A context for VTA programs that prints its diagnostics.
class VtaContext {
public:
  VtaContext();
  mlir::MLIRContext *get() { return &context; }

private:
  mlir::MLIRContext context;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TVMC_VTACOMMANDS_H
