// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/pipelines/ForeignModules.h"

#include "compiler/pipelines/Levels.h"
#include "conversion/LinalgToTE/LinalgToTE.h"
#include "conversion/TosaToGraph/TosaToGraph.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
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

static void addPasses(OpPassManager &manager, bool isTosa) {
  if (isTosa)
    manager.addNestedPass<func::FuncOp>(createConvertTosaToGraphPass());
  else
    addLinalgPasses(manager);
}

/// `run` runs the passes of addPasses.
static LogicalResult
convert(ModuleOp module,
        llvm::function_ref<LogicalResult(ModuleOp, bool isTosa)> run) {
  bool isTosa = hasOperators<tosa::TosaDialect>(module);
  if (!isTosa && !hasOperators<linalg::LinalgDialect>(module))
    return module.emitError(
        "expected a module with attribute 'tvm.level', as --dump-ir writes, or "
        "one of TOSA or linalg operators");
  if (failed(run(module, isTosa)))
    return failure();
  nameEntry(module);
  setLevel(module, isTosa ? Level::Import : Level::TE);
  return success();
}

LogicalResult convertForeignModule(ModuleOp module) {
  return convert(module, [](ModuleOp converted, bool isTosa) {
    PassManager manager(converted.getContext());
    addPasses(manager, isTosa);
    return manager.run(converted);
  });
}

namespace {
struct ImportPass : PassWrapper<ImportPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ImportPass)

  StringRef getName() const override { return "ImportPass"; }
  StringRef getArgument() const override { return "tvm-import"; }

  void getDependentDialects(DialectRegistry &registry) const override {
    for (bool isTosa : {false, true}) {
      OpPassManager manager(ModuleOp::getOperationName());
      addPasses(manager, isTosa);
      manager.getDependentDialects(registry);
    }
  }

  void runOnOperation() override {
    auto run = [&](ModuleOp module, bool isTosa) {
      OpPassManager manager(ModuleOp::getOperationName());
      addPasses(manager, isTosa);
      return runPipeline(manager, module);
    };
    if (failed(convert(getOperation(), run)))
      signalPassFailure();
  }
};
} // namespace

void registerImportPipeline() {
  PassPipelineRegistration<>(
      "tvm-import-pipeline",
      "From TOSA to level import, or from linalg on tensors to level te",
      [](OpPassManager &manager) {
        manager.addPass(std::make_unique<ImportPass>());
      });
}

} // namespace tvm::compiler
