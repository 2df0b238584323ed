// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TVMC_TURNTIMES_H
#define TVM_TOOLS_TVMC_TURNTIMES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace tvm::tvmc {

/// Times of one run in seconds, over the rounds of a measurement.
struct RunTimes {
  double median, lower, upper; // the quartiles
  /// The time of the fastest tenth of the rounds. Other programs only make runs
  /// longer, so these were disturbed least.
  double fast;

  /// The distance of the quartiles, as a share of the median.
  double getSpread() const { return (upper - lower) / median; }
};

/// Times of two artefacts that ran in turns.
struct TurnTimes {
  RunTimes first, second;
  unsigned rounds;

  /// The second one's time as a share of the first one's.
  double getShare() const { return second.fast / first.fast; }
  /// The larger spread of both.
  double getSpread() const;
  /// Whether the spread is too large. A limit of 0 allows any.
  bool isNoisy(double maxSpread) const {
    return maxSpread > 0 && getSpread() > maxSpread;
  }
};

/// The largest number of measurements until noise is the result. Each takes
/// twice as long as the one before it.
inline constexpr unsigned kMaxMeasurements = 3;

/// The time of all these measurements, if the first one takes `time`.
template <typename T> constexpr T getLongestTime(T time) {
  return time * ((1 << kMaxMeasurements) - 1);
}

/// Calls `measure` with `seconds`. While the times are noise, calls it again
/// with twice the seconds of the last call, up to kMaxMeasurements calls in
/// all. Returns the times of the last call, which may be noise.
llvm::Expected<TurnTimes> measureUntilCalm(
    double seconds, double maxSpread,
    llvm::function_ref<llvm::Expected<TurnTimes>(double seconds)> measure);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TVMC_TURNTIMES_H
