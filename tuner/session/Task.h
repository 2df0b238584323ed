// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_SESSION_TASK_H
#define TVM_TUNER_SESSION_TASK_H

#include "tuner/database/Record.h"
#include "tuner/search/ScoreModel.h"

#include <memory>
#include <vector>

namespace tvm::tuner {

/// The end of a process that applied a strategy to a kernel: it crashed, or
/// exceeded a limit. Unlike a refusal, it is a failure of the strategy, and
/// recorded.
class ApplyFault : public llvm::ErrorInfo<ApplyFault> {
public:
  explicit ApplyFault(std::string failure) : failure(std::move(failure)) {}

  /// The failure of the record, which begins with its cause.
  const std::string &getFailure() const { return failure; }
  void log(llvm::raw_ostream &os) const override { os << failure; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

  static char ID; // NOLINT(readability-identifier-naming): LLVM's name

private:
  std::string failure;
};

/// An error that says nothing about the strategy that was applied, and ends a
/// session.
class ApplyError : public llvm::ErrorInfo<ApplyError, llvm::StringError> {
public:
  explicit ApplyError(const llvm::Twine &text)
      : ErrorInfo(text, llvm::inconvertibleErrorCode()) {}

  static char ID; // NOLINT(readability-identifier-naming): LLVM's name
};

/// The strategies of a kernel as texts.
class TaskSpace {
public:
  virtual ~TaskSpace();

  virtual const ParameterSpace &getParameters() const = 0;
  /// The strategy that is chosen without tuning.
  virtual std::string getDefault() const = 0;
  /// The point of that strategy; none if it is at no point, or not known.
  virtual std::optional<Point> getDefaultPoint() const { return std::nullopt; }
  /// The strategy at a legal point; for points whose strategies do the same,
  /// the one that was built first. Fails with an ApplyFault or an ApplyError,
  /// and otherwise with the reason why it does not apply to the kernel.
  virtual llvm::Expected<std::string>
  build(llvm::ArrayRef<int64_t> point) const = 0;
  /// The strategy at a legal point as it is before it is applied, which is the
  /// strategy of the record of an ApplyFault. Equal for points whose strategies
  /// are the same. Empty if spaces of this kind have no such faults.
  virtual std::string draft(llvm::ArrayRef<int64_t> point) const { return ""; }
  /// A number that is equal for points whose strategies probably do the same.
  /// Nothing is applied.
  virtual uint64_t identify(llvm::ArrayRef<int64_t> point) const;
  /// Whether a strategy that comes from elsewhere applies to the kernel.
  virtual bool applies(llvm::StringRef strategy) const = 0;
  /// The features of the strategy at a legal point, equally many for each.
  virtual std::vector<float> describe(llvm::ArrayRef<int64_t> point) const = 0;
  /// The number of the feature that is the binary logarithm of an estimated
  /// time; none if there is no estimate.
  virtual std::optional<size_t> getEstimateFeature() const {
    return std::nullopt;
  }
};

/// A kernel of a model, to tune.
struct Task {
  std::string name;
  /// The canonical text of the kernel.
  std::string text;
  /// Number of launches in a run of the model.
  unsigned numLaunches = 1;
  std::unique_ptr<TaskSpace> space;
  /// The places of these launches among all launches of the model, ascending.
  std::vector<unsigned> places;
};

/// The strategy of each task, in the order of the tasks.
using Choice = std::vector<std::string>;

/// The result of running a strategy: times, the cause of a failure, or neither
/// if the machine was too noisy. Noise says nothing about the strategy and is
/// not recorded.
struct Outcome {
  std::optional<Times> times;
  std::string failure;
  bool isNoisy = false;
};

/// Compiles and runs kernels.
class Measurer {
public:
  virtual ~Measurer();

  /// Runs the kernel of `task` by `strategy`, in turns with its default
  /// strategy. The results of both have to be equal. An error ends the whole
  /// session.
  virtual llvm::Expected<Outcome> measure(const Task &task,
                                          llvm::StringRef strategy) = 0;
};

} // namespace tvm::tuner

#endif // TVM_TUNER_SESSION_TASK_H
