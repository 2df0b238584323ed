#ifndef TVM_COMPILER_TARGETCHECKS_H
#define TVM_COMPILER_TARGETCHECKS_H

#include "codegen/Target.h"
#include "mlir/IR/BuiltinOps.h"

namespace tvm::compiler {

/// Whether `target` has the instructions that the schedules in `model`, at
/// level `loops`, tensorize with. Reports each that it has not, at its step.
/// LLVM would crash on them.
mlir::LogicalResult checkInstructions(mlir::ModuleOp model,
                                      const codegen::Target &target);

} // namespace tvm::compiler

#endif // TVM_COMPILER_TARGETCHECKS_H
