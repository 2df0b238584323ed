// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CODEGEN_KERNELS_LOWERING_H
#define TVM_CODEGEN_KERNELS_LOWERING_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace tvm::codegen {

/// Parses the MLIR module `text` in its own context, lowers it as described for
/// KernelCompiler, and translates it. Fails with the diagnostics.
llvm::Expected<std::unique_ptr<llvm::Module>>
lowerToLLVMIR(llvm::StringRef name, llvm::StringRef text, unsigned optLevel,
              llvm::LLVMContext &context);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_KERNELS_LOWERING_H
