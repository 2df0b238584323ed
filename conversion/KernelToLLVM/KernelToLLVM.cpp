// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/KernelToLLVM.h"

using namespace mlir;

std::string tvm::getKernelSymbol(StringRef name) {
  return ("tvm_kernel_" + name).str();
}

std::string tvm::getWorkspaceFunctionName(StringRef kernelName) {
  return (kernelName + ".workspace").str();
}

std::string tvm::getWorkspaceSymbol(StringRef kernelName) {
  return ("tvm_workspace_" + kernelName).str();
}

func::FuncOp tvm::getKernelFunction(ModuleOp module) {
  func::FuncOp kernel;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isPrivate() || function.isExternal() ||
        function.getName().ends_with(".workspace"))
      continue;
    if (kernel)
      return nullptr;
    kernel = function;
  }
  return kernel;
}
