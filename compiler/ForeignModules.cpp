#include "compiler/ForeignModules.h"

#include "compiler/Levels.h"
#include "conversion/LinalgToTE/LinalgToTE.h"
#include "conversion/TosaToGraph/TosaToGraph.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "transforms/TE/Passes.h"

using namespace mlir;

namespace tvm::compiler {

template <typename Dialect> static bool hasOperators(ModuleOp module) {
  auto result = module.walk([](Operation *op) {
    return isa_and_present<Dialect>(op->getDialect()) ? WalkResult::interrupt()
                                                      : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// Renames the only exported function, whose name each frontend chooses.
static void nameEntry(ModuleOp module) {
  auto functions = module.getOps<func::FuncOp>();
  if (llvm::hasSingleElement(functions))
    (*functions.begin()).setName("main");
}

/// Adds passes to tensor expressions, and then to kernels.
static void addLinalgPasses(OpPassManager &manager) {
  auto &function = manager.nest<func::FuncOp>();
  function.addPass(createConvertLinalgToTEPass());
  function.addPass(createCSEPass());
  function.addPass(te::createInlineComputesPass());
  manager.addPass(createOutlineKernelsPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

LogicalResult convertForeignModule(ModuleOp module) {
  PassManager manager(module.getContext());
  bool isTosa = hasOperators<tosa::TosaDialect>(module);
  if (isTosa)
    manager.addNestedPass<func::FuncOp>(createConvertTosaToGraphPass());
  else if (hasOperators<linalg::LinalgDialect>(module))
    addLinalgPasses(manager);
  else
    return module.emitError(
        "expected a module with attribute 'tvm.level', as --dump-ir writes, or "
        "one of TOSA or linalg operators");
  if (failed(manager.run(module)))
    return failure();
  nameEntry(module);
  setLevel(module, isTosa ? Level::Import : Level::TE);
  return success();
}

} // namespace tvm::compiler
