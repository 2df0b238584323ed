// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/TuneReports.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tvm::tvmc {

namespace {
class JsonReport : public TuneObserver {
public:
  JsonReport(raw_ostream &os, const TuneOptions &options)
      : os(os), options(options) {}

  void begin(StringRef step) override {
    print("step", json::Object{{"step", step}});
  }
  void list(const compiler::KernelPrograms &programs,
            ArrayRef<tuner::Task> tasks, const KernelShares &shares) override;
  void start(const compiler::KernelPrograms &programs,
             ArrayRef<tuner::Task> tasks) override {
    printTasks(programs, tasks, /*shares=*/nullptr);
  }
  bool hear(const tuner::Progress &progress) override;
  void tryChange(const tuner::TriedChange &tried) override;
  void finishRounds(const tuner::RoundCosts &costs) override;
  void finish(const tuner::Progress &progress,
              ArrayRef<tuner::TaskResult> results) override;
  void compareModel(const ModelComparison &comparison) override;

private:
  void printTasks(const compiler::KernelPrograms &programs,
                  ArrayRef<tuner::Task> tasks, const KernelShares *shares);
  void print(StringRef event, json::Object object) {
    object["event"] = event;
    os << json::Value(std::move(object)) << "\n";
    os.flush();
  }

  raw_ostream &os;
  const TuneOptions &options;
};
} // namespace

void JsonReport::list(const compiler::KernelPrograms &programs,
                      ArrayRef<tuner::Task> tasks, const KernelShares &shares) {
  printTasks(programs, tasks, &shares);
}

void JsonReport::printTasks(const compiler::KernelPrograms &programs,
                            ArrayRef<tuner::Task> tasks,
                            const KernelShares *shares) {
  for (const compiler::KernelProgram &program : programs.kernels) {
    json::Object object{{"kernel", program.name},
                        {"launches", program.numLaunches},
                        {"flops", program.flops},
                        {"bytes", program.bytes}};
    for (const tuner::Task &task : tasks)
      if (task.name == program.name)
        object["strategies"] = task.space->getParameters().countPoints();
    if (shares) {
      auto share = shares->byKernel.find(program.name);
      if (share != shares->byKernel.end())
        object["share"] = share->second;
      object["is_measured"] = shares->isMeasured;
    }
    print("task", std::move(object));
  }
}

static json::Object toJSON(const tuner::CountsByText &counts) {
  json::Object object;
  for (const auto &[text, count] : counts)
    object[json::fixUTF8(text)] = count;
  return object;
}

static json::Object describe(const tuner::TrialCounts &counts) {
  return json::Object{
      {"trials", counts.trials},     {"known", counts.replayed},
      {"failed", counts.failed},     {"noisy", counts.noisy},
      {"repeated", counts.repeated}, {"refused", counts.refused}};
}

bool JsonReport::hear(const tuner::Progress &progress) {
  json::Object object = describe(progress.counts);
  object["kernel"] = progress.task;
  object["share"] = progress.bestShare;
  object["speedup"] = progress.speedup;
  object["seconds"] = progress.seconds;
  print("trial", std::move(object));
  return true;
}

void JsonReport::tryChange(const tuner::TriedChange &tried) {
  const tuner::Change &change = tried.change;
  json::Object object{
      {"decision", change.name},         {"before", change.before},
      {"after", change.after},           {"nodes", json::Array(change.nodes)},
      {"result", getName(tried.result)}, {"measurements", tried.measurements},
      {"known", tried.isKnown}};
  if (tried.share > 0)
    object["share"] = tried.share;
  if (tried.seconds > 0) {
    object["seconds"] = tried.seconds;
    object["kernels_before"] = tried.numBefore;
    object["kernels_after"] = tried.numAfter;
  }
  if (!tried.failure.empty())
    object["failure"] = json::fixUTF8(tried.failure);
  print("change", std::move(object));
}

void JsonReport::finishRounds(const tuner::RoundCosts &costs) {
  json::Object object{{"rounds", costs.rounds},
                      {"candidates", costs.candidates},
                      {"seconds", costs.seconds}};
  json::Object steps;
  costs.steps.visit(
      [&](StringRef name, double seconds) { steps[name] = seconds; });
  object["steps"] = std::move(steps);
  print("rounds", std::move(object));
}

void JsonReport::finish(const tuner::Progress &,
                        ArrayRef<tuner::TaskResult> results) {
  for (const tuner::TaskResult &result : results) {
    json::Object object = describe(result.counts);
    object["kernel"] = result.task->name;
    object["failures"] = toJSON(result.counts.failures);
    object["refusals"] = toJSON(result.counts.refusals);
    object["launches"] = result.task->numLaunches;
    object["default"] = result.defaultSeconds;
    object["share"] = result.bestShare;
    if (auto correlation = getCorrelation(options.session, result))
      object["rank_correlation"] = *correlation;
    print("kernel", std::move(object));
  }
}

void JsonReport::compareModel(const ModelComparison &comparison) {
  json::Object object{{"is_equal", comparison.isEqual},
                      {"takes_tuned", comparison.isFaster}};
  if (!comparison.failure.empty())
    object["failure"] = json::fixUTF8(comparison.failure);
  if (comparison.isEqual)
    object["share"] = 1;
  if (comparison.hasTimes()) {
    const tuner::Times &times = comparison.times;
    object["default"] = times.reference;
    object["tuned"] = times.median;
    object["lower"] = times.lower;
    object["upper"] = times.upper;
    object["share"] = times.share;
    object["rounds"] = times.runs;
  }
  print("model", std::move(object));
}

std::unique_ptr<TuneObserver> makeJsonReport(raw_ostream &os,
                                             const TuneOptions &options) {
  return std::make_unique<JsonReport>(os, options);
}

} // namespace tvm::tvmc
