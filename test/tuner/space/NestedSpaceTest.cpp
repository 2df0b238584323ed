// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/tuner/space/ChainKernel.h"
#include "test/tuner/space/Kernels.h"
#include "gtest/gtest.h"

#include <cmath>

namespace tvm::tuner {
namespace {

/// The space of a depthwise chain, whose strategies contain two tiles.
class NestedSpaceTest : public testing::Test, protected KernelContext {
protected:
  void SetUp() override {
    kernel = parse(kChain);
    auto created = KernelSpace::create(kernel, machine);
    ASSERT_TRUE(static_cast<bool>(created))
        << llvm::toString(created.takeError());
    space = std::move(*created);
  }

  mlir::func::FuncOp kernel;
  std::unique_ptr<KernelSpace> space;
};

TEST_F(NestedSpaceTest, HasTheParametersOfBothTiles) {
  EXPECT_GE(space->getParameters().countPoints(), 1'000'000u);
  std::vector<std::string> names = space->getFeatureNames();
  for (llvm::StringRef name :
       {"block2.tasks", "block2.pointwise.rows", "block2.depthwise.columns"})
    EXPECT_TRUE(llvm::is_contained(names, name.str())) << name.str();
}

TEST_F(NestedSpaceTest, DefaultPointIsTheDefault) {
  auto built = space->build(space->getParameters().getDefault());
  ASSERT_TRUE(static_cast<bool>(built)) << llvm::toString(built.takeError());
  EXPECT_EQ(built->digest, space->getDefault().digest);
}

TEST_F(NestedSpaceTest, PointsAreStrategiesThatApply) {
  schedule::ParameterSpace::Random random(1);
  llvm::DenseSet<mlir::Attribute> built;
  for (int i = 0; i < 20; ++i) {
    schedule::Point point = space->getParameters().sample(random);
    EXPECT_GT(space->estimate(point), 0);
    auto plan = space->build(point);
    ASSERT_TRUE(static_cast<bool>(plan)) << llvm::toString(plan.takeError());
    built.insert(plan->strategies);
    EXPECT_EQ(
        llvm::toString(checkStrategies(kernel, plan->strategies, machine)), "");
  }
  EXPECT_GT(built.size(), 15u);
}

TEST_F(NestedSpaceTest, FeaturesAreThoseOfTheTileOfTheBlock) {
  std::vector<std::string> names = space->getFeatureNames();
  schedule::ParameterSpace::Random random(1);
  for (int i = 0; i < 50; ++i) {
    schedule::Point point = space->getParameters().sample(random);
    std::vector<float> features = space->describe(point);
    auto get = [&](llvm::StringRef name) {
      return std::exp2(
                 features[llvm::find(names, name.str()) - names.begin()]) -
             1;
    };
    EXPECT_NEAR(get("rows"),
                get("block2.pointwise.rows") *
                    get("block2.pointwise.outer_rows"),
                0.01);
    EXPECT_NEAR(get("points"), 24 * 24 * 128 * 64, 4000);
  }
}

} // namespace
} // namespace tvm::tuner
