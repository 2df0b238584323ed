// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/tuning/RecordedDecisions.h"

#include "compiler/pipelines/Pipelines.h"
#include "compiler/tuning/DecisionRecords.h"
#include "dialects/Graph/GraphDecisions.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"
#include "transforms/Schedule/Support/FirstError.h"

using namespace mlir;

namespace tvm::compiler {

/// Fails with the first error of the passes that carry out the decisions on
/// `model`, which stays as it is.
static llvm::Error checkDecisions(ModuleOp model) {
  OwningOpRef<ModuleOp> copy(model.clone());
  schedule::FirstError refusal(model.getContext());
  for (Level level : {Level::Graph, Level::Fused}) {
    PassManager manager(model.getContext(), ModuleOp::getOperationName());
    buildPipeline(level, manager, {});
    if (failed(manager.run(*copy)))
      return refusal.take("a pass fails");
  }
  return llvm::Error::success();
}

LogicalResult giveRecordedDecisions(tuner::Database &database,
                                    const CommandOptions &options,
                                    const tuner::RecordContext &asked,
                                    ModuleOp model) {
  SmallVector<StringRef> names{graph::kDataLayoutAttrName,
                               graph::kFusionAttrName};
  if (options.winograd == Winograd::Auto)
    names.push_back(graph::kAlgorithmAttrName);
  auto decisions = findRecordedDecisions(database, asked, model, names);
  if (failed(decisions))
    return failure();
  if (decisions->empty())
    return success();
  OwningOpRef<ModuleOp> tried(model.clone());
  if (failed(giveDecisions(*decisions, *tried)))
    return failure();
  llvm::Error refusal = checkDecisions(*tried);
  if (!refusal)
    return giveDecisions(*decisions, model);
  model.emitRemark("decisions of the database no longer apply: ")
      << llvm::toString(std::move(refusal));
  return success();
}

} // namespace tvm::compiler
