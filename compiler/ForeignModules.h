#ifndef TVM_COMPILER_FOREIGNMODULES_H
#define TVM_COMPILER_FOREIGNMODULES_H

#include "mlir/IR/BuiltinOps.h"

namespace tvm::compiler {

/// Makes `module`, which another compiler wrote, one of ours: of TOSA at level
/// `import`, of linalg on tensors at level `te`. Its only function becomes
/// `main`. Reports what is no such module.
mlir::LogicalResult convertForeignModule(mlir::ModuleOp module);

/// Registers the same for tvm-opt: `tvm-import-pipeline`.
void registerImportPipeline();

} // namespace tvm::compiler

#endif // TVM_COMPILER_FOREIGNMODULES_H
