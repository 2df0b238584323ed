#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_SPLITCOST_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_SPLITCOST_H

#include "transforms/CostModel/Nest.h"
#include "transforms/Schedule/Rules/Tiling/MachineModel.h"

#include <optional>

namespace tvm::schedule {

/// The axis of the outermost loop of a sum that has several iterations; nothing
/// where there is none, or where `parts` does not divide it.
std::optional<unsigned> findDividedAxis(const cost::Nest &nest, int64_t parts);

/// `nest` once `axis` is divided into `parts`: these are a new axis in front of
/// all others, and each has results of its own.
cost::Nest divideAxis(const cost::Nest &nest, unsigned axis, int64_t parts);

/// Cycles until the results of `parts`, those of divideAxis, are added.
double estimateSumOfParts(const cost::Nest &parts, int64_t tasks,
                          const MachineModel &machine);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_SPLITCOST_H
