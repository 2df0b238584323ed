// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/registration/Registration.h"
#include "conversion/OnnxToGraph/OnnxToGraph.h"
#include "tools/tvm-translate/VTATranslations.h"

#include "mlir/InitAllTranslations.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

static void registerImportOnnx() {
  static TranslateToMLIRRegistration registration(
      "import-onnx", "import an ONNX model as graph operators",
      [](llvm::SourceMgr &sources,
         MLIRContext *context) -> OwningOpRef<Operation *> {
        const llvm::MemoryBuffer *file =
            sources.getMemoryBuffer(sources.getMainFileID());
        return tvm::importOnnx(
            ArrayRef<char>(file->getBufferStart(), file->getBufferSize()),
            file->getBufferIdentifier(), {}, context);
      });
}

int main(int argc, char **argv) {
  registerAllTranslations();
  registerImportOnnx();
  registerVTATranslations();
  return failed(mlirTranslateMain(argc, argv, "tvm-mlir translation driver"));
}
