// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_CONFIGURATIONS_CONFIGURATIONSEARCH_H
#define TVM_TUNER_CONFIGURATIONS_CONFIGURATIONSEARCH_H

#include "tuner/configurations/Configuration.h"
#include "tuner/configurations/Regions.h"
#include "tuner/database/Methods.h"
#include "tuner/session/StrategyResults.h"
#include "tuner/session/TaskTuner.h"
#include "llvm/ADT/StringMap.h"

namespace tvm::tuner {

/// The result of running two configurations, or the cause of a failure.
struct RegionOutcome {
  RegionTimes times;
  std::string failure;
};

/// Compiles and runs configurations of a model.
class ConfigurationMeasurer {
public:
  virtual ~ConfigurationMeasurer();

  /// The share of the current model's time that the kernels with the operators
  /// of `change` take.
  virtual double getShare(const Change &change) = 0;
  /// Compiles the model with another configuration, and compares its results
  /// with those of the current model. Returns the cause of a failure. An error
  /// ends the whole session, as with the other functions.
  virtual llvm::Expected<std::string>
  prepare(const Configuration &configuration) = 0;
  /// Runs the current model and the one that was prepared, in turns.
  virtual llvm::Expected<RegionOutcome> run() = 0;
  /// Makes the model that was prepared the current one.
  virtual llvm::Error adopt() = 0;
};

/// A change that was tried.
struct TriedChange {
  /// Its outcome: it is part of the configuration now; it is not faster; it
  /// failed; the machine was too noisy, and nothing is recorded.
  enum class Result { Adopted, Slower, Failed, Noisy };

  Change change;
  Result result = Result::Noisy;
  std::string failure;
  /// The time of the region as a share of its time before, the median of the
  /// measurements; 0 without one.
  double share = 0;
  /// The seconds of the region before, and the numbers of its kernels before
  /// and after, of the last measurement.
  double seconds = 0;
  unsigned numBefore = 0, numAfter = 0;
  unsigned measurements = 0; // without noisy ones
  /// Whether an earlier session has tried it.
  bool isKnown = false;
};

/// A name for each result: "adopted", "slower", "failed", "noisy".
llvm::StringRef getName(TriedChange::Result result);

/// Searches the decisions on operators, one at a time. A change that is faster
/// in the model, and is confirmed by further rounds, becomes part of the
/// configuration. Several changes may be of one decision, to different values:
/// each is compared with the value that the configuration has by then. All
/// results are in the database at any time; their shares are of the time with
/// the compiler's own value.
class ConfigurationSearch {
public:
  /// `context` is the session's; the records have the method
  /// `kConfigurations`. References have to live as long as the search.
  ConfigurationSearch(std::vector<Change> changes, Database &database,
                      const RecordContext &context, double maxSpread);

  /// Reads the records of earlier sessions. Changes that they confirmed are the
  /// first configuration, for each decision the one of the lowest share; those
  /// with a result are not tried again.
  llvm::Error start();

  /// The changes of which earlier sessions have recorded the result.
  llvm::ArrayRef<TriedChange> getKnown() const { return knownChanges; }
  const Configuration &getConfiguration() const { return configuration; }
  /// Whether every change was tried.
  bool isDone() const { return open.empty(); }

  /// Leaves out the changes that earlier sessions confirmed, because the model
  /// fails with them.
  void leaveOutKnown() {
    configuration.clear();
    adopted.clear();
  }

  /// Tries the change that promises most: the promise is the share of time of
  /// its kernels × the closeness of the compiler's estimates, of the value that
  /// the configuration has and of the other one. Changes that gained in other
  /// contexts come before all others. None if no change is one of these, or
  /// promises `leastPromise`.
  llvm::Expected<std::optional<TriedChange>>
  tryNext(ConfigurationMeasurer &measurer, double leastPromise = 0);

private:
  /// A value of a decision.
  struct Value {
    std::string value;
    double share;     // of the time with the compiler's own value
    double closeness; // of its estimate, compared with the compiler's own value
  };

  /// The value that the configuration has for the decision of `change`: the
  /// compiler's own one if no change of it is part of the configuration.
  Value getCurrent(const Change &change) const;
  void adopt(const Change &change, const StrategyResult &result);

  std::optional<Change> takeNext(ConfigurationMeasurer &measurer,
                                 double leastPromise);
  llvm::Expected<TriedChange> tryChange(Change change,
                                        ConfigurationMeasurer &measurer);
  /// Measures once, again if it is noisy, and records the result.
  llvm::Error measure(ConfigurationMeasurer &measurer, TriedChange &tried,
                      StrategyResult &result);
  llvm::Error record(const Change &change, const Outcome &outcome);
  /// Whether the value of a change gained in another context.
  llvm::Expected<bool> hasGainedElsewhere(const Change &change);
  /// The results for a change that earlier sessions recorded.
  llvm::Expected<StrategyResult> readResult(const Change &change);

  std::vector<Change> open;
  std::vector<TriedChange> knownChanges;
  Database &database;
  RecordContext context;
  double maxSpread;
  Configuration configuration;
  /// The values of `configuration`, by the recorded task of the change's first
  /// operator.
  llvm::StringMap<Value> adopted;
};

} // namespace tvm::tuner

#endif // TVM_TUNER_CONFIGURATIONS_CONFIGURATIONSEARCH_H
