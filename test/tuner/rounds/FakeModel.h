// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TEST_TUNER_ROUNDS_FAKEMODEL_H
#define TVM_TEST_TUNER_ROUNDS_FAKEMODEL_H

#include "test/tuner/session/Fakes.h"
#include "tuner/rounds/RoundSession.h"

namespace tvm::tuner {

/// A model that tells times without running anything: strategy n of a kernel
/// takes 50 + n microseconds, the default 100.
class FakeModel : public ModelMeasurer {
public:
  /// What disturbs the runs of a model.
  struct Disturbance {
    double factor = 1;    // of all times
    double spread = 0;    // of the quartiles, as a share of the median
    double firstTask = 0; // microseconds that the first task takes longer
    std::string failure;
  };

  explicit FakeModel(unsigned numOthers = 4) : numOthers(numOthers) {}

  llvm::Expected<std::vector<std::string>>
  check(llvm::ArrayRef<Candidate> candidates) override {
    std::vector<std::string> failures;
    for (const Candidate &candidate : candidates)
      failures.push_back(
          candidate.strategy == "13" ? "wrong result: output y differs" : "");
    numChecked += candidates.size();
    steps.checking += 0.5;
    return failures;
  }

  StepSeconds getSteps() const override { return steps; }

  llvm::Expected<ModelOutcome> run(llvm::ArrayRef<Choice> choices) override {
    ++numRuns;
    steps.running += 0.25;
    runs.emplace_back(choices.begin(), choices.end());
    ModelOutcome outcome;
    for (const Choice &choice : choices) {
      Disturbance disturbance = disturb(numRuns, choice);
      if (!disturbance.failure.empty())
        return ModelOutcome{{}, disturbance.failure};
      outcome.models.push_back(time(choice, disturbance));
    }
    return outcome;
  }

  unsigned numChecked = 0, numRuns = 0;
  std::vector<std::vector<Choice>> runs;
  std::function<Disturbance(unsigned run, const Choice &choice)> disturb =
      [](unsigned, const Choice &) { return Disturbance(); };

private:
  ModelTimes time(const Choice &choice, const Disturbance &disturbance) const {
    auto make = [&](double seconds) {
      seconds *= disturbance.factor;
      double half = seconds * disturbance.spread / 2;
      return KernelTimes{seconds, seconds - half, seconds + half};
    };
    ModelTimes times;
    times.runs = 10;
    double extra = disturbance.firstTask;
    for (const std::string &strategy : choice) {
      double number;
      (void)llvm::StringRef(strategy).getAsDouble(number);
      // No two measurements are equal.
      times.tasks.push_back(
          make((50 + number + extra + numRuns * 1e-7) * 1e-6));
      extra = 0;
    }
    for (unsigned i = 0; i < numOthers; ++i)
      times.others.push_back(make(100e-6));
    return times;
  }

  unsigned numOthers;
  StepSeconds steps;
};

} // namespace tvm::tuner

#endif // TVM_TEST_TUNER_ROUNDS_FAKEMODEL_H
