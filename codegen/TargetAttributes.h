// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CODEGEN_TARGETATTRIBUTES_H
#define TVM_CODEGEN_TARGETATTRIBUTES_H

#include "codegen/Target.h"
#include "mlir/IR/BuiltinOps.h"

#include <optional>

namespace tvm::codegen {

/// Records the target of `module`: upstream's `llvm.target` (`#llvm.target`:
/// triple, CPU, features), and the entries of device "CPU" (transforms/Target).
void setTarget(mlir::ModuleOp module, const Target &target);

/// Like setTarget, but keeps existing entries of device "CPU".
void completeTarget(mlir::ModuleOp module, const Target &target);

/// The target of `module` or of a module around it; nothing without an
/// `llvm.target`. Fails if the attributes do not describe a target.
llvm::Expected<std::optional<Target>> getTarget(mlir::ModuleOp module);

/// The architecture of the GPU of `module` or of a module around it (`chip` of
/// device "GPU"); empty if there is none. Fails if LLVM does not know it.
llvm::Expected<std::string> getGPU(mlir::ModuleOp module);

/// Records `chip`, for example "sm_80", as the architecture of device "GPU".
void setGPU(mlir::ModuleOp module, llvm::StringRef chip);

/// Copies the records of the modules around `kernel` to it, so that it can be
/// moved out of them; without records, copies `target`. Fails if they describe
/// the CPU incorrectly.
llvm::Error copyTarget(mlir::ModuleOp kernel, const Target &target);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_TARGETATTRIBUTES_H
