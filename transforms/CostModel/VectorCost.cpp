// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/CostModel/VectorCost.h"

#include "transforms/Schedule/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;

namespace tvm::cost {

int64_t getLanes(const target::CPU &cpu, int64_t elementBytes) {
  constexpr int64_t kBitsOfByte = 8;
  return std::max<int64_t>(
      cpu.vectors.bits / (kBitsOfByte * std::max<int64_t>(elementBytes, 1)), 1);
}

/// Whether more accesses are contiguous along `axis` than not.
static bool areTogether(const Nest &nest, unsigned axis) {
  int64_t together = 0, apart = 0;
  for (const Access &access : nest.accesses) {
    together += access.isContiguousAlong(axis);
    apart += access.dependsOn(axis) && !access.isContiguousAlong(axis);
  }
  return together > 0 && together >= apart;
}

VectorPlan makeVectorPlan(const Nest &nest, unsigned axis,
                          const target::CPU &cpu, int64_t tasks) {
  VectorPlan plan;
  plan.sizes.assign(nest.getNumAxes(), 1);
  plan.sizes[axis] = nest.extents[axis];
  plan.axis = axis;
  int64_t elementBytes = 1, count = 1;
  for (const Access &access : nest.accesses)
    elementBytes = std::max(elementBytes, access.elementBytes);
  if (areTogether(nest, axis))
    plan.lanes = getLanes(cpu, elementBytes);
  for (unsigned other = 0; other < nest.getNumAxes(); ++other) {
    if (other == axis)
      continue;
    plan.order.push_back(other);
    if (!nest.isReduction[other])
      count *= nest.extents[other];
  }
  plan.accumulators = is_contained(nest.isReduction, true) ? 1 : 0;
  plan.tasks =
      nest.getNumPoints() < kMinParallelWork ? 0 : std::min(tasks, count);
  return plan;
}

/// Cycles per vector of points.
static double getVectorCycles(const Nest &nest, const VectorPlan &plan,
                              const target::CPU &cpu, const Rates &rates) {
  double loads = 0, stores = 0;
  for (const Access &access : nest.accesses) {
    // Elements that are not contiguous are accessed one by one.
    bool isTogether = plan.lanes == 1 || !access.dependsOn(plan.axis) ||
                      access.isContiguousAlong(plan.axis) || plan.shuffles > 0;
    double count = isTogether ? 1 : static_cast<double>(plan.lanes);
    bool isKept = access.isWritten && plan.accumulators > 0;
    (access.isWritten ? stores : loads) += isKept ? 0 : count;
  }
  double arithmetic = (static_cast<double>(nest.operations) + plan.shuffles) /
                      static_cast<double>(cpu.vectorsPerCycle);
  double waiting = plan.accumulators > 0
                       ? rates.latency / static_cast<double>(plan.accumulators)
                       : 0;
  return std::max(
      {arithmetic, loads / rates.loads, stores / rates.stores, waiting});
}

/// Cycles that transfers add.
static double getTransferCycles(const Nest &nest, const VectorPlan &plan,
                                const target::CPU &cpu, const Rates &rates) {
  SmallVector<TileLoop> loops;
  for (unsigned axis : plan.order)
    loops.push_back({axis, static_cast<int64_t>(divideCeil(nest.extents[axis],
                                                           plan.sizes[axis]))});
  double all = 0;
  for (const Access &access : nest.accesses)
    all += getTouchedBytes(access, nest.extents);
  // Data of other kernels take the other half of the last cache.
  bool isFar = all > static_cast<double>(cpu.l3CacheBytes) / 2;
  SmallVector<double> near = estimateTraffic(
      nest, loops, plan.sizes, static_cast<double>(cpu.l1CacheBytes));
  SmallVector<double> far = estimateTraffic(
      nest, loops, plan.sizes, static_cast<double>(cpu.l2CacheBytes));
  double cycles = 0;
  for (auto [access, l1, l2] : zip_equal(nest.accesses, near, far)) {
    // A cache line is read before it is written, unless the store is streamed.
    bool isRead = access.isWritten && isFar && !plan.streamsStores;
    bool isFlushed = access.isWritten && !isFar && plan.streamsStores;
    double behind = isFar || isFlushed ? rates.memoryBytes : rates.l3Bytes;
    cycles += l1 / rates.l2Bytes + (isRead ? 2 : 1) * l2 / behind;
  }
  return cycles;
}

double estimateVectors(const Nest &nest, const VectorPlan &plan,
                       const target::CPU &cpu) {
  Rates rates = Rates::get(cpu);
  double extent = static_cast<double>(nest.extents[plan.axis]);
  double rows = nest.getNumPoints() / extent;
  int64_t full = nest.extents[plan.axis] / plan.lanes;
  int64_t rest = nest.extents[plan.axis] % plan.lanes;
  bool isMasked = cpu.vectors.hasMasks();
  double vectors = static_cast<double>(full) +
                   static_cast<double>(isMasked ? rest != 0 : rest);
  double work =
      rows * (vectors * getVectorCycles(nest, plan, cpu, rates) + rates.row) +
      getTransferCycles(nest, plan, cpu, rates);
  return shareWork(work, plan.tasks, cpu, rates);
}

double estimateInOrder(const Nest &nest, const target::CPU &cpu,
                       int64_t tasks) {
  if (nest.getNumAxes() == 0)
    return 1;
  return estimateVectors(
      nest, makeVectorPlan(nest, nest.getNumAxes() - 1, cpu, tasks), cpu);
}

} // namespace tvm::cost
