// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/model/NestFeatures.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"

#include <cmath>

namespace tvm::tuner {
namespace {

/// A product of 64 x 32 by 32 x 128, floats: axes i, j, k.
static cost::Nest makeProduct() {
  cost::Nest nest;
  nest.extents = {64, 128, 32};
  nest.isReduction = {false, false, true};
  cost::Access a, b, c;
  a.shape = {64, 32};
  a.strides = {{1, 0, 0}, {0, 0, 1}};
  a.operand = 0;
  b.shape = {32, 128};
  b.strides = {{0, 0, 1}, {0, 1, 0}};
  b.operand = 1;
  b.isWeight = true;
  c.shape = {64, 128};
  c.strides = {{1, 0, 0}, {0, 1, 0}};
  c.isWritten = true;
  nest.accesses = {a, b, c};
  return nest;
}

/// Tiles of 4 x 32, columns outside of rows.
static cost::TilePlan makePlan() {
  cost::TilePlan plan;
  plan.sizes = {4, 32, 32};
  plan.loops = {{1, 4}, {0, 16}};
  plan.column = 1;
  plan.lanes = 16;
  plan.unroll = 4;
  plan.tasks = 16;
  plan.isCopied = {false, false, false};
  return plan;
}

/// The error of numbers that were stored as logarithms.
constexpr double kError = 0.1;

/// The feature called `name`, without the logarithm.
static double get(llvm::StringRef name, const cost::TilePlan &plan) {
  std::vector<std::string> names = getNestFeatureNames();
  std::vector<float> values =
      getNestFeatures(makeProduct(), plan, target::CPU());
  EXPECT_EQ(names.size(), values.size());
  for (size_t i = 0; i < names.size(); ++i)
    if (names[i] == name)
      return std::exp2(values[i]) - 1;
  ADD_FAILURE() << "no feature " << name.str();
  return 0;
}

TEST(NestFeatures, CountTrips) {
  cost::TilePlan plan = makePlan();
  EXPECT_NEAR(get("step.trips", plan), 8, kError);   // of 4 products
  EXPECT_NEAR(get("loop0.trips", plan), 16, kError); // tiles of rows
  EXPECT_NEAR(get("loop1.trips", plan), 4, kError);  // tiles of columns
  EXPECT_NEAR(get("loop2.trips", plan), 1, kError);
}

TEST(NestFeatures, CountTouchedBytes) {
  cost::TilePlan plan = makePlan();
  // Lines of 64 bytes: a step reads 4 rows, and 4 rows of 128 bytes of weights.
  EXPECT_NEAR(get("step.data", plan), 4 * 64, kError);
  EXPECT_NEAR(get("step.weights", plan), 4 * 128, kError);
  EXPECT_NEAR(get("step.result", plan), 4 * 128, kError);
  EXPECT_NEAR(get("loop0.weights", plan), 32 * 128, kError);
  EXPECT_NEAR(get("loop1.data", plan), 64 * 128, kError); // all rows
  EXPECT_NEAR(get("loop2.weights", plan), 32 * 512, kError);
  EXPECT_NEAR(get("step.reuse", plan), 512. / 768, 1e-4);
}

TEST(NestFeatures, DescribeTheTile) {
  cost::TilePlan plan = makePlan();
  EXPECT_NEAR(get("rows", plan), 4, kError);
  EXPECT_NEAR(get("vectors", plan), 2, kError);
  EXPECT_NEAR(get("accumulators", plan), 8, kError);
  EXPECT_NEAR(get("lanes", plan), 16, kError);
  EXPECT_NEAR(get("unroll", plan), 4, kError);
  EXPECT_NEAR(get("waste", plan), 1, kError);
  EXPECT_NEAR(get("tasks", plan), 16, kError);
  EXPECT_NEAR(get("tasks_per_core", plan), 4, kError);
  EXPECT_NEAR(get("copied", plan), 0, kError);
  plan.isCopied[0] = true;
  plan.sizes[1] = 24; // five tiles and a remainder, two vectors in each
  EXPECT_NEAR(get("copied", plan), 1, kError);
  EXPECT_NEAR(get("waste", plan), 1.375, 1e-4);
}

TEST(NestFeatures, CountTraffic) {
  cost::TilePlan plan = makePlan();
  // All fits the second-level cache: each line comes once.
  EXPECT_NEAR(get("l2.data", plan), 64 * 128, kError);
  EXPECT_NEAR(get("l2.weights", plan), 32 * 512, kError);
  EXPECT_NEAR(get("l2.result", plan), 64 * 512, kError);
}

TEST(NestFeatures, DescribeNestsWithoutTiles) {
  cost::TilePlan plan = getUntiledPlan(makeProduct());
  EXPECT_NEAR(get("loop0.trips", plan), 1, kError);
  EXPECT_NEAR(get("tasks", plan), 0, kError);
  EXPECT_NEAR(get("lanes", plan), 1, kError);
}

TEST(NestFeatures, JoinOuterLoops) {
  cost::Nest nest;
  nest.extents = {2, 3, 4, 5, 6, 8};
  nest.isReduction.assign(6, false);
  cost::TilePlan plan;
  plan.sizes = {1, 1, 1, 1, 1, 8};
  plan.loops = {{0, 2}, {1, 3}, {2, 4}, {3, 5}, {4, 6}};
  plan.column = 5;
  std::vector<std::string> names = getNestFeatureNames();
  std::vector<float> values = getNestFeatures(nest, plan, target::CPU());
  ASSERT_EQ(values.size(), names.size());
  for (size_t i = 0; i < names.size(); ++i)
    if (names[i] == "loop3.trips")
      EXPECT_FLOAT_EQ(values[i], std::log2(2 * 3 + 1.f));
}

} // namespace
} // namespace tvm::tuner
