// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_TUNE_H
#define TVM_TOOLS_TUNE_TUNE_H

#include "compiler/Diagnostics.h"
#include "compiler/Options.h"
#include "compiler/tuning/KernelPrograms.h"
#include "tools/tune/AloneMeasurer.h"
#include "tuner/configurations/ConfigurationSearch.h"
#include "tuner/database/Methods.h"
#include "tuner/rounds/ModelMeasurer.h"
#include "tuner/session/Session.h"

#include <atomic>

namespace tvm::tvmc {

/// The options of `tvmc tune`.
struct TuneOptions {
  std::string model;
  std::string database;
  /// The artefact with the best strategies; empty: none is written.
  std::string output;
  /// The folder of the kernels' programs; empty: a temporary one.
  std::string folder;
  /// The options of the model's compilation, as text and parsed.
  std::vector<std::string> compileArguments;
  compiler::Options compile;
  MeasureOptions measure;
  /// The options of the session; `tune` fills in the target.
  tuner::SessionOptions session{
      /*context=*/{"", tuner::kInModel.name.str(), "", ""}};
  /// Whether the whole model is compared (TuneObserver::compareModel) even if
  /// no artefact is written.
  bool comparesModel = false;
  /// Whether only the kernels are listed (TuneObserver::list).
  bool onlyTasks = false;
  /// Whether decisions on operators stay as the compiler takes them.
  bool onlyKernels = false;
  /// Whether a user has interrupted the search. The artefact is still written.
  const std::atomic<bool> *isInterrupted = nullptr;

  /// Whether kernels are measured in the model, not alone.
  bool isInModel() const {
    return session.context.method == tuner::kInModel.name;
  }
};

/// The shares of the model's time that kernels take.
struct KernelShares {
  llvm::StringMap<double> byKernel;
  /// The source of the shares, for people.
  std::string source;
  bool isMeasured = false;
};

/// The comparison of the whole model, tuned and by default.
struct ModelComparison {
  tuner::Times times; // the comparison with the median share of several
  /// Why the tuned model does not run; empty: it does.
  std::string failure;
  /// Whether the tuned model has the same code as the default one, because no
  /// gain was found: then nothing was compared.
  bool isEqual = false;
  /// Whether the tuned model is faster in each comparison, and by more than the
  /// noise in most of them.
  bool isFaster = false;

  bool hasTimes() const { return failure.empty() && !isEqual; }
};

/// Receives the state of a tuning.
class TuneObserver {
public:
  virtual ~TuneObserver() = default;
  /// Receives a step that begins and may take seconds: "reading the model".
  /// Any thread may call it, but only one at a time.
  virtual void begin(llvm::StringRef step) = 0;
  /// Receives the kernels if only these are listed.
  virtual void list(const compiler::KernelPrograms &programs,
                    llvm::ArrayRef<tuner::Task> tasks,
                    const KernelShares &shares) = 0;
  /// Receives the kernels before the first trial, and again when another
  /// configuration has other ones.
  virtual void start(const compiler::KernelPrograms &programs,
                     llvm::ArrayRef<tuner::Task> tasks) = 0;
  /// Receives the state after a trial. Returns false to end the tuning.
  virtual bool hear(const tuner::Progress &progress) = 0;
  /// Receives a change of decisions on operators that was tried.
  virtual void tryChange(const tuner::TriedChange &tried) = 0;
  /// Receives what rounds in the model have cost. `finish` follows.
  virtual void finishRounds(const tuner::RoundCosts &costs) = 0;
  /// Receives the last state, and the result for each kernel.
  virtual void finish(const tuner::Progress &progress,
                      llvm::ArrayRef<tuner::TaskResult> results) = 0;
  /// Receives how the whole model compares with the default one.
  virtual void compareModel(const ModelComparison &comparison) = 0;
};

/// Tunes the kernels of a model, records all trials in the database, and writes
/// the artefact. It has the default strategies unless the tuned model is
/// faster. `program` is the path of tvmc. Fails after reporting errors to
/// `sink`.
mlir::LogicalResult tune(const TuneOptions &options, llvm::StringRef program,
                         const compiler::Sink &sink, TuneObserver &observer);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_TUNE_H
