// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/compilation/Compilation.h"

#include "compiler/Diagnostics.h"
#include "compiler/Version.h"
#include "compiler/schedules/Schedules.h"
#include "compiler/tuning/KernelRecords.h"
#include "compiler/tuning/RecordedDecisions.h"
#include "mlir/Pass/PassManager.h"
#include "tuner/database/Machine.h"

using namespace mlir;

namespace tvm::compiler {

LogicalResult Compilation::openDatabase() {
  if (options.database.empty())
    return success();
  auto opened = tuner::Database::open(options.database, tuner::Mode::Read);
  if (!opened)
    return reportError(&context, opened.takeError());
  database = std::move(*opened);
  return success();
}

tuner::RecordContext Compilation::getAsked() const {
  tuner::RecordContext asked;
  asked.target = targets.entries.front().target.str();
  asked.machine = tuner::getMachineName();
  asked.version = getBuildVersion();
  asked.threads = options.runThreads;
  asked.optLevel = recorded.optLevel;
  return asked;
}

LogicalResult Compilation::giveDecisions(Level level) {
  if (failed(strategies.read(options.strategies)) ||
      failed(strategies.giveOperators(*module, getLevelName(level))))
    return failure();
  if (level == Level::Import && database && recorded.optLevel > 0 &&
      failed(giveRecordedDecisions(*database, recorded, getAsked(), *module)))
    return failure();
  bool areWritten = !options.strategiesFolder.empty();
  if (level == Level::Import ? areWritten || observer
                             : areWritten && level == Level::Graph)
    taken.emplace(*module);
  else if (areWritten)
    module->emitRemark(
        "--dump-strategies writes no operators.mlir: the dump is "
        "at level '")
        << getLevelName(level)
        << "', and passes have carried out the decisions on operators";
  return success();
}

LogicalResult Compilation::tellDecisions() {
  if (observer)
    observer->decide(*taken);
  return options.strategiesFolder.empty()
             ? success()
             : stages.check(taken->write(options.strategiesFolder));
}

LogicalResult Compilation::recordGiven(Level level) {
  if (failed(recordSchedules(options.schedules, *module)) ||
      failed(strategies.record(*module)))
    return failure();
  if (level != Level::Loops)
    return options.dumpFolder.empty() ? success() : recordEarly(level);
  if (failed(giveSchedules(*module)) || failed(giveStrategies(*module)) ||
      failed(giveRecords(*module)))
    return failure();
  return checkGiven(*module);
}

/// A copy of `model` that is lowered from `level` to level `loops`; null if
/// that fails.
static OwningOpRef<ModuleOp> lowerCopy(ModuleOp model, Level level) {
  OwningOpRef<ModuleOp> copy(model.clone());
  ScopedDiagnosticHandler ignore(model.getContext(), [](Diagnostic &) {});
  while (level < Level::Loops) {
    level = static_cast<Level>(static_cast<int>(level) + 1);
    PassManager manager(model.getContext(), ModuleOp::getOperationName());
    buildPipeline(level, manager, {});
    if (failed(manager.run(*copy)))
      return {};
  }
  return copy;
}

LogicalResult Compilation::recordEarly(Level level) {
  if (!database)
    return success();
  OwningOpRef<ModuleOp> loops = lowerCopy(*module, level);
  if (!loops)
    return success(); // the model itself fails in the same way
  isRecordedEarly = true;
  return recordKernelRecords(*database, getAsked(), *loops, *module);
}

LogicalResult Compilation::giveRecords(ModuleOp loops) {
  if (!database || isRecordedEarly)
    return success();
  if (failed(recordKernelRecords(*database, getAsked(), loops, loops)))
    return failure();
  return giveStrategies(loops);
}

LogicalResult Compilation::checkGiven(ModuleOp loops) {
  if (failed(strategies.checkUse(loops)) ||
      failed(strategies.checkTaken(loops)))
    return failure();
  if (!database || !observer)
    return success();
  auto take = [&](func::FuncOp kernel, const tuner::RankedStrategy &record) {
    observer->takeRecord(kernel.getName(), record.strategy, record.share);
  };
  return findKernelRecords(*database, getAsked(), loops, take);
}

LogicalResult Compilation::checkSchedules(Level from) {
  bool writes =
      !options.schedulesFolder.empty() || !options.strategiesFolder.empty();
  bool readsStrategies =
      !options.strategies.empty() || !options.database.empty();
  if (options.schedules.empty() && !writes && !readsStrategies)
    return success();
  if (!recorded.referenceLevel.empty())
    return stages.fail("--level leaves schedules out: expected no --schedule, "
                       "--strategies, --database, --dump-schedules and "
                       "--dump-strategies");
  if (from >= Level::Scheduled)
    return stages.fail(
        "the dump is scheduled: --schedule, --strategies, --database, "
        "--dump-schedules and --dump-strategies have to start at an earlier "
        "level");
  if (writes && targets.entries.size() > 1)
    return stages.fail(
        "--dump-schedules and --dump-strategies write what is for one CPU: "
        "leave out --multiversion");
  if (readsStrategies && !targets.gpu.empty())
    return stages.fail("--strategies and --database schedule kernels for a "
                       "CPU: expected --schedule for a GPU");
  if (!options.database.empty() && targets.entries.size() > 1)
    return stages.fail("--database has strategies for one CPU: leave out "
                       "--multiversion");
  return success();
}

} // namespace tvm::compiler
