// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/compilation/Compilation.h"

#include "compiler/Details.h"
#include "compiler/Dump.h"
#include "compiler/schedules/Schedules.h"
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/GraphAttributes.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace tvm::compiler {

LogicalResult Compilation::read(std::optional<ArrayRef<char>> model,
                                StringRef path) {
  return stages.run("import", [&](std::string &details) -> LogicalResult {
    if (path.ends_with(".mlir")) {
      if (!options.inputShapes.empty())
        return stages.fail("--input-shapes is for ONNX models: the types of a "
                           "module have its sizes");
      module = readDump(model, path, &context);
      details = module
                    ? ("from level " + getLevelName(*getLevel(*module))).str()
                    : "";
      return success(static_cast<bool>(module));
    }
    OnnxImportOptions import;
    import.inputShapes = options.inputShapes;
    import.missing = observer ? &observer->missing : nullptr;
    module = model ? importOnnx(*model, path, import, &context)
                   : importOnnxFile(path, import, &context);
    if (!module)
      return failure();
    setLevel(*module, Level::Import);
    auto *dialect = context.getLoadedDialect<graph::GraphDialect>();
    details = std::to_string(countOperators(*module)) + " operators, " +
              formatBytes(dialect->getWeightStore().size()) + " of weights";
    report(*module, Level::Import);
    return success();
  });
}

PipelineOptions Compilation::getPipelineOptions() {
  PipelineOptions pipeline;
  if (taken)
    pipeline.fusionListener = [&](Operation *op, Attribute decision) {
      taken->noteFusion(op, decision);
    };
  pipeline.reportMemory = observer;
  pipeline.lowerKernels = !options.dumpFolder.empty();
  pipeline.scheduleRemarks = options.scheduleRemarks;
  return pipeline;
}

void Compilation::record(ModuleOp of, const Entry &entry) const {
  CommandOptions ofEntry = recorded;
  ofEntry.symbol = entry.symbol;
  const codegen::Target &first = targets.entries.front().target;
  if (entry.target.str() != first.str())
    ofEntry.assumed = first.str();
  ofEntry.record(of);
}

LogicalResult Compilation::advance(ModuleOp from, Level to,
                                   const PipelineOptions &pipeline,
                                   StringRef variant,
                                   CompiledKernels *kernels) {
  return stages.run(
      getLevelName(to), [&](std::string &details) -> LogicalResult {
        PassManager manager(&context, ModuleOp::getOperationName());
        manager.enableTiming(stages.getTiming());
        // After each pass that would be a tenth of the time; tvm-opt does it.
        manager.enableVerifier(false);
        buildPipeline(to, manager, pipeline);
        manager.addInstrumentation(
            stages.timePass("graph-pack-weights", "pack"));
        if (kernels && to == Level::Scheduled)
          manager.addInstrumentation(kernels->makeInstrumentation());
        if (kernels && to == Level::LLVM)
          kernels->addWorkspaces(from);
        std::vector<std::string> problems;
        if (!options.schedulesFolder.empty())
          manager.addInstrumentation(std::make_unique<ScheduleWriter>(
              options.schedulesFolder, problems));
        if (!options.strategiesFolder.empty())
          manager.addInstrumentation(std::make_unique<StrategyWriter>(
              options.strategiesFolder, problems));
        if (taken && to == Level::Graph)
          manager.addInstrumentation(
              std::make_unique<DecisionObserver>(*taken));
        unsigned errors = stages.getNumErrors();
        if (failed(manager.run(from)) || failed(verify(from))) {
          if (errors == stages.getNumErrors())
            return stages.fail("cannot go to level '" + getLevelName(to) + "'");
          return failure();
        }
        if (!problems.empty())
          return stages.fail(problems.front());
        if (taken && to == Level::Fused && failed(tellDecisions()))
          return failure();
        if (to == Level::Loops &&
            (failed(giveRecords(from)) || failed(checkGiven(from))))
          return failure();
        details = describe(from, to);
        report(from, to);
        if (options.dumpFolder.empty())
          return success();
        return stages.check(writeDump(options.dumpFolder, from, to, variant));
      });
}

} // namespace tvm::compiler
