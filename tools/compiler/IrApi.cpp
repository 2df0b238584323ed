#include "tools/compiler/tvm_ir.h"

#include "mlir/CAPI/Diagnostics.h"
#include "mlir/CAPI/IR.h"
#include "tools/compiler/Diagnostics.h"
#include "tools/compiler/Dialects.h"
#include "tools/compiler/RunPasses.h"

using namespace mlir;
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

/// Calls `visit` with every value that `root` or something in it defines.
static void walkValues(Operation *root, llvm::function_ref<void(Value)> visit) {
  root->walk([&](Operation *op) {
    for (Value result : op->getResults())
      visit(result);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          visit(argument);
  });
}

bool tvm_operation_has_uses_outside(MlirOperation op) {
  Operation *root = unwrap(op);
  bool isUsed = false;
  walkValues(root, [&](Value value) {
    isUsed |= !llvm::all_of(value.getUsers(), [&](Operation *user) {
      return root->isAncestor(user);
    });
  });
  return isUsed;
}

void tvm_operation_destroy(MlirOperation op) {
  walkValues(unwrap(op), [](Value value) { value.dropAllUses(); });
  unwrap(op)->erase();
}
