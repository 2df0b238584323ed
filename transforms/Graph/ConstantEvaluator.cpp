// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/ConstantEvaluator.h"

using namespace mlir;

namespace tvm::graph {

static void loadDialectsOf(MLIRContext *, GraphDialect *dialect) {
  if (auto *found = dialect->getRegisteredInterface<ConstantEvaluator>())
    found->loadDialects();
}

void ConstantEvaluator::addDependentDialects(DialectRegistry &registry) {
  registry.addExtension(loadDialectsOf);
}

FailureOr<const ConstantEvaluator *> ConstantEvaluator::get(Operation *op) {
  auto *dialect = op->getContext()->getOrLoadDialect<GraphDialect>();
  if (auto *found = dialect->getRegisteredInterface<ConstantEvaluator>())
    return found;
  return op->emitError("expected an evaluator of constants, got none: "
                       "tvm::registerAllDialects of //compiler/registration "
                       "brings one, and so does libtvm_mlir_plugin.so");
}

} // namespace tvm::graph
