#ifndef TVM_TRANSFORMS_SCHEDULE_STRATEGY_RANKING_H
#define TVM_TRANSFORMS_SCHEDULE_STRATEGY_RANKING_H

#include "transforms/CostModel/Rates.h"
#include "transforms/Schedule/Strategy/StrategySpace.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tvm::schedule {

using cost::kEstimateError;

/// The strategies of one rule for a block.
struct RankedStrategies {
  /// The estimate of the first strategy, in cycles; infinite where none was
  /// estimated.
  double cycles;
  /// Whether the rule proposes a strategy itself (StrategySpace::getPreferred).
  bool isProposed;
  /// The strategies in the order in which they are tried: the one with the
  /// lowest estimate, and then the proposed ones, since a primitive may refuse
  /// a step of the first.
  llvm::SmallVector<Strategy> strategies;
};

/// Ranks strategies of `space` by `estimate`, which is called at most `limit`
/// times. The search starts at the default, which stays in front of strategies
/// that are not cheaper by more than the error of estimates.
RankedStrategies
rankStrategies(StrategySpace &space,
               llvm::function_ref<double(llvm::ArrayRef<int64_t>)> estimate,
               unsigned limit);

/// Moves the cheapest of `rules` to the front: the first one that proposes a
/// strategy, unless another one is cheaper by more than the error of estimates.
void moveCheapestToFront(llvm::MutableArrayRef<RankedStrategies> rules);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_STRATEGY_RANKING_H
