// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_BESTARTEFACT_H
#define TVM_TOOLS_TUNE_BESTARTEFACT_H

#include "tools/tune/Tune.h"
#include "tools/tune/processes/Child.h"

#include <chrono>

namespace tvm::tvmc {

/// The artefact of a tuning (`-o`). Whenever it is written, it has the best
/// strategies and decisions so far. Its results and times were compared with
/// the default model's. It is replaced as a whole.
class BestArtefact {
public:
  /// Files are in `folder`.
  BestArtefact(const TuneOptions &options, const ChildRunner &runner,
               std::string folder, TuneObserver &observer)
      : options(options), runner(runner), folder(std::move(folder)),
        observer(observer) {}

  /// Whether it is time to offer a model: an artefact is wanted, and the
  /// last offers took a small share of the time.
  bool isDue() const;
  /// Compares the model that `tvmc compile` makes with the options `further`
  /// with the default one, unless it was the last one that was offered. Writes
  /// it if it is faster, and not slower than what was written before.
  llvm::Error offer(const std::vector<std::string> &further,
                    const std::string &text);
  /// Compares the last model in the same way, and writes the faster one of it
  /// and the default. `text` tells models apart.
  llvm::Expected<ModelComparison>
  finish(const std::vector<std::string> &further, const std::string &text);

private:
  using Clock = std::chrono::steady_clock;

  llvm::Error compile(const std::string &artefact,
                      llvm::ArrayRef<std::string> further);
  llvm::Error compileDefault();
  llvm::Error compare(const std::vector<std::string> &further,
                      const std::string &text);
  /// Compiles the tuned model, and compares it unless it has the same code.
  llvm::Error compareCode(const std::vector<std::string> &further);
  /// Returns the cause of a failure.
  llvm::Expected<std::string> measure(std::vector<tuner::Times> &times);

  std::string getDefault() const { return folder + "/default.so"; }
  std::string getTuned() const { return folder + "/tuned.so"; }

  const TuneOptions &options;
  const ChildRunner &runner;
  std::string folder;
  TuneObserver &observer;
  bool hasDefault = false;
  std::optional<std::string> lastText; // of the last comparison
  ModelComparison last;
  std::optional<double> written; // its share; none: nothing was written
  std::optional<Clock::time_point> lastEnd;
  double seconds = 0; // of the last offer
};

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_BESTARTEFACT_H
