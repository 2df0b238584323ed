#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_SPLITCOST_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_SPLITCOST_H

#include "transforms/CostModel/Nest.h"
#include "transforms/Schedule/Rules/Tiling/MachineModel.h"

#include <optional>

namespace tvm::schedule {

/// The axis of the outermost loop of a sum that has several iterations; nothing
/// where there is none, or `parts` does not divide it.
std::optional<unsigned> findDividedAxis(const cost::Nest &nest, int64_t parts);

/// `nest` after split-K along `axis` into `parts`: the parts are a new axis in
/// front of all others, and each has its own results.
cost::Nest divideAxis(const cost::Nest &nest, unsigned axis, int64_t parts);

/// Cycles until the results of `parts`, a nest from divideAxis, are added.
double estimateSumOfParts(const cost::Nest &parts, int64_t tasks,
                          const MachineModel &machine);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_SPLITCOST_H
