// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_TUNEREPORTS_H
#define TVM_TOOLS_TUNE_TUNEREPORTS_H

#include "tools/tune/ProgressLine.h"
#include "tools/tune/Tune.h"

namespace tvm::tvmc {

/// The rank correlation of scores and predictions on a third of the trials of
/// a task, which the model of the session has not seen. None without a model,
/// or for few trials.
std::optional<double> getCorrelation(const tuner::SessionOptions &options,
                                     const tuner::TaskResult &result);

/// A report for people: tables go to `os`, progress to `line`. Neither if
/// `isQuiet`.
std::unique_ptr<TuneObserver> makeTextReport(llvm::raw_ostream &os,
                                             ProgressLine &line,
                                             const TuneOptions &options,
                                             bool isQuiet);

/// A report for programs: an object of JSON in each line, whose "event" is
/// "step", "task", "trial", "change", "rounds", "kernel" or "model".
std::unique_ptr<TuneObserver> makeJsonReport(llvm::raw_ostream &os,
                                             const TuneOptions &options);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_TUNEREPORTS_H
