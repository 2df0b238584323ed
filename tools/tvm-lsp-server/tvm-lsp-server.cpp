// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/registration/Registration.h"

#include "mlir/InitAllDialects.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  tvm::registerAllDialects(registry);
  return failed(mlir::MlirLspServerMain(argc, argv, registry));
}
