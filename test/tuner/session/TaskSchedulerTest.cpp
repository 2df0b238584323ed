// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/session/TaskScheduler.h"
#include "gtest/gtest.h"

namespace tvm::tuner {
namespace {

TEST(TaskScheduler, StartsWithTheLargestTask) {
  EXPECT_EQ(chooseTask({{1, {}}, {9, {}}, {2, {}}}), 1u);
}

TEST(TaskScheduler, StartsTasksOfSimilarSizeFirst) {
  double history[] = {1};
  EXPECT_EQ(chooseTask({{1, history}, {0.9, {}}}), 1u);
  EXPECT_EQ(chooseTask({{9, history}, {1, {}}}), 0u);
}

TEST(TaskScheduler, PrefersTheLargerTask) {
  double history[] = {1, 1};
  EXPECT_EQ(chooseTask({{1, history}, {2, history}}), 1u);
  EXPECT_EQ(chooseTask({{2, history}, {1, history}}), 0u);
}

TEST(TaskScheduler, PrefersTheTaskThatGains) {
  double gains[] = {0.9, 0.8, 0.7}, stays[] = {0.7, 0.7, 0.7, 0.7};
  EXPECT_EQ(chooseTask({{1, stays}, {1, gains}}), 1u);
}

TEST(TaskScheduler, PrefersTheTaskOfFewerRounds) {
  double few[] = {1, 1, 1, 1}, many[] = {1, 1, 1, 1, 1, 1, 1};
  EXPECT_EQ(chooseTask({{1, many}, {1, few}}), 1u);
}

TEST(TaskScheduler, LeavesOutWhatIsDone) {
  double history[] = {1};
  EXPECT_EQ(chooseTask({{9, history, /*isDone=*/true}, {1, history}}), 1u);
  EXPECT_EQ(chooseTask({{9, {}, /*isDone=*/true}}), std::nullopt);
  EXPECT_EQ(chooseTask({}), std::nullopt);
}

} // namespace
} // namespace tvm::tuner
