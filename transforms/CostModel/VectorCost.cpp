#include "transforms/CostModel/VectorCost.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;

namespace tvm::cost {

/// Cycles per row of vectors, in addition to the vectors.
static constexpr double kRowCycles = 8;

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
      rows * (vectors * getVectorCycles(nest, plan, cpu, rates) + kRowCycles) +
      getTransferCycles(nest, plan, cpu, rates);
  return shareWork(work, plan.tasks, cpu, rates);
}

} // namespace tvm::cost
