// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_REGISTRATION_REGISTRATION_H
#define TVM_COMPILER_REGISTRATION_REGISTRATION_H

#include "mlir/IR/DialectRegistry.h"

namespace tvm {

/// Adds all dialects of the project, with their interfaces, to `registry`.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Registers all passes and pipelines of the project.
void registerAllPasses();

} // namespace tvm

#endif // TVM_COMPILER_REGISTRATION_REGISTRATION_H
