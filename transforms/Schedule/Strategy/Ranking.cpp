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

RankedStrategies
rankStrategies(StrategySpace &space,
               function_ref<double(ArrayRef<int64_t>)> estimate,
               unsigned limit) {
  Point start = space.getParameters().getDefault();
  SmallVector<EstimatedPoint> points;
  if (space.isDecidedByEstimates())
    points = findCheapest(space.getParameters(), estimate, limit);
  double atStart =
      limit == 0 ? std::numeric_limits<double>::infinity() : estimate(start);
  RankedStrategies ranked{atStart, /*isProposed=*/false, {}};
  if (!points.empty() && isCheaper(points.front().cycles, atStart)) {
    ranked.cycles = points.front().cycles;
    ranked.strategies.push_back(space.build(points.front().point));
  }
  SmallVector<Strategy> proposed = space.getPreferred();
  ranked.isProposed = !proposed.empty();
  if (!ranked.isProposed)
    proposed.push_back(space.build(start));
  append_range(ranked.strategies, proposed);
  llvm::erase(ranked.strategies, Strategy()); // that could not be built
  return ranked;
}

void moveCheapestToFront(MutableArrayRef<RankedStrategies> rules) {
  auto *best = find_if(rules, [](const auto &rule) { return rule.isProposed; });
  if (best == rules.end())
    best = rules.begin();
  for (RankedStrategies &rule : rules)
    if (isCheaper(rule.cycles, best->cycles))
      best = &rule;
  if (!rules.empty())
    std::rotate(rules.begin(), best, best + 1);
}

} // namespace tvm::schedule
