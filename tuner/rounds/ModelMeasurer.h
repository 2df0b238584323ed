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

/// Compiles and runs whole models.
class ModelMeasurer {
public:
  virtual ~ModelMeasurer();

  /// Runs the kernel of `task` alone, by `strategy`, and compares its results
  /// with those of the default strategy. Returns the cause of a failure; empty
  /// if they are equal. An error ends the whole session.
  virtual llvm::Expected<std::string> check(const Task &task,
                                            llvm::StringRef strategy) = 0;

  /// Runs the model once for each of `choices`, in turns, until their times are
  /// known well. An error ends the whole session.
  virtual llvm::Expected<ModelOutcome> run(llvm::ArrayRef<Choice> choices) = 0;
};

} // namespace tvm::tuner

#endif // TVM_TUNER_ROUNDS_MODELMEASURER_H
