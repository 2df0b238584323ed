// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_STRATEGY_RANKING_H
#define TVM_TRANSFORMS_SCHEDULE_STRATEGY_RANKING_H

#include "transforms/CostModel/Rates.h"
#include "transforms/Schedule/Strategy/StrategySpace.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tvm::schedule {

using cost::kEstimateError;

class ScheduleRule;

/// The place of a rule among those that take a block.
struct RankedRule {
  const ScheduleRule *rule;
  /// The estimate of the rule's first strategy, in cycles; infinite where none
  /// was estimated.
  double cycles;
  /// Whether the rule proposes a strategy itself (StrategySpace::getPreferred).
  bool isProposed;
  /// The point with the lowest estimate. Empty where none was estimated.
  Point cheapest;
  /// Whether this estimate is lower than the default's by more than the error
  /// of estimates.
  bool isCheapestFirst = false;
};

/// Ranks `rule` by its points in `space` and their `estimate`, which is called
/// at most `limit` times. The search starts at the default. No strategy is
/// built.
RankedRule
rankRule(const ScheduleRule *rule, StrategySpace &space,
         llvm::function_ref<double(llvm::ArrayRef<int64_t>)> estimate,
         unsigned limit);

/// Moves the cheapest of `rules` to the front: the first one that proposes a
/// strategy, unless another one is cheaper by more than the error of estimates.
void moveCheapestToFront(llvm::MutableArrayRef<RankedRule> rules);

/// The strategies of a rule in the order in which they are tried: the cheapest
/// one if it comes first, and then those that the rule proposes, or else its
/// default: a primitive may refuse a step of the first.
llvm::SmallVector<Strategy> buildStrategies(StrategySpace &space,
                                            const RankedRule &ranked);

/// The strategy to try where all of buildStrategies were refused: the cheapest
/// one, unless it was among them. It may be null.
Strategy buildLastStrategy(StrategySpace &space, const RankedRule &ranked);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_STRATEGY_RANKING_H
