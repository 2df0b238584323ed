// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/report/ReportCollector.h"

#include "runtime/core/ThreadPool.h"
#include "tools/tune/TuneReports.h"
#include "tuner/database/Methods.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace tvm::tvmc {

double ReportCollector::takeSeconds() {
  Clock::time_point now = Clock::now();
  std::chrono::duration<double> seconds = now - last;
  last = now;
  return seconds.count();
}

KernelSummary *ReportCollector::find(StringRef kernel) {
  auto found = find_if(summary.kernels, [&](const KernelSummary &each) {
    return each.name == kernel;
  });
  return found == summary.kernels.end() ? nullptr : &*found;
}

//===-- the start ---------------------------------------------------------===//

/// How long a session goes on: "600 s", "20 trials".
static std::string describeLimit(const tuner::SessionOptions &session) {
  std::vector<std::string> limits;
  if (session.maxSeconds != 0)
    limits.push_back(formatv("{0:F0} s", session.maxSeconds));
  if (session.maxTrials != 0)
    limits.push_back(formatv("{0} trials", session.maxTrials));
  return join(limits, ", ");
}

void ReportCollector::addFacts(StringRef target) {
  const tuner::SessionOptions &session = options.session;
  unsigned threads = options.measure.threads;
  summary.facts = {
      {"model", options.model},
      {"machine", session.context.machine},
      {"target", target.str()},
      {"compiler", session.context.version},
      {"database", options.database},
      {"search", session.search ? session.search->name : ""},
      {"seed", std::to_string(session.seed)},
      {"threads of a run", threads ? std::to_string(threads) : "all"},
      {"measured", session.context.method},
      {"limit", describeLimit(session)},
      {"options of the compilation",
       options.compileArguments.empty() ? "none"
                                        : join(options.compileArguments, " ")}};
}

void ReportCollector::addKernels(const compiler::KernelPrograms &programs,
                                 ArrayRef<tuner::Task> tasks) {
  std::vector<KernelSummary> before = std::move(summary.kernels);
  summary.kernels.clear();
  summary.skipped.clear();
  for (const compiler::KernelProgram &program : programs.kernels) {
    const auto *task = find_if(tasks, [&](const tuner::Task &task) {
      return task.name == program.name;
    });
    if (task == tasks.end()) {
      summary.skipped.push_back(program.name);
      continue;
    }
    auto known = find_if(before, [&](const KernelSummary &each) {
      return each.text == program.text;
    });
    KernelSummary kernel;
    if (known != before.end())
      kernel = std::move(*known);
    kernel.name = program.name;
    kernel.text = program.text;
    kernel.numLaunches = program.numLaunches;
    kernel.flops = program.flops;
    kernel.bytes = program.bytes;
    kernel.numStrategies =
        std::to_string(task->space->getParameters().countPoints());
    summary.kernels.push_back(std::move(kernel));
  }
  append_range(summary.skipped, programs.skipped);
}

void ReportCollector::start(const compiler::KernelPrograms &programs,
                            ArrayRef<tuner::Task> tasks) {
  bool isFirst = context.target.empty();
  if (!isFirst) {
    addKernels(programs, tasks);
    return next.start(programs, tasks);
  }
  summary.steps.push_back({"compiling the model to kernels", takeSeconds()});
  context = options.session.context;
  context.target = programs.target;
  context.optLevel = programs.optLevel;
  addFacts(programs.target);
  addKernels(programs, tasks);
  next.begin("measuring the machine's limits");
  unsigned threads = options.measure.threads;
  summary.limits = runtime::measureLimits(runtime::openMPParallel(
      threads ? threads : runtime::defaultThreadCount()));
  summary.steps.push_back({"measuring the machine's limits", takeSeconds()});
  next.start(programs, tasks);
}

//===-- trials ------------------------------------------------------------===//

bool ReportCollector::hear(const tuner::Progress &progress) {
  unsigned trial = summary.curve.size() + 1;
  summary.curve.push_back({trial, progress.seconds, progress.speedup});
  if (KernelSummary *kernel = find(progress.task)) {
    unsigned ofKernel = kernel->curve.size() + 1;
    kernel->curve.push_back(
        {ofKernel, progress.seconds, 1 / progress.bestShare});
    kernel->searchSeconds += progress.seconds - lastTrial;
  }
  lastTrial = progress.seconds;
  return next.hear(progress);
}

//===-- the end -----------------------------------------------------------===//

Error ReportCollector::readRecords(tuner::Database &database,
                                   const tuner::Task &task,
                                   KernelSummary &kernel) {
  tuner::StrategyResults results;
  auto visit = [&](const tuner::Record &record) {
    results.note(record);
    if (!record.times)
      ++kernel.failures[record.failure];
  };
  if (Error failed = tuner::forEachRecord(database, task, context, visit))
    return failed;
  kernel.byDefault = task.space->getDefault();
  kernel.best = kernel.byDefault;
  unsigned leastRecords = tuner::getLeastRecords(context.method);
  const tuner::StrategyResults::Entry *best = results.findBest(leastRecords);
  if (best && best->second.getShare() < 1)
    kernel.best = best->first().str();
  kernel.share = results.getBestShare(leastRecords);
  return Error::success();
}

Error ReportCollector::finishKernels(ArrayRef<tuner::TaskResult> results) {
  auto database = tuner::Database::open(options.database, tuner::Mode::Read);
  if (!database)
    return database.takeError();
  for (const tuner::TaskResult &result : results) {
    KernelSummary *kernel = find(result.task->name);
    if (!kernel)
      continue;
    kernel->seconds = result.defaultSeconds;
    kernel->counts = result.counts;
    kernel->correlation = getCorrelation(options.session, result);
    if (Error failed = readRecords(*database, *result.task, *kernel))
      return failed;
  }
  return Error::success();
}

void ReportCollector::tryChange(const tuner::TriedChange &tried) {
  summary.changes.push_back(tried);
  next.tryChange(tried);
}

void ReportCollector::finishRounds(const tuner::RoundCosts &costs) {
  summary.rounds = costs;
  next.finishRounds(costs);
}

void ReportCollector::finish(const tuner::Progress &progress,
                             ArrayRef<tuner::TaskResult> results) {
  summary.steps.push_back({"search", takeSeconds()});
  problem = toString(finishKernels(results));
  summary.isComplete = true;
  next.finish(progress, results);
  takeSeconds();
}

void ReportCollector::compareModel(const ModelComparison &comparison) {
  summary.steps.push_back(
      {"compiling and comparing the whole model", takeSeconds()});
  summary.model = comparison;
  next.compareModel(comparison);
}

} // namespace tvm::tvmc
