#include "tools/compiler/tvm_ir.h"

#include "mlir/CAPI/Diagnostics.h"
#include "mlir/CAPI/IR.h"
#include "tools/compiler/Diagnostics.h"
#include "tools/compiler/Dialects.h"
#include "tools/compiler/RunPasses.h"

using namespace tvm::compiler;

void tvm_register_all(MlirDialectRegistry registry) {
  getDialects().appendTo(*unwrap(registry));
  registerPasses();
}

void tvm_diagnostic_print(MlirDiagnostic diagnostic,
                          MlirStringCallback callback, void *user) {
  std::string text = formatDiagnostic(unwrap(diagnostic));
  callback(mlirStringRefCreate(text.data(), text.size()), user);
}
