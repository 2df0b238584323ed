// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/Memory/MemoryPlan.h"

#include "gtest/gtest.h"

#include <random>

namespace tvm::graph {
namespace {

/// 60 ranges over 40 steps; two of three live for two steps.
std::vector<LiveRange> makeRanges(unsigned seed) {
  std::mt19937 random(seed);
  std::vector<LiveRange> ranges;
  for (int i = 0; i < 60; ++i) {
    int64_t first = random() % 40;
    int64_t length = random() % 3 ? 1 : random() % 12;
    int64_t size = 64 * (1 + random() % 100);
    ranges.push_back({first, first + length, size});
  }
  return ranges;
}

bool areApart(const MemoryPlan &plan, llvm::ArrayRef<LiveRange> ranges,
              size_t a, size_t b) {
  return !ranges[a].overlaps(ranges[b]) ||
         plan.offsets[a] + ranges[a].size <= plan.offsets[b] ||
         plan.offsets[b] + ranges[b].size <= plan.offsets[a];
}

TEST(MemoryPlan, RangesInUseTogetherAreApart) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::vector<LiveRange> ranges = makeRanges(seed);
    MemoryPlan plan = planMemory(ranges);
    for (size_t a = 0; a < ranges.size(); ++a)
      for (size_t b = 0; b < a; ++b)
        EXPECT_TRUE(areApart(plan, ranges, a, b)) << "seed " << seed;
  }
}

// Greedy placement and swaps alone come to 0.3 % above it.
TEST(MemoryPlan, IsCloseToTheLowerBound) {
  double sum = 0;
  for (unsigned seed = 0; seed < 50; ++seed) {
    MemoryPlan plan = planMemory(makeRanges(seed));
    sum += static_cast<double>(plan.size) / plan.lowerBound;
  }
  EXPECT_LE(sum / 50, 1.001);
}

TEST(MemoryPlan, NothingNeedsNothing) { EXPECT_EQ(planMemory({}).size, 0); }

} // namespace
} // namespace tvm::graph
