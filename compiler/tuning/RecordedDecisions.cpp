#include "compiler/tuning/RecordedDecisions.h"

#include "compiler/pipelines/Pipelines.h"
#include "compiler/tuning/DecisionRecords.h"
#include "dialects/Graph/GraphDecisions.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace tvm::compiler {

/// The first error of the passes that carry out the decisions on `model`; empty
/// if they accept all.
static std::string findRefusal(ModuleOp model) {
  OwningOpRef<ModuleOp> copy(model.clone());
  std::string error;
  ScopedDiagnosticHandler handler(
      model.getContext(), [&](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
            error.empty())
          error = diagnostic.str();
      });
  for (Level level : {Level::Graph, Level::Fused}) {
    PassManager manager(model.getContext(), ModuleOp::getOperationName());
    buildPipeline(level, manager, {});
    if (failed(manager.run(*copy)))
      return error;
  }
  return "";
}

LogicalResult giveRecordedDecisions(tuner::Database &database,
                                    const CommandOptions &options,
                                    StringRef target, ModuleOp model) {
  SmallVector<StringRef> names{graph::kDataLayoutAttrName,
                               graph::kFusionAttrName};
  if (options.winograd == Winograd::Auto)
    names.push_back(graph::kAlgorithmAttrName);
  auto decisions = findRecordedDecisions(database, target, model, names);
  if (failed(decisions))
    return failure();
  if (decisions->empty())
    return success();
  OwningOpRef<ModuleOp> tried(model.clone());
  if (failed(giveDecisions(*decisions, *tried)))
    return failure();
  std::string refusal = findRefusal(*tried);
  if (refusal.empty())
    return giveDecisions(*decisions, model);
  model.emitRemark("decisions of the database no longer apply: ") << refusal;
  return success();
}

} // namespace tvm::compiler
