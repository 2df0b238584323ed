// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_STRATEGY_SEARCH_H
#define TVM_TRANSFORMS_SCHEDULE_STRATEGY_SEARCH_H

#include "transforms/Schedule/Strategy/ParameterSpace.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tvm::schedule {

/// A point with its estimate in cycles.
struct EstimatedPoint {
  Point point;
  double cycles;
};

/// Number of points that are estimated for one kernel.
inline constexpr unsigned kMaxEstimates = 256;

/// Searches for the points of `space` with the lowest values of `estimate`,
/// which is called at most `limit` times, and returns all estimated points, the
/// cheapest one first. Starts with the default, changes one parameter after
/// another as long as the estimate decreases, and restarts at random points.
/// The parameters of the best point that cost nothing have their defaults.
/// Equal spaces and estimates give equal results.
llvm::SmallVector<EstimatedPoint>
findCheapest(const ParameterSpace &space,
             llvm::function_ref<double(llvm::ArrayRef<int64_t>)> estimate,
             unsigned limit = kMaxEstimates);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_STRATEGY_SEARCH_H
