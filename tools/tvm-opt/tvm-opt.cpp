// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/registration/Registration.h"
#include "dialects/Graph/Weights/WeightStore.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/Path.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  tvm::registerAllDialects(registry);
  tvm::registerAllPasses();
  auto [input, output] = mlir::registerAndParseCLIOptions(
      argc, argv, "tvm-mlir optimizer driver\n", registry);
  // The weights of a dump are beside it.
  tvm::graph::WeightStore::setDefaultFolder(
      llvm::sys::path::parent_path(input));
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, input, output, registry));
}
