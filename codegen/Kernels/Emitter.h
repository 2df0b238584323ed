// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CODEGEN_KERNELS_EMITTER_H
#define TVM_CODEGEN_KERNELS_EMITTER_H

#include "codegen/Kernels/KernelCompiler.h"
#include "llvm/IR/Module.h"

namespace tvm::codegen {

/// Optimises `module` and writes its object and, on request, its text to
/// `result`.
llvm::Error emitObject(llvm::Module &module, const Target &target,
                       const CompileOptions &options, CompiledModule &result);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_KERNELS_EMITTER_H
