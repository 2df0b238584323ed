#include "transforms/Schedule/Rules/Tiling/VectorEstimate.h"

#include "transforms/Schedule/Rules/Tiling/DescribeNest.h"
#include "transforms/Schedule/Rules/Tiling/Threads.h"

using namespace mlir;

namespace tvm::schedule {

/// Whether more accesses are contiguous along `axis` than not.
static bool areTogether(const cost::Nest &nest, unsigned axis) {
  int64_t together = 0, apart = 0;
  for (const cost::Access &access : nest.accesses) {
    together += access.isContiguousAlong(axis);
    apart += access.dependsOn(axis) && !access.isContiguousAlong(axis);
  }
  return together > 0 && together >= apart;
}

cost::VectorPlan makeVectorPlan(const cost::Nest &nest, unsigned axis,
                                const MachineModel &machine, int64_t tasks) {
  cost::VectorPlan plan;
  plan.sizes.assign(nest.getNumAxes(), 1);
  plan.sizes[axis] = nest.extents[axis];
  plan.axis = axis;
  int64_t elementBytes = 1, count = 1;
  for (const cost::Access &access : nest.accesses)
    elementBytes = std::max(elementBytes, access.elementBytes);
  if (areTogether(nest, axis))
    plan.lanes = machine.lanesFor(elementBytes);
  for (unsigned other = 0; other < nest.getNumAxes(); ++other) {
    if (other == axis)
      continue;
    plan.order.push_back(other);
    if (!nest.isReduction[other])
      count *= nest.extents[other];
  }
  plan.accumulators = llvm::is_contained(nest.isReduction, true) ? 1 : 0;
  plan.tasks =
      nest.getNumPoints() < kMinParallelWork ? 0 : std::min(tasks, count);
  return plan;
}

double estimateInOrder(te::BlockOp block, const MachineModel &machine,
                       int64_t tasks) {
  cost::Nest nest = describeNest(block);
  if (nest.getNumAxes() == 0)
    return 1;
  return cost::estimateVectors(
      nest, makeVectorPlan(nest, nest.getNumAxes() - 1, machine, tasks),
      machine);
}

} // namespace tvm::schedule
