#include "tools/tune/TuneReports.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tvm::tvmc {

namespace {
class TextReport : public TuneObserver {
public:
  TextReport(raw_ostream &os, raw_ostream &log, const TuneOptions &options,
             bool isQuiet)
      : os(os), log(log), options(options), isQuiet(isQuiet) {}

  void list(const compiler::KernelPrograms &programs,
            ArrayRef<tuner::Task> tasks, const KernelShares &shares) override;
  void start(const compiler::KernelPrograms &, ArrayRef<tuner::Task>) override {
  }
  bool hear(const tuner::Progress &progress) override;
  void tryChange(const tuner::TriedChange &tried) override;
  void finishRounds(const tuner::RoundCosts &costs) override;
  void finish(const tuner::Progress &progress,
              ArrayRef<tuner::TaskResult> results) override;
  void compareModel(const tuner::Times &times, bool isTuned) override;

private:
  void printProgress(const tuner::Progress &progress);
  /// The rest of the budget: "12 s left", "30 trials left".
  std::string getRest(const tuner::Progress &progress) const;

  raw_ostream &os, &log;
  const TuneOptions &options;
  bool isQuiet;
  double lastLine = -1;             // seconds of the session
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

std::string TextReport::getRest(const tuner::Progress &progress) const {
  const tuner::SessionOptions &limits = options.session;
  if (limits.maxTrials != 0)
    return formatv("{0} trials left",
                   limits.maxTrials - progress.counts.trials);
  return formatv("{0:F0} s left",
                 std::max(0.0, limits.maxSeconds - progress.seconds));
}

void TextReport::printProgress(const tuner::Progress &progress) {
  const tuner::TrialCounts &counts = progress.counts;
  std::string noisy =
      counts.noisy ? formatv(", {0} noisy", counts.noisy).str() : "";
  std::string line = formatv(
      "trial {0} ({1} known, {2} failed, {3} refused{8}), {4} at {5:P1}, model "
      "{6:F3} times as fast, {7}",
      counts.trials, counts.replayed, counts.failed, counts.refused,
      progress.task, progress.bestShare, progress.speedup, getRest(progress),
      noisy);
  bool isTerminal = log.is_displayed();
  log << (isTerminal ? "\r\x1b[K" : "") << line << (isTerminal ? "" : "\n");
  log.flush();
}

bool TextReport::hear(const tuner::Progress &progress) {
  if (!isQuiet && progress.seconds >= lastLine + 1) {
    lastLine = progress.seconds;
    printProgress(progress);
  }
  return true;
}

void TextReport::tryChange(const tuner::TriedChange &tried) {
  std::string line = describe(tried.change) + ": ";
  if (tried.seconds > 0)
    line += formatv("{0:P1} of {1:F4} ms, kernels {2} → {3}, ", tried.share,
                    tried.seconds * 1e3, tried.numBefore, tried.numAfter);
  else if (tried.share > 0)
    line += formatv("{0:P1}, ", tried.share);
  line += getName(tried.result);
  line += tried.isKnown ? " (known)" : "";
  if (!tried.failure.empty())
    line += ": " + tried.failure;
  changes.push_back(std::move(line));
}

void TextReport::finishRounds(const tuner::RoundCosts &costs) {
  if (!isQuiet)
    for (const std::string &line : changes)
      os << line << "\n";
  if (isQuiet || costs.candidates == 0)
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
  if (isQuiet)
    return;
  printProgress(progress);
  if (log.is_displayed())
    log << "\n";
  os << "  launches   default ms     tuned ms    share  trials  rank  kernel\n";
  for (const tuner::TaskResult &result : results) {
    double seconds = result.defaultSeconds, share = result.bestShare;
    auto correlation = getCorrelation(options.session, result);
    os << format("%10u %12.4f %12.4f %7.1f%% %7u ", result.task->numLaunches,
                 seconds * 1e3, seconds * share * 1e3, share * 100,
                 static_cast<unsigned>(result.counts.trials));
    if (correlation)
      os << format("%5.2f", *correlation);
    else
      os << "    -";
    os << "  " << result.task->name << "\n";
  }
}

void TextReport::compareModel(const tuner::Times &times, bool isTuned) {
  if (isQuiet)
    return;
  os << formatv("model: {0:F4} ms by default, {1:F4} ms tuned, {2:P1} of the "
                "time: {3} strategies are written\n",
                times.reference * 1e3, times.median * 1e3, times.share,
                isTuned ? "tuned" : "default");
}

std::unique_ptr<TuneObserver> makeTextReport(raw_ostream &os, raw_ostream &log,
                                             const TuneOptions &options,
                                             bool isQuiet) {
  return std::make_unique<TextReport>(os, log, options, isQuiet);
}

} // namespace tvm::tvmc
