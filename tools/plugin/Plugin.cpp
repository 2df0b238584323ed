// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dialects and passes of this project for any MLIR tool:
//   mlir-opt --load-dialect-plugin=libtvm_mlir_plugin.so
//            --load-pass-plugin=libtvm_mlir_plugin.so

#include "compiler/registration/Registration.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "tvm-mlir", "0.1.0",
          [](mlir::DialectRegistry *registry) {
            tvm::registerAllDialects(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "tvm-mlir", "0.1.0",
          [] { tvm::registerAllPasses(); }};
}
