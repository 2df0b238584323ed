// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_CONFIGUREDMODEL_H
#define TVM_TOOLS_TUNE_CONFIGUREDMODEL_H

#include "compiler/tuning/ModelProgram.h"
#include "compiler/tuning/ModelTasks.h"
#include "tools/tune/ApplyingChild.h"
#include "tools/tune/InModelMeasurer.h"
#include "tools/tune/Tune.h"
#include "tuner/configurations/Configuration.h"
#include "tuner/configurations/Regions.h"

namespace tvm::tvmc {

/// A model with a configuration: its kernels as tasks, and all that compiles
/// and runs them.
class ConfiguredModel {
public:
  /// Compiles the model to kernels, whose programs are in `folder`. Fails after
  /// reporting errors to `sink`.
  static mlir::FailureOr<std::unique_ptr<ConfiguredModel>>
  make(const TuneOptions &options, tuner::Configuration configuration,
       std::string folder, const ChildRunner &runner,
       const compiler::Sink &sink);
  ~ConfiguredModel();

  const tuner::Configuration &getConfiguration() const { return configuration; }
  const compiler::KernelPrograms &getPrograms() const { return model.programs; }
  llvm::ArrayRef<tuner::Task> getTasks() const { return model.tasks; }

  llvm::ArrayRef<compiler::ModelTasks::Kernel> getKernels() const {
    return model.kernels;
  }
  /// The names of the kernels that have the text of `program`.
  std::vector<std::string>
  getNames(const compiler::KernelProgram &program) const;

  AloneMeasurer &getAlone() { return alone; }
  /// The measurer of the whole model, which is made when it is needed.
  llvm::Expected<InModelMeasurer *> getInModel();

  /// The names of the kernels, with the texts that KernelRuns needs: of the
  /// kernel, of its strategy in `choice`, and the number of launches.
  llvm::Expected<llvm::StringMap<std::string>>
  describeKernels(const tuner::Choice &choice);

  /// Whether `choice` and the configuration are what the compiler takes by
  /// itself.
  bool isDefault(const tuner::Choice &choice) const;
  /// A text that tells configurations and choices apart.
  std::string describe(const tuner::Choice &choice) const;
  /// Writes the decisions, and the strategies of `choice` that are not the
  /// defaults, to files. Returns the options of `tvmc compile` that give them
  /// to the model.
  llvm::Expected<std::vector<std::string>>
  writeStrategies(const tuner::Choice &choice);

private:
  class Program;

  ConfiguredModel(const TuneOptions &options,
                  tuner::Configuration configuration, std::string folder,
                  const ChildRunner &runner);
  llvm::Error addKernels();

  const TuneOptions &options;
  const ChildRunner &runner;
  tuner::Configuration configuration;
  std::string folder;
  ApplyingChild applier;
  compiler::ModelTasks model;
  AloneMeasurer alone;
  std::unique_ptr<Program> program;
  std::unique_ptr<InModelMeasurer> inModel;
};

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_CONFIGUREDMODEL_H
