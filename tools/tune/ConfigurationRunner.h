// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_CONFIGURATIONRUNNER_H
#define TVM_TOOLS_TUNE_CONFIGURATIONRUNNER_H

#include "tools/tune/ConfiguredModel.h"
#include "tuner/configurations/ConfigurationSearch.h"
#include "tuner/rounds/RoundSession.h"

namespace tvm::tvmc {

/// The changes that a model leaves open.
std::vector<tuner::Change> getChanges(const compiler::KernelPrograms &programs);

/// Compiles and runs configurations of a model. Kernels that two configurations
/// share have the same strategies in both.
class ConfigurationRunner : public tuner::ConfigurationMeasurer {
public:
  /// `model` is the first one. References have to live as long as the runner.
  /// Files are in `folder`.
  ConfigurationRunner(const TuneOptions &options,
                      const tuner::SessionOptions &session,
                      tuner::Database &database, std::string folder,
                      const ChildRunner &runner,
                      std::unique_ptr<ConfiguredModel> model)
      : options(options), session(session), database(database),
        folder(std::move(folder)), runner(runner), current(std::move(model)) {}

  /// The model that others are compared with.
  ConfiguredModel &getCurrent() { return *current; }
  /// Compiles the model with a configuration, and makes it the current one.
  llvm::Error set(const tuner::Configuration &configuration);
  /// Notes the strategies of the current model's tasks, and the seconds of a
  /// run that each task takes.
  void note(const tuner::Choice &choice,
            llvm::ArrayRef<tuner::TaskResult> results);

  /// The costs of trials of new kernels since the last call.
  tuner::RoundCosts takeCosts() {
    return std::exchange(costs, tuner::RoundCosts());
  }

  double getShare(const tuner::Change &change) override;
  llvm::Expected<std::string>
  prepare(const tuner::Configuration &configuration) override;
  llvm::Expected<tuner::RegionOutcome> run() override;
  llvm::Error adopt() override;

private:
  /// A model with its strategies, as an artefact.
  struct Artefact {
    std::string path;
    llvm::StringMap<std::string> texts; // of kernels, by name
  };

  llvm::Expected<std::unique_ptr<ConfiguredModel>>
  make(const tuner::Configuration &configuration);
  /// The strategies of the tasks of another configuration: the current model's,
  /// the best recorded ones, or the defaults.
  llvm::Expected<tuner::Choice> choose(llvm::ArrayRef<tuner::Task> tasks);
  /// Returns the cause of a failure.
  llvm::Expected<std::string> compile(ConfiguredModel &model,
                                      const tuner::Choice &choice,
                                      Artefact &artefact);
  llvm::Expected<std::string> compareResults();
  /// Tries some strategies of the kernels of the next model that have no
  /// records. Replaces these in `choice`, and returns whether any is better
  /// than before. Nothing is tried in a session with a number of trials, which
  /// the trials would exceed.
  llvm::Expected<bool> tuneNew(tuner::Choice &choice);

  const TuneOptions &options;
  const tuner::SessionOptions &session;
  tuner::Database &database;
  std::string folder;
  const ChildRunner &runner;
  /// The previous model stays until the next one is made: a session may still
  /// refer to its tasks.
  std::unique_ptr<ConfiguredModel> previous, current, next;
  tuner::Choice strategies; // of the current model's tasks
  std::vector<double> seconds;
  tuner::RoundCosts costs;
  Artefact before, now; // of the current model, and of the next one
  unsigned numMade = 0;
};

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_CONFIGURATIONRUNNER_H
