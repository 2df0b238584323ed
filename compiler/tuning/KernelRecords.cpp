// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/tuning/KernelRecords.h"

#include "compiler/Diagnostics.h"
#include "compiler/schedules/KernelFiles.h"
#include "compiler/schedules/Strategies.h"
#include "compiler/tuning/RecordRemarks.h"
#include "mlir/AsmParser/AsmParser.h"
#include "tuner/database/Answers.h"

using namespace mlir;

namespace tvm::compiler {

/// Largest number of strategies that are tried for a kernel until one applies.
static constexpr unsigned kMaxStrategies = 8;

schedule::BlocksAttr parseStrategies(StringRef text, MLIRContext *context) {
  ScopedDiagnosticHandler ignore(context, [](Diagnostic &) {});
  return dyn_cast_or_null<schedule::BlocksAttr>(parseAttribute(text, context));
}

/// Strategies from the fastest on, as a module records them for a kernel. A
/// text that is no strategy stays a text.
static ArrayAttr getAlternatives(ArrayRef<tuner::RankedStrategy> best,
                                 MLIRContext *context) {
  SmallVector<Attribute> alternatives;
  for (const tuner::RankedStrategy &record : best) {
    Attribute parsed = parseStrategies(record.strategy, context);
    alternatives.push_back(parsed ? parsed
                                  : StringAttr::get(context, record.strategy));
  }
  return ArrayAttr::get(context, alternatives);
}

LogicalResult recordKernelRecords(tuner::Database &database,
                                  const tuner::RecordContext &asked,
                                  ModuleOp loops, ModuleOp model) {
  MLIRContext *context = model.getContext();
  auto recorded = getRecords(model, kStrategiesAttrName);
  if (failed(recorded))
    return failure();
  NamedAttrList all(*recorded);
  RecordRemarks remarks;
  for (auto module : loops.getOps<ModuleOp>()) {
    func::FuncOp kernel = getKernel(module);
    if (!kernel || isScheduled(module, kernel))
      continue;
    std::string text = getCanonicalText(kernel), hash = hashCanonicalText(text);
    if (all.get(hash))
      continue;
    auto answer = tuner::findAnswer(database, text, asked, kMaxStrategies);
    if (!answer)
      return reportError(context, answer.takeError());
    remarks.note(*answer);
    if (!answer->strategies.empty())
      all.set(hash, getAlternatives(answer->strategies, context));
  }
  remarks.emit(model, "kernel");
  if (!all.empty())
    model->setAttr(kStrategiesAttrName, all.getDictionary(context));
  return success();
}

LogicalResult findKernelRecords(tuner::Database &database,
                                const tuner::RecordContext &asked,
                                ModuleOp model, RecordListener listener) {
  for (auto module : model.getOps<ModuleOp>()) {
    func::FuncOp kernel = getKernel(module);
    Attribute taken =
        kernel ? kernel->getAttr(schedule::kStrategyAttrName) : Attribute();
    if (!taken)
      continue;
    auto answer = tuner::findAnswer(database, getCanonicalText(kernel), asked,
                                    kMaxStrategies);
    if (!answer)
      return reportError(model.getContext(), answer.takeError());
    auto record = llvm::find_if(
        answer->strategies, [&](const tuner::RankedStrategy &each) {
          return parseStrategies(each.strategy, model.getContext()) == taken;
        });
    if (record != answer->strategies.end())
      listener(kernel, *record);
  }
  return success();
}

} // namespace tvm::compiler
