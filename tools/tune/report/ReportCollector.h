// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_REPORT_REPORTCOLLECTOR_H
#define TVM_TOOLS_TUNE_REPORT_REPORTCOLLECTOR_H

#include "tools/tune/Tune.h"
#include "tools/tune/report/TuningSummary.h"

#include <chrono>

namespace tvm::tvmc {

/// An observer that collects what a report shows, and passes everything on to
/// another observer.
class ReportCollector : public TuneObserver {
public:
  ReportCollector(const TuneOptions &options, TuneObserver &next)
      : options(options), next(next) {}

  void begin(llvm::StringRef step) override { next.begin(step); }
  void list(const compiler::KernelPrograms &programs,
            llvm::ArrayRef<tuner::Task> tasks,
            const KernelShares &shares) override {
    next.list(programs, tasks, shares);
  }
  void start(const compiler::KernelPrograms &programs,
             llvm::ArrayRef<tuner::Task> tasks) override;
  bool hear(const tuner::Progress &progress) override;
  void tryChange(const tuner::TriedChange &tried) override;
  void finishRounds(const tuner::RoundCosts &costs) override;
  void finish(const tuner::Progress &progress,
              llvm::ArrayRef<tuner::TaskResult> results) override;
  void compareModel(const ModelComparison &comparison) override;

  const TuningSummary &getSummary() const { return summary; }

  /// Why the records of a kernel could not be read; empty: they were.
  llvm::StringRef getProblem() const { return problem; }

private:
  using Clock = std::chrono::steady_clock;

  /// Seconds since the last call.
  double takeSeconds();
  KernelSummary *find(llvm::StringRef kernel);
  void addFacts(llvm::StringRef target);
  /// Sets the kernels of the summary. Those that were there keep their curves.
  void addKernels(const compiler::KernelPrograms &programs,
                  llvm::ArrayRef<tuner::Task> tasks);
  /// Reads strategies and failures of a kernel from its records.
  llvm::Error readRecords(tuner::Database &database, const tuner::Task &task,
                          KernelSummary &kernel);
  llvm::Error finishKernels(llvm::ArrayRef<tuner::TaskResult> results);

  const TuneOptions &options;
  TuneObserver &next;
  TuningSummary summary;
  tuner::RecordContext context;
  Clock::time_point last = Clock::now();
  double lastTrial = 0; // seconds of the session
  std::string problem;
};

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_REPORT_REPORTCOLLECTOR_H
