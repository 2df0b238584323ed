#include "compiler/tuning/KernelRecords.h"

#include "compiler/schedules/KernelFiles.h"
#include "mlir/AsmParser/AsmParser.h"
#include "transforms/Schedule/Scripts.h"
#include "tuner/database/Database.h"
#include "tuner/database/Methods.h"
#include "tuner/space/Planning.h"

using namespace mlir;

namespace tvm::compiler {

/// Strategies that are tried for a kernel until one applies.
static constexpr unsigned kMaxStrategies = 8;

schedule::BlocksAttr parseStrategies(StringRef text, MLIRContext *context) {
  ScopedDiagnosticHandler ignore(context, [](Diagnostic &) {});
  return dyn_cast_or_null<tuner::BlocksAttr>(parseAttribute(text, context));
}

/// Gives `kernel` the first of `strategies` that applies to it.
static void giveStrategy(func::FuncOp kernel,
                         ArrayRef<tuner::RankedStrategy> strategies,
                         const tuner::MachineModel &machine,
                         RecordListener listener) {
  for (const tuner::RankedStrategy &strategy : strategies) {
    if (strategy.share >= 1)
      return; // as are all others
    tuner::BlocksAttr blocks =
        parseStrategies(strategy.strategy, kernel.getContext());
    llvm::Error error = blocks ? tuner::checkStrategies(kernel, blocks, machine)
                               : llvm::createStringError("it is no strategy");
    if (!error) {
      kernel->setAttr(schedule::kStrategyAttrName, blocks);
      listener(kernel, strategy);
      return;
    }
    kernel.emitRemark("kernel '")
        << kernel.getName() << "': a record no longer applies: "
        << llvm::toString(std::move(error));
  }
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

LogicalResult readKernelRecords(StringRef path, StringRef target,
                                ModuleOp model, RecordListener listener) {
  auto report = [&](llvm::Error error) {
    return emitError(UnknownLoc::get(model.getContext()))
           << llvm::toString(std::move(error));
  };
  auto database = tuner::Database::open(path, tuner::Mode::Read);
  if (!database)
    return report(database.takeError());
  auto cpu = target::CPU::get(model);
  if (failed(cpu))
    return failure();
  for (auto module : model.getOps<ModuleOp>()) {
    func::FuncOp kernel = getKernel(module);
    if (!kernel || schedule::findScript(module) ||
        kernel->hasAttr(schedule::kStrategyAttrName))
      continue;
    auto best = findBest(*database, getCanonicalText(kernel), target);
    if (!best)
      return report(best.takeError());
    giveStrategy(kernel, *best, tuner::MachineModel(*cpu), listener);
  }
  return success();
}

} // namespace tvm::compiler
