#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_TILING_VECTORESTIMATE_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_TILING_VECTORESTIMATE_H

#include "dialects/TE/TEOps.h"
#include "transforms/CostModel/VectorCost.h"
#include "transforms/Schedule/Rules/Tiling/MachineModel.h"

namespace tvm::schedule {

/// The plan of a nest in program order: with vectors along `axis`, unless most
/// of its accesses are far apart along it, and with threads over the other
/// axes.
cost::VectorPlan makeVectorPlan(const cost::Nest &nest, unsigned axis,
                                const MachineModel &machine, int64_t tasks);

/// Cycles until all cores of `machine` have computed `block` in its own loops
/// in program order, with vectors along the last one.
double estimateInOrder(te::BlockOp block, const MachineModel &machine,
                       int64_t tasks);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_TILING_VECTORESTIMATE_H
