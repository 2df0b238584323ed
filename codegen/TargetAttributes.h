#ifndef TVM_CODEGEN_TARGETATTRIBUTES_H
#define TVM_CODEGEN_TARGETATTRIBUTES_H

#include "codegen/Target.h"
#include "mlir/IR/BuiltinOps.h"

#include <optional>

namespace tvm::codegen {

/// Records in `module` what it is compiled for: upstream's `llvm.target`
/// (`#llvm.target`: triple, CPU, features), and the entries of device "CPU"
/// (transforms/Target).
void setTarget(mlir::ModuleOp module, const Target &target);

/// The same, but entries of device "CPU" that `module` has already stay.
void completeTarget(mlir::ModuleOp module, const Target &target);

/// The target that `module`, or one around it, is compiled for; nothing where
/// no `llvm.target` says it. Fails where the attributes describe no target.
llvm::Expected<std::optional<Target>> getTarget(mlir::ModuleOp module);

/// The architecture of the GPU that `module`, or one around it, is compiled for
/// (`chip` of device "GPU"); empty where there is none. Fails where LLVM does
/// not know it.
llvm::Expected<std::string> getGPU(mlir::ModuleOp module);

/// Records `chip`, for example "sm_80", as the architecture of device "GPU".
void setGPU(mlir::ModuleOp module, llvm::StringRef chip);

/// Copies what the modules around `kernel` record onto it, so that it can leave
/// them; where they record nothing, `target` is. Fails where they describe the
/// CPU wrongly.
llvm::Error copyTarget(mlir::ModuleOp kernel, const Target &target);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_TARGETATTRIBUTES_H
