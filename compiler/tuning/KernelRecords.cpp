#include "compiler/tuning/KernelRecords.h"

#include "compiler/Diagnostics.h"
#include "compiler/schedules/KernelFiles.h"
#include "compiler/schedules/Strategies.h"
#include "mlir/AsmParser/AsmParser.h"
#include "tuner/database/Methods.h"

using namespace mlir;

namespace tvm::compiler {

/// Largest number of strategies that are tried for a kernel until one applies.
static constexpr unsigned kMaxStrategies = 8;

schedule::BlocksAttr parseStrategies(StringRef text, MLIRContext *context) {
  ScopedDiagnosticHandler ignore(context, [](Diagnostic &) {});
  return dyn_cast_or_null<schedule::BlocksAttr>(parseAttribute(text, context));
}

/// The best strategies by the method that comes closest to the kernel's use,
/// among those that have results.
static llvm::Expected<std::vector<tuner::RankedStrategy>>
findBest(tuner::Database &database, StringRef task, StringRef target) {
  auto names = database.getMethods(task, target);
  if (!names)
    return names.takeError();
  SmallVector<tuner::Conditions> conditions;
  for (const tuner::Method &method : tuner::kMethods)
    conditions.push_back({target, method.name, method.leastRecords});
  auto isKnown = [&](StringRef name) {
    return llvm::any_of(tuner::kMethods, [&](const tuner::Method &method) {
      return method.name == name;
    });
  };
  for (StringRef name : *names)
    if (!isKnown(name))
      conditions.push_back({target, name});
  for (const tuner::Conditions &each : conditions) {
    if (!llvm::is_contained(*names, each.method))
      continue;
    auto best = database.getBest(task, each, kMaxStrategies);
    if (!best || !best->empty())
      return best;
  }
  return std::vector<tuner::RankedStrategy>();
}

/// The strategies of records that are faster than the default, from the fastest
/// on: what a module records for a kernel. A text that is no strategy stays a
/// text.
static ArrayAttr getAlternatives(ArrayRef<tuner::RankedStrategy> best,
                                 MLIRContext *context) {
  SmallVector<Attribute> alternatives;
  for (const tuner::RankedStrategy &record : best) {
    if (record.share >= 1)
      break; // as are all others
    Attribute parsed = parseStrategies(record.strategy, context);
    alternatives.push_back(parsed ? parsed
                                  : StringAttr::get(context, record.strategy));
  }
  return ArrayAttr::get(context, alternatives);
}

LogicalResult recordKernelRecords(tuner::Database &database, StringRef target,
                                  ModuleOp loops, ModuleOp model) {
  MLIRContext *context = model.getContext();
  auto recorded = getRecords(model, kStrategiesAttrName);
  if (failed(recorded))
    return failure();
  NamedAttrList all(*recorded);
  for (auto module : loops.getOps<ModuleOp>()) {
    func::FuncOp kernel = getKernel(module);
    if (!kernel || isScheduled(module, kernel))
      continue;
    std::string text = getCanonicalText(kernel), hash = hashCanonicalText(text);
    if (all.get(hash))
      continue;
    auto best = findBest(database, text, target);
    if (!best)
      return reportError(context, best.takeError());
    if (ArrayAttr alternatives = getAlternatives(*best, context);
        !alternatives.empty())
      all.set(hash, alternatives);
  }
  if (!all.empty())
    model->setAttr(kStrategiesAttrName, all.getDictionary(context));
  return success();
}

LogicalResult findKernelRecords(tuner::Database &database, StringRef target,
                                ModuleOp model, RecordListener listener) {
  for (auto module : model.getOps<ModuleOp>()) {
    func::FuncOp kernel = getKernel(module);
    Attribute taken =
        kernel ? kernel->getAttr(schedule::kStrategyAttrName) : Attribute();
    if (!taken)
      continue;
    auto best = findBest(database, getCanonicalText(kernel), target);
    if (!best)
      return reportError(model.getContext(), best.takeError());
    auto record = llvm::find_if(*best, [&](const tuner::RankedStrategy &each) {
      return each.share < 1 &&
             parseStrategies(each.strategy, model.getContext()) == taken;
    });
    if (record != best->end())
      listener(kernel, *record);
  }
  return success();
}

} // namespace tvm::compiler
