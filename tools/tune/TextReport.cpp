// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/TuneReports.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tvm::tvmc {

namespace {
class TextReport : public TuneObserver {
public:
  TextReport(raw_ostream &os, ProgressLine &line, const TuneOptions &options,
             bool isQuiet)
      : os(os), line(line), options(options), isQuiet(isQuiet) {}

  void begin(StringRef step) override { line.begin(step); }
  void list(const compiler::KernelPrograms &programs,
            ArrayRef<tuner::Task> tasks, const KernelShares &shares) override;
  void start(const compiler::KernelPrograms &, ArrayRef<tuner::Task>) override {
  }
  bool hear(const tuner::Progress &progress) override;
  void tryChange(const tuner::TriedChange &tried) override;
  void finishRounds(const tuner::RoundCosts &all) override { costs = all; }
  void finish(const tuner::Progress &progress,
              ArrayRef<tuner::TaskResult> results) override;
  void compareModel(const ModelComparison &comparison) override;

private:
  /// Prints the changes that were tried, and what rounds have cost.
  void printRounds();

  raw_ostream &os;
  ProgressLine &line;
  const TuneOptions &options;
  bool isQuiet;
  tuner::RoundCosts costs;
  std::vector<std::string> changes; // a line for each that was tried
};
} // namespace

void TextReport::list(const compiler::KernelPrograms &programs,
                      ArrayRef<tuner::Task> tasks, const KernelShares &shares) {
  auto getShare = [&](StringRef kernel) {
    auto share = shares.byKernel.find(kernel);
    return share == shares.byKernel.end()
               ? std::string("-")
               : formatv("{0:P1}", share->second).str();
  };
  line.finish();
  os << "  launches        MFLOP         MB   share        strategies  "
        "kernel\n";
  for (const compiler::KernelProgram &program : programs.kernels) {
    const auto *task = find_if(tasks, [&](const tuner::Task &task) {
      return task.name == program.name;
    });
    std::string points =
        task == tasks.end()
            ? "-"
            : std::to_string(task->space->getParameters().countPoints());
    os << format("%10u %12.3f %10.3f %7s %17s  ", program.numLaunches,
                 program.flops * 1e-6, program.bytes * 1e-6,
                 getShare(program.name).c_str(), points.c_str())
       << program.name << "\n";
  }
  for (const std::string &name : programs.skipped)
    os << format("%10s %12s %10s %7s %17s  ", "-", "-", "-",
                 getShare(name).c_str(), "-")
       << name << "\n";
  if (!shares.source.empty())
    os << "share of the time: " << shares.source << "\n";
}

/// Describes a state, with the rest of the budget at the time of the call.
static ProgressLine::Describe describe(const tuner::Progress &progress,
                                       const tuner::SessionOptions &limits) {
  const tuner::TrialCounts &counts = progress.counts;
  std::string text =
      formatv("trial {0} ({1} known, {2} failed, {3} refused", counts.trials,
              counts.replayed, counts.failed, counts.refused);
  if (counts.noisy)
    text += formatv(", {0} noisy", counts.noisy);
  text += formatv("), model {0:F3} times as fast", progress.speedup);
  if (limits.maxTrials != 0)
    text += formatv(", {0} trials left", limits.maxTrials - counts.trials);
  if (limits.maxSeconds == 0)
    return [=] { return text; };
  using Clock = ProgressLine::Clock;
  Clock::time_point end =
      Clock::now() +
      std::chrono::duration_cast<Clock::duration>(
          std::chrono::duration<double>(limits.maxSeconds - progress.seconds));
  return [=] {
    double seconds = std::chrono::duration<double>(end - Clock::now()).count();
    return formatv("{0}, {1:F0} s left", text, std::max(0.0, seconds)).str();
  };
}

bool TextReport::hear(const tuner::Progress &progress) {
  std::string best;
  if (!progress.task.empty())
    best = formatv(", {0} at {1:P1}", progress.task, progress.bestShare);
  line.setState(describe(progress, options.session), best);
  return true;
}

void TextReport::tryChange(const tuner::TriedChange &tried) {
  std::string text = describe(tried.change) + ": ";
  if (tried.seconds > 0)
    text += formatv("{0:P1} of {1:F4} ms, kernels {2} → {3}, ", tried.share,
                    tried.seconds * 1e3, tried.numBefore, tried.numAfter);
  else if (tried.share > 0)
    text += formatv("{0:P1}, ", tried.share);
  text += getName(tried.result);
  text += tried.isKnown ? " (known)" : "";
  if (!tried.failure.empty())
    text += ": " + tried.failure;
  changes.push_back(std::move(text));
}

void TextReport::printRounds() {
  for (const std::string &change : changes)
    os << change << "\n";
  if (costs.candidates == 0)
    return;
  os << formatv("{0} rounds with {1} candidates in {2:F1} s; ms per candidate:",
                costs.rounds, costs.candidates, costs.seconds);
  costs.steps.visit([&](StringRef name, double seconds) {
    os << formatv(" {0} {1:F0}", name, seconds * 1e3 / costs.candidates);
  });
  os << "\n";
}

void TextReport::finish(const tuner::Progress &progress,
                        ArrayRef<tuner::TaskResult> results) {
  hear(progress);
  line.finish();
  if (isQuiet)
    return;
  printRounds();
  os << "  launches   default ms     tuned ms    share  trials  rank  kernel\n";
  for (const tuner::TaskResult &result : results) {
    double seconds = result.defaultSeconds, share = result.bestShare;
    auto correlation = getCorrelation(options.session, result);
    os << format("%10u %12.6f %12.6f %7.1f%% %7u ", result.task->numLaunches,
                 seconds * 1e3, seconds * share * 1e3, share * 100,
                 static_cast<unsigned>(result.counts.trials));
    if (correlation)
      os << format("%5.2f", *correlation);
    else
      os << "    -";
    os << "  " << result.task->name << "\n";
  }
}

void TextReport::compareModel(const ModelComparison &comparison) {
  if (isQuiet)
    return;
  line.finish();
  const tuner::Times &times = comparison.times;
  os << "model: ";
  if (comparison.isEqual)
    os << "no gain was found";
  else if (!comparison.failure.empty())
    os << "the tuned one fails";
  else
    os << formatv("{0:F4} ms by default, {1:F4} ms tuned, {2:P1} of the time "
                  "in calm runs",
                  times.reference * 1e3, times.median * 1e3, times.share);
  if (!options.output.empty())
    os << ": " << (comparison.isFaster ? "tuned" : "default")
       << " strategies are written";
  os << "\n";
}

std::unique_ptr<TuneObserver> makeTextReport(raw_ostream &os,
                                             ProgressLine &line,
                                             const TuneOptions &options,
                                             bool isQuiet) {
  return std::make_unique<TextReport>(os, line, options, isQuiet);
}

} // namespace tvm::tvmc
