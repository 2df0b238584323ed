// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Strategy/StrategySpace.h"

#include "transforms/Schedule/Strategy/ScheduleRule.h"

#include "llvm/ADT/Sequence.h"

namespace tvm::schedule {

StrategySpace::~StrategySpace() = default;

double StrategySpace::estimate(llvm::ArrayRef<int64_t> point,
                               const BlockAccesses &accesses,
                               const MachineModel &machine) {
  return estimateStrategy(accesses, build(point), machine);
}

FewStrategies::FewStrategies(llvm::ArrayRef<Strategy> strategies)
    : strategies(strategies) {
  auto count = static_cast<int64_t>(strategies.size());
  parameters.add(makeParameter("strategy",
                               llvm::to_vector(llvm::seq<int64_t>(0, count)),
                               /*defaultValue=*/0));
}

} // namespace tvm::schedule
