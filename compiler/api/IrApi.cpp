// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/api/tvm_ir.h"

#include "compiler/Diagnostics.h"
#include "compiler/Dialects.h"
#include "compiler/RunPasses.h"
#include "mlir/CAPI/Diagnostics.h"
#include "mlir/CAPI/IR.h"

using namespace mlir;
using namespace tvm::compiler;

void tvm_register_all(MlirDialectRegistry registry) {
  getDialects().appendTo(*unwrap(registry));
  registerPasses();
}

void tvm_context_print_op_on_diagnostic(MlirContext context, bool enable) {
  unwrap(context)->printOpOnDiagnostic(enable);
}

void tvm_diagnostic_print(MlirDiagnostic diagnostic,
                          MlirStringCallback callback, void *user) {
  std::string text = formatDiagnostic(unwrap(diagnostic));
  callback(mlirStringRefCreate(text.data(), text.size()), user);
}

/// Calls `visit` for each value that is defined by `root` or in it.
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

static bool hasOperand(Operation *root,
                       llvm::function_ref<bool(Operation *, Value)> predicate) {
  return root
      ->walk([&](Operation *op) {
        return WalkResult(
            failure(llvm::any_of(op->getOperands(), [&](Value operand) {
              return predicate(op, operand);
            })));
      })
      .wasInterrupted();
}

bool tvm_operation_has_null_operands(MlirOperation op) {
  return hasOperand(unwrap(op),
                    [](Operation *, Value operand) { return !operand; });
}

bool tvm_operation_has_unlinked_operands(MlirOperation op) {
  Operation *root = unwrap(op);
  return hasOperand(root, [&](Operation *user, Value operand) {
    return user != root && (!operand || !operand.getParentBlock());
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

void tvm_operation_drop_uses_outside(MlirOperation op) {
  Operation *root = unwrap(op);
  walkValues(root, [&](Value value) {
    for (OpOperand &use : llvm::make_early_inc_range(value.getUses()))
      if (!root->isAncestor(use.getOwner()))
        use.drop();
  });
}

void tvm_operation_destroy(MlirOperation op) {
  walkValues(unwrap(op), [](Value value) { value.dropAllUses(); });
  unwrap(op)->erase();
}
