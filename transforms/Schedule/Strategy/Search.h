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

/// Points that are estimated for one block.
inline constexpr unsigned kMaxEstimates = 256;

/// Looks for the points of `space` with the lowest values of `estimate`, which
/// is called `limit` times at most, and returns all points that it looked at,
/// the cheapest one first. It begins with the default, and changes one
/// parameter after the other as long as that helps; then it begins again with
/// random points. The same space and estimates lead to the same points.
llvm::SmallVector<EstimatedPoint>
findCheapest(const ParameterSpace &space,
             llvm::function_ref<double(llvm::ArrayRef<int64_t>)> estimate,
             unsigned limit = kMaxEstimates);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_STRATEGY_SEARCH_H
