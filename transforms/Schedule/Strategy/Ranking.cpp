// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Strategy/Ranking.h"

#include "transforms/Schedule/Strategy/Search.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <limits>

using namespace llvm;

namespace tvm::schedule {

/// Whether an estimate of `cycles` is lower than `other` beyond doubt.
static bool isCheaper(double cycles, double other) {
  return cycles < other * (1 - kEstimateError);
}

RankedRule rankRule(const ScheduleRule *rule, StrategySpace &space,
                    function_ref<double(ArrayRef<int64_t>)> estimate,
                    unsigned limit) {
  SmallVector<EstimatedPoint> points;
  if (space.isDecidedByEstimates())
    points = findCheapest(space.getParameters(), estimate, limit);
  double atStart = limit == 0 ? std::numeric_limits<double>::infinity()
                              : estimate(space.getParameters().getDefault());
  RankedRule ranked{rule, atStart, space.hasPreferred(), {}};
  if (points.empty())
    return ranked;
  ranked.cheapest = points.front().point;
  ranked.isCheapestFirst = isCheaper(points.front().cycles, atStart);
  if (ranked.isCheapestFirst)
    ranked.cycles = points.front().cycles;
  return ranked;
}

void moveCheapestToFront(MutableArrayRef<RankedRule> rules) {
  auto *best = find_if(rules, [](const auto &rule) { return rule.isProposed; });
  if (best == rules.end())
    best = rules.begin();
  for (RankedRule &rule : rules)
    if (isCheaper(rule.cycles, best->cycles))
      best = &rule;
  if (!rules.empty())
    std::rotate(rules.begin(), best, best + 1);
}

SmallVector<Strategy> buildStrategies(StrategySpace &space,
                                      const RankedRule &ranked) {
  SmallVector<Strategy> strategies;
  if (ranked.isCheapestFirst)
    strategies.push_back(space.build(ranked.cheapest));
  append_range(strategies, space.getPreferred());
  if (!ranked.isProposed)
    strategies.push_back(space.build(space.getParameters().getDefault()));
  llvm::erase(strategies, Strategy()); // that could not be built
  return strategies;
}

Strategy buildLastStrategy(StrategySpace &space, const RankedRule &ranked) {
  if (ranked.isCheapestFirst || ranked.cheapest.empty() ||
      ranked.cheapest == space.getParameters().getDefault())
    return {};
  return space.build(ranked.cheapest);
}

} // namespace tvm::schedule
