// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_TARGETCHECKS_H
#define TVM_COMPILER_TARGETCHECKS_H

#include "codegen/Target.h"
#include "mlir/IR/BuiltinOps.h"

namespace tvm::compiler {

/// Checks that `target` has the instructions of the tensorize steps in the
/// schedules of `model`, at level `loops`. Reports each missing instruction at
/// its step. LLVM would crash on them.
mlir::LogicalResult checkInstructions(mlir::ModuleOp model,
                                      const codegen::Target &target);

} // namespace tvm::compiler

#endif // TVM_COMPILER_TARGETCHECKS_H
