// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_TUNING_EXACTPROGRAM_H
#define TVM_COMPILER_TUNING_EXACTPROGRAM_H

#include "mlir/IR/BuiltinOps.h"

namespace tvm::compiler {

/// Makes the arithmetic of the kernels of `program`, at level `loops`, f64
/// (te::widenFloats). Its inputs and constants keep their types, its floating
/// outputs become f64. Fails with the reason if a kernel has no such form.
llvm::Error makeExact(mlir::ModuleOp program);

} // namespace tvm::compiler

#endif // TVM_COMPILER_TUNING_EXACTPROGRAM_H
