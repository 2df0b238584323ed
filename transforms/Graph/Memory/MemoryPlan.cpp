// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/Memory/MemoryPlan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <map>
#include <random>

using namespace llvm;

namespace tvm::graph {

using Order = SmallVector<unsigned>;

/// Orders that are tried to improve a plan.
static constexpr int kMaxImprovements = 2000;
/// Models with more ranges get the greedy plan.
static constexpr size_t kMaxImprovedRanges = 600;

static int64_t getLowerBound(ArrayRef<LiveRange> ranges) {
  std::map<int64_t, int64_t> changes;
  for (const LiveRange &range : ranges) {
    changes[range.first] += range.size;
    changes[range.last + 1] -= range.size;
  }
  int64_t live = 0, bound = 0;
  for (auto [step, change] : changes) {
    live += change;
    bound = std::max(bound, live);
  }
  return bound;
}

namespace {
/// Places ranges one by one into the smallest gap that holds them.
struct Placement {
  explicit Placement(ArrayRef<LiveRange> ranges)
      : ranges(ranges), offsets(ranges.size(), 0) {}

  int64_t place(const Order &order) {
    int64_t size = 0;
    placed.clear();
    for (unsigned index : order) {
      offsets[index] = findOffset(ranges[index]);
      size = std::max(size, offsets[index] + ranges[index].size);
      auto byOffset = [&](unsigned a, unsigned b) {
        return offsets[a] < offsets[b];
      };
      placed.insert(llvm::upper_bound(placed, index, byOffset), index);
    }
    return size;
  }

  ArrayRef<LiveRange> ranges;
  SmallVector<int64_t> offsets;

private:
  int64_t findOffset(const LiveRange &range) const {
    int64_t end = 0, best = -1, bestGap = 0;
    for (unsigned other : placed) {
      if (!ranges[other].overlaps(range))
        continue;
      int64_t gap = offsets[other] - end;
      if (gap >= range.size && (best < 0 || gap < bestGap)) {
        best = end;
        bestGap = gap;
      }
      end = std::max(end, offsets[other] + ranges[other].size);
    }
    return best < 0 ? end : best;
  }

  SmallVector<unsigned> placed; // by offset
};
} // namespace

/// Sorts by increasing `key`, then by index.
template <typename Key> static void sortBy(Order &order, Key key) {
  llvm::sort(order, [&](unsigned a, unsigned b) {
    auto left = key(a), right = key(b);
    return left != right ? left < right : a < b;
  });
}

/// Orders from which greedy placement starts.
static SmallVector<Order> getOrders(ArrayRef<LiveRange> ranges) {
  Order program = llvm::to_vector(llvm::seq<unsigned>(0, ranges.size()));
  SmallVector<Order> orders(4, program);
  auto length = [&](unsigned i) { return ranges[i].last - ranges[i].first; };
  auto area = [&](unsigned i) {
    return (length(i) + 1) * static_cast<double>(ranges[i].size);
  };
  sortBy(orders[1], [&](unsigned i) { return -ranges[i].size; });
  sortBy(orders[2], [&](unsigned i) { return -length(i); });
  sortBy(orders[3], [&](unsigned i) { return -area(i); });
  return orders;
}

/// Finds the ranges directly below every range, and an order that respects
/// this.
static void findBelow(ArrayRef<LiveRange> ranges, MemoryPlan &plan) {
  plan.order = llvm::to_vector(llvm::seq<unsigned>(0, ranges.size()));
  sortBy(plan.order, [&](unsigned i) { return plan.offsets[i]; });
  plan.below.resize(ranges.size());
  for (auto [position, index] : llvm::enumerate(plan.order)) {
    auto &below = plan.below[index];
    // From the highest down: what lies below one that is below is implied.
    for (unsigned other :
         llvm::reverse(ArrayRef(plan.order).take_front(position)))
      if (ranges[other].overlaps(ranges[index]) &&
          llvm::none_of(below, [&](unsigned middle) {
            return ranges[middle].overlaps(ranges[other]);
          }))
        below.push_back(other);
  }
}

/// Moves the first range that ends where the arena ends to an earlier place,
/// so that it is laid out with more room to choose from.
static void moveHighestForward(Order &order, ArrayRef<LiveRange> ranges,
                               const MemoryPlan &plan, std::mt19937 &random) {
  auto *highest = llvm::find_if(order, [&](unsigned i) {
    return plan.offsets[i] + ranges[i].size == plan.size;
  });
  auto *earlier = order.begin() + random() % (highest - order.begin() + 1);
  std::rotate(earlier, highest, highest + 1);
}

MemoryPlan planMemory(ArrayRef<LiveRange> ranges) {
  MemoryPlan plan;
  plan.lowerBound = getLowerBound(ranges);
  for (const LiveRange &range : ranges)
    plan.naive += range.size;
  Placement placement(ranges);
  Order best;
  auto attempt = [&](const Order &order) {
    int64_t size = placement.place(order);
    if (!best.empty() && size > plan.size)
      return;
    plan.size = size;
    plan.offsets = placement.offsets;
    best = order;
  };
  if (!ranges.empty())
    for (const Order &order : getOrders(ranges))
      attempt(order);
  std::mt19937 random(1);
  int improvements = ranges.size() > kMaxImprovedRanges ? 0 : kMaxImprovements;
  for (int i = 0; i < improvements && plan.size > plan.lowerBound; ++i) {
    Order order = best;
    // "Squeaky wheel" optimisation (Joslin and Clements, JAIR 1999) finds
    // better plans, swaps leave those where it stands still.
    if (i % 2)
      moveHighestForward(order, ranges, plan, random);
    else
      std::swap(order[random() % order.size()], order[random() % order.size()]);
    attempt(order);
  }
  findBelow(ranges, plan);
  return plan;
}

} // namespace tvm::graph
