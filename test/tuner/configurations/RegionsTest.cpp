// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/configurations/Regions.h"

#include "gtest/gtest.h"

namespace tvm::tuner {
namespace {

TEST(RegionsTest, KernelsOfOneModelAreTheRegion) {
  std::vector<KernelRuns> before{
      {"a", {1, 1, 1}}, {"b", {2, 2, 3}}, {"c", {4, 4, 4}}};
  std::vector<KernelRuns> now{{"a", {1, 2, 1}},
                              {"d", {1, 1, 1}},
                              {"e", {0.5, 0.5, 0.5}},
                              {"c", {4, 4, 4}}};
  RegionTimes times = compareRegions(before, now);
  EXPECT_EQ(times.numBefore, 1u);
  EXPECT_EQ(times.numNow, 2u);
  EXPECT_EQ(times.before.tasks.front().median, 2);
  EXPECT_EQ(times.now.tasks.front().median, 1.5);
  EXPECT_EQ(times.before.others.size(), 2u);
  EXPECT_EQ(times.now.others.size(), 2u);
  EXPECT_EQ(times.now.runs, 3);
}

TEST(RegionsTest, TimesOfARunAreAddedBeforeTheMedian) {
  std::vector<KernelRuns> before{{"b", {1, 9, 9}}, {"c", {9, 9, 1}}};
  RegionTimes times = compareRegions(before, {{"d", {1, 1, 1}}});
  EXPECT_EQ(times.before.tasks.front().median, 10); // not 9 + 9
}

TEST(RegionsTest, EqualModelsHaveNoRegion) {
  std::vector<KernelRuns> kernels{{"a", {1, 2}}, {"a", {3, 4}}};
  RegionTimes times = compareRegions(kernels, kernels);
  EXPECT_EQ(times.numBefore + times.numNow, 0u);
  EXPECT_EQ(times.before.tasks.front().median, 0);
  ASSERT_EQ(times.before.others.size(), 1u);
  EXPECT_EQ(times.before.others.front().upper, 6);
}

} // namespace
} // namespace tvm::tuner
