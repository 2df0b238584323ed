#include "tools/compiler/ForeignModules.h"

#include "conversion/TosaToGraph/TosaToGraph.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Pass/PassManager.h"
#include "tools/compiler/Levels.h"

using namespace mlir;

namespace tvm::compiler {

template <typename Dialect> static bool hasOperators(ModuleOp module) {
  auto result = module.walk([](Operation *op) {
    return isa_and_present<Dialect>(op->getDialect()) ? WalkResult::interrupt()
                                                      : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// Frontends call what they export as they like.
static void nameEntry(ModuleOp module) {
  auto functions = module.getOps<func::FuncOp>();
  if (llvm::hasSingleElement(functions))
    (*functions.begin()).setName("main");
}

LogicalResult convertForeignModule(ModuleOp module) {
  PassManager manager(module.getContext());
  if (!hasOperators<tosa::TosaDialect>(module))
    return module.emitError(
        "expected a module with attribute 'tvm.level', as --dump-ir writes, or "
        "one of TOSA operators");
  manager.addNestedPass<func::FuncOp>(createConvertTosaToGraphPass());
  if (failed(manager.run(module)))
    return failure();
  nameEntry(module);
  setLevel(module, Level::Import);
  return success();
}

} // namespace tvm::compiler
