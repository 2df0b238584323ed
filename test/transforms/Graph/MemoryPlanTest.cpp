#include "transforms/Graph/MemoryPlan.h"

#include "gtest/gtest.h"

#include <random>

namespace tvm::graph {
namespace {

/// Live ranges that fill an arena for all of its time.
struct Packing {
  std::vector<LiveRange> ranges;
  std::mt19937 random;

  /// Cuts steps [first, last] × [0, size) bytes until pieces are small.
  void cut(int64_t first, int64_t last, int64_t size) {
    bool isShort = last - first < 4, isSmall = size < 4096;
    if (isShort && isSmall) {
      ranges.push_back({first, last, size});
    } else if (isSmall || (!isShort && random() % 2)) {
      int64_t middle = first + random() % (last - first);
      cut(first, middle, size);
      cut(middle + 1, last, size);
    } else {
      int64_t part = 1 + random() % (size - 1);
      cut(first, last, part);
      cut(first, last, size - part);
    }
  }
};

bool areApart(const MemoryPlan &plan, llvm::ArrayRef<LiveRange> ranges,
              size_t a, size_t b) {
  return !ranges[a].overlaps(ranges[b]) ||
         plan.offsets[a] + ranges[a].size <= plan.offsets[b] ||
         plan.offsets[b] + ranges[b].size <= plan.offsets[a];
}

TEST(MemoryPlan, PacksWhatFitsExactly) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    Packing packing;
    packing.random.seed(seed);
    packing.cut(0, 39, 8192 + seed);
    MemoryPlan plan = planMemory(packing.ranges);
    EXPECT_EQ(plan.lowerBound, 8192 + seed);
    EXPECT_LE(plan.size, plan.lowerBound * 1.1) << "seed " << seed;
    for (size_t a = 0; a < packing.ranges.size(); ++a)
      for (size_t b = 0; b < a; ++b)
        EXPECT_TRUE(areApart(plan, packing.ranges, a, b)) << "seed " << seed;
  }
}

TEST(MemoryPlan, NothingNeedsNothing) { EXPECT_EQ(planMemory({}).size, 0); }

// A network's activations, with copies that have a border of one element.
TEST(MemoryPlan, BordersDoNotSplitTheArena) {
  std::vector<LiveRange> ranges;
  for (int64_t block = 0; block < 3; ++block) {
    int64_t step = 4 * block;
    ranges.push_back({step, step + 3, 56 * 56 * 256});
    ranges.push_back({step, step + 1, 56 * 56 * 64});
    ranges.push_back({step + 1, step + 1, 58 * 58 * 64});
    ranges.push_back({step + 1, step + 2, 56 * 56 * 64});
    ranges.push_back({step + 3, step + 7, 56 * 56 * 256});
  }
  MemoryPlan plan = planMemory(ranges);
  EXPECT_EQ(plan.size, plan.lowerBound);
}

} // namespace
} // namespace tvm::graph
