// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_ROUNDS_NOISE_H
#define TVM_TUNER_ROUNDS_NOISE_H

#include "tuner/rounds/ModelMeasurer.h"
#include "llvm/ADT/SmallBitVector.h"

namespace tvm::tuner {

/// Adds the seconds of each run of a kernel to those of the same runs of
/// others.
void addRuns(std::vector<double> &sums, llvm::ArrayRef<double> seconds);

/// The median and the quartiles; all 0 of no numbers.
KernelTimes getQuartiles(std::vector<double> seconds);

/// The kernels that are the same in two measurements of a model. Whatever
/// changes their times is not a strategy, but the machine.
struct Reference {
  /// The time of the second measurement as a share of the first one's: the
  /// median of the kernels, weighted by their time. 1 without kernels.
  double ratio = 1;
  /// The distance of the quartiles of that share.
  double spread = 0;
  /// The share of the model's time that they take, and their number.
  double weight = 0;
  unsigned count = 0;

  /// Whether they are enough to compare measurements of different times.
  bool isSufficient() const;
};

/// The reference of two measurements. `changed` has the tasks whose strategy is
/// another one.
Reference getReference(const ModelTimes &before, const ModelTimes &now,
                       const llvm::SmallBitVector &changed);

/// The reference to expect if these tasks change, from one measurement.
Reference getReference(const ModelTimes &before,
                       const llvm::SmallBitVector &changed);

/// The result for a task: its times `now` beside those of the strategy that it
/// replaces, whose share of the default's time is `share`. Noisy if the times
/// of a kernel spread farther than `maxSpread`, or the reference does.
Outcome judge(const Task &task, const KernelTimes &before,
              const KernelTimes &now, const Reference &reference, double share,
              int64_t runs, double maxSpread);

} // namespace tvm::tuner

#endif // TVM_TUNER_ROUNDS_NOISE_H
