// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_REPORT_TUNINGSUMMARY_H
#define TVM_TOOLS_TUNE_REPORT_TUNINGSUMMARY_H

#include "runtime/core/MachineLimits.h"
#include "tools/tune/Tune.h"
#include "tuner/session/TaskTuner.h"

#include <map>

namespace tvm::tvmc {

/// The state of one kernel, or of the whole model, after a measurement.
struct CurvePoint {
  unsigned trial; // of this kernel, or of the session, from 1
  double seconds; // since the start of the search
  double speedup; // the default's time divided by the best one so far
};

/// The results of a kernel.
struct KernelSummary {
  std::string name;
  std::string text; // the canonical text
  unsigned numLaunches = 1;
  /// Operations and bytes of a launch; 0: unknown.
  double flops = 0, bytes = 0;
  /// Number of strategies in its space, as text.
  std::string numStrategies;
  /// Seconds of a launch by default, and the best strategy's share of them.
  double seconds = 0, share = 1;
  tuner::TrialCounts counts;
  /// The rank correlation of the model on trials that it has not seen.
  std::optional<double> correlation;
  std::string byDefault, best; // strategies
  /// Numbers of recorded failures by their texts.
  std::map<std::string, unsigned> failures;
  std::vector<CurvePoint> curve;
  double searchSeconds = 0;

  /// Operations per byte; 0: unknown.
  double getIntensity() const { return bytes > 0 ? flops / bytes : 0; }
  double getTunedSeconds() const { return seconds * share; }
  /// Seconds of all launches by default.
  double getDefaultSeconds() const { return seconds * numLaunches; }
  /// Seconds of all launches that the best strategy saves.
  double getGain() const { return seconds * (1 - share) * numLaunches; }
};

/// All that a report on a tuning shows.
struct TuningSummary {
  /// The work and the machine, as names and values.
  std::vector<std::pair<std::string, std::string>> facts;
  std::vector<KernelSummary> kernels;
  /// The names of kernels that were not tuned.
  std::vector<std::string> skipped;
  runtime::MachineLimits limits;
  std::vector<CurvePoint> curve; // of the whole model, by estimates
  /// The changes of decisions on operators that were tried, in their order.
  std::vector<tuner::TriedChange> changes;
  std::optional<ModelComparison> model;
  /// Seconds of the steps, in their order.
  std::vector<std::pair<std::string, double>> steps;
  /// The rounds in the model; none if kernels ran alone.
  tuner::RoundCosts rounds;
  /// Whether the search has come to its end, or was ended.
  bool isComplete = false;
};

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_REPORT_TUNINGSUMMARY_H
