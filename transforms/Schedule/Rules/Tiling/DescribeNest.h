// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_TILING_DESCRIBENEST_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_TILING_DESCRIBENEST_H

#include "dialects/TE/TEOps.h"
#include "transforms/CostModel/Nest.h"

namespace tvm::schedule {

/// The facts about the nest around `block` that determine costs. Axes are the
/// block's axes. Subscripts that are not linear count as consecutive ones, and
/// axes without points as axes of one point.
cost::Nest describeNest(te::BlockOp block);

/// The axes of all spatial loops of `nest`, in program order.
llvm::SmallVector<unsigned> getSpatialAxes(const cost::Nest &nest);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_TILING_DESCRIBENEST_H
