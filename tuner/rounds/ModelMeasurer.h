// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_ROUNDS_MODELMEASURER_H
#define TVM_TUNER_ROUNDS_MODELMEASURER_H

#include "tuner/session/Task.h"

namespace tvm::tuner {

/// The seconds that a kernel takes in a run of a model, all launches together:
/// the median of the runs, and the quartiles around it.
struct KernelTimes {
  double median = 0, lower = 0, upper = 0;

  /// The distance of the quartiles as a share of the median.
  double getSpread() const { return median > 0 ? (upper - lower) / median : 0; }
};

/// The times of the runs of a model.
struct ModelTimes {
  std::vector<KernelTimes> tasks;  // in the order of the tasks
  std::vector<KernelTimes> others; // kernels that are not tuned
  int64_t runs = 0;
};

/// The result of running models: times of each, or the cause of a failure.
struct ModelOutcome {
  std::vector<ModelTimes> models;
  std::string failure;
};

/// A strategy of a kernel that was not measured yet.
struct Candidate {
  const Task *task;
  llvm::StringRef strategy;
};

/// Seconds that the steps of measurements have taken so far: the sums of all
/// processes, some of which run at the same time.
struct StepSeconds {
  double applying = 0; // reading programs, and schedules
  double llvm = 0;     // from scheduled kernels to objects
  double packing = 0;  // of weights
  double linking = 0;  // of objects
  double writing = 0;  // of artefacts
  double checking = 0; // of kernels that run alone
  double running = 0;  // of models
  double other = 0;    // starting processes

  StepSeconds &operator+=(const StepSeconds &more);
  StepSeconds operator-(const StepSeconds &less) const;
  /// Calls `visit` with the name and the seconds of each step.
  void visit(llvm::function_ref<void(llvm::StringRef, double)> visit) const;
};

/// The costs of the rounds of a session.
struct RoundCosts {
  unsigned rounds = 0;     // confirmations and repetitions included
  unsigned candidates = 0; // that were compiled and checked
  double seconds = 0;      // since the first round
  StepSeconds steps;

  RoundCosts &operator+=(const RoundCosts &more);
};

/// Compiles and runs whole models.
class ModelMeasurer {
public:
  virtual ~ModelMeasurer();

  /// Runs kernels alone, by strategies that were not tried yet, and compares
  /// their results with those of the default strategies. Returns the cause of
  /// the failure of each; empty if they are equal. The tasks differ. An error
  /// ends the whole session.
  virtual llvm::Expected<std::vector<std::string>>
  check(llvm::ArrayRef<Candidate> candidates) = 0;

  /// Runs the model once for each of `choices`, in turns, until their times are
  /// known well. An error ends the whole session.
  virtual llvm::Expected<ModelOutcome> run(llvm::ArrayRef<Choice> choices) = 0;

  virtual StepSeconds getSteps() const { return {}; }
};

} // namespace tvm::tuner

#endif // TVM_TUNER_ROUNDS_MODELMEASURER_H
