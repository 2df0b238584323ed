// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_INMODELMEASURER_H
#define TVM_TOOLS_TUNE_INMODELMEASURER_H

#include "tools/tune/AloneMeasurer.h"
#include "tuner/rounds/ModelMeasurer.h"

namespace tvm::tvmc {

/// A model whose kernels get strategies.
class TunedModel {
public:
  virtual ~TunedModel();
  /// Writes the program of the model to a file, with the strategy of each task.
  virtual llvm::Error write(const tuner::Choice &choice,
                            llvm::StringRef path) = 0;
  /// The names of the kernels of each task.
  virtual std::vector<std::vector<std::string>> getKernels() const = 0;
};

/// The runs of a model, as `tvmc profile --json` prints them.
struct ModelProfile {
  int64_t runs = 0;
  /// The names of kernels, and the seconds of all calls in each run.
  std::vector<std::pair<std::string, std::vector<double>>> kernels;
};

llvm::Expected<std::vector<ModelProfile>> parseProfiles(llvm::StringRef text);

/// The runs of several models in turns.
struct ModelProfiles {
  std::vector<ModelProfile> models; // none if they failed
  std::string failure;              // with its cause
  double seconds = 0;               // of the process
};

/// Runs artefacts in turns with a profile (`tvmc profile`).
llvm::Expected<ModelProfiles> runProfile(const ChildRunner &runner,
                                         llvm::ArrayRef<std::string> artefacts,
                                         const MeasureOptions &options);

/// Runs whole models, and checks strategies in kernels that run alone.
class InModelMeasurer : public tuner::ModelMeasurer {
public:
  /// `alone` checks strategies. Files are in `folder`.
  InModelMeasurer(const ChildRunner &runner, AloneMeasurer &alone,
                  std::string folder, MeasureOptions options, TunedModel &model)
      : runner(runner), alone(alone), folder(std::move(folder)),
        options(options), compiler(runner, std::move(options.compileOptions)),
        model(model), kernels(model.getKernels()) {}

  llvm::Expected<std::vector<std::string>>
  check(llvm::ArrayRef<tuner::Candidate> candidates) override {
    return alone.check(candidates);
  }
  llvm::Expected<tuner::ModelOutcome>
  run(llvm::ArrayRef<tuner::Choice> choices) override;

  tuner::StepSeconds getSteps() const override;

  /// The artefact with these strategies, which is kept until other ones need
  /// its place. Returns the cause of a failure.
  llvm::Expected<std::string> compile(const tuner::Choice &choice,
                                      std::string &artefact);

private:
  struct Artefact {
    tuner::Choice choice;
    std::string path;
  };

  const ChildRunner &runner;
  AloneMeasurer &alone;
  std::string folder;
  MeasureOptions options;
  ProgramCompiler compiler;
  TunedModel &model;
  std::vector<std::vector<std::string>> kernels;
  /// The last artefacts, the latest one first.
  std::vector<Artefact> artefacts;
  unsigned numCompiled = 0;
  double running = 0; // seconds
};

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_INMODELMEASURER_H
