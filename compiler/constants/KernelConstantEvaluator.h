// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_CONSTANTS_KERNELCONSTANTEVALUATOR_H
#define TVM_COMPILER_CONSTANTS_KERNELCONSTANTEVALUATOR_H

#include "mlir/IR/DialectRegistry.h"

namespace tvm::compiler {

/// Attaches the evaluator of constants to the Graph dialect. It takes a module
/// from level `graph` to level `scheduled` by the models' pipelines, compiles
/// the kernels for this machine and runs them in this process. Kernels are
/// fused but not scheduled, as with `--level=loops`.
void registerConstantEvaluator(mlir::DialectRegistry &registry);

} // namespace tvm::compiler

#endif // TVM_COMPILER_CONSTANTS_KERNELCONSTANTEVALUATOR_H
