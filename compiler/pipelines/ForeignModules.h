// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_PIPELINES_FOREIGNMODULES_H
#define TVM_COMPILER_PIPELINES_FOREIGNMODULES_H

#include "mlir/IR/BuiltinOps.h"

namespace tvm::compiler {

/// Converts `module`, from another compiler: TOSA to level `import`, linalg on
/// tensors to level `te`. Its only function becomes `main`. Reports unsupported
/// modules.
mlir::LogicalResult convertForeignModule(mlir::ModuleOp module);

/// Registers the same for tvm-opt: `tvm-import-pipeline`.
void registerImportPipeline();

} // namespace tvm::compiler

#endif // TVM_COMPILER_PIPELINES_FOREIGNMODULES_H
