// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/tuner/space/Kernels.h"
#include "gtest/gtest.h"

#include <cmath>
#include <map>
#include <set>

namespace tvm::tuner {
namespace {

class KernelSpaceTest : public testing::Test, protected KernelContext {
protected:
  std::unique_ptr<KernelSpace> createSpace(mlir::func::FuncOp kernel) {
    auto space = KernelSpace::create(kernel, machine);
    if (space)
      return std::move(*space);
    ADD_FAILURE() << llvm::toString(space.takeError());
    return nullptr;
  }

  double estimate(mlir::func::FuncOp kernel, llvm::StringRef block,
                  Strategy strategy) {
    KernelCopy copy(kernel);
    te::BlockOp op =
        copy.getSchedule().getBlock(mlir::StringAttr::get(&context, block));
    return schedule::estimateStrategy(schedule::BlockAccesses(op), strategy,
                                      machine);
  }
};

TEST_F(KernelSpaceTest, HasTheParametersOfTheLargestBlock) {
  auto space = createSpace(parse(kProduct));
  ASSERT_TRUE(space);
  EXPECT_GE(space->getParameters().countPoints(), 10'000u);
  std::vector<std::string> names;
  for (const schedule::ParameterGroup &group :
       space->getParameters().getGroups())
    for (const schedule::Parameter &parameter : group.getParameters())
      names.push_back(parameter.name);
  EXPECT_TRUE(llvm::is_contained(names, "product.register_tile.rows"));
  EXPECT_TRUE(llvm::is_contained(names, "product.split_reduction.parts"));
  EXPECT_TRUE(llvm::is_contained(names, "product.split_reduction.total.tasks"));
  EXPECT_TRUE(llvm::is_contained(names, "product.rule"));
  EXPECT_FALSE(llvm::is_contained(names, "double.rows"));
}

TEST_F(KernelSpaceTest, DefaultPointIsTheDefault) {
  auto space = createSpace(parse(kProduct));
  auto built = space->build(space->getParameters().getDefault());
  ASSERT_TRUE(static_cast<bool>(built));
  EXPECT_EQ(built->strategies, space->getDefault().strategies);
  EXPECT_EQ(built->digest, space->getDefault().digest);
}

TEST_F(KernelSpaceTest, HasTheStrategiesOfAllRulesThatMatch) {
  auto space = createSpace(parse(kProduct));
  const schedule::Parameter &rule =
      space->getParameters().getGroups().front().getParameters().front();
  ASSERT_EQ(rule.name, "product.rule");
  EXPECT_EQ(rule.words.front(), "register_tile"); // the default
  EXPECT_TRUE(llvm::is_contained(rule.words, "split_reduction"));
  for (int64_t number : rule.values) {
    schedule::Point point = space->getParameters().getDefault();
    point[0] = number;
    auto built = space->build(point);
    ASSERT_TRUE(static_cast<bool>(built));
    auto strategy =
        mlir::cast<Strategy>(built->strategies.getStrategies().get("product"));
    EXPECT_EQ(strategy.getRuleName(), rule.words[number]);
    EXPECT_NEAR(space->estimate(point),
                estimate(parse(kProduct), "product", strategy), 1e-3);
  }
}

TEST_F(KernelSpaceTest, PointsAreStrategiesThatApply) {
  mlir::func::FuncOp kernel = parse(kProduct);
  std::string before = print(kernel);
  auto space = createSpace(kernel);
  schedule::ParameterSpace::Random random(1);
  unsigned numRefused = 0;
  llvm::DenseSet<mlir::Attribute> built;
  for (int i = 0; i < 50; ++i) {
    schedule::Point point = space->getParameters().sample(random);
    EXPECT_GT(space->estimate(point), 0);
    auto plan = space->build(point);
    if (!plan) {
      EXPECT_NE(llvm::toString(plan.takeError()), "");
      ++numRefused;
      continue;
    }
    built.insert(plan->strategies);
    EXPECT_EQ(
        llvm::toString(checkStrategies(kernel, plan->strategies, machine)), "");
  }
  EXPECT_LT(numRefused, 10u);
  EXPECT_GT(built.size(), 30u);
  EXPECT_EQ(print(kernel), before);
}

TEST_F(KernelSpaceTest, DigestsAreThoseOfSchedules) {
  mlir::func::FuncOp kernel = parse(kProduct);
  auto getDigest = [&](llvm::StringRef parameters) {
    auto some = mlir::cast<BlocksAttr>(mlir::parseAttribute(
        ("#schedule.blocks<\"product\" = #schedule.register_tile<row_axis = 0, "
         "columns = 16, lanes = 16, " +
         parameters + ">>")
            .str(),
        &context));
    auto plan = completeStrategies(kernel, some, machine);
    return plan ? plan->digest : llvm::toString(plan.takeError());
  };
  EXPECT_NE(getDigest("rows = 4"), getDigest("rows = 5"));
  EXPECT_NE(getDigest("rows = 4"), getDigest("rows = 4, tasks = 2"));
  // There are not as many rows.
  EXPECT_EQ(getDigest("rows = 4, tasks = 1000"),
            getDigest("rows = 4, tasks = 2000"));
}

TEST_F(KernelSpaceTest, PointsOfDifferentSchedulesAreToldApart) {
  auto space = createSpace(parse(kProduct));
  schedule::ParameterSpace::Random random(1);
  std::map<uint64_t, std::set<std::string>> digests; // by identity
  for (int i = 0; i < 100; ++i) {
    schedule::Point point = space->getParameters().sample(random);
    EXPECT_EQ(space->identify(point), space->identify(point));
    auto plan = space->build(point);
    if (plan)
      digests[space->identify(point)].insert(plan->digest);
    else
      llvm::consumeError(plan.takeError());
  }
  unsigned numMistaken = 0;
  for (const auto &[identity, equal] : digests)
    numMistaken += equal.size() - 1;
  EXPECT_GT(digests.size(), 30u);
  EXPECT_LE(numMistaken, 2u);
}

TEST_F(KernelSpaceTest, ASumOfPartsIsFree) {
  mlir::func::FuncOp kernel = parse(kRow);
  auto space = createSpace(kernel);
  EXPECT_GE(space->getParameters().countPoints(), 1'000'000u);
  std::vector<std::string> names;
  for (const schedule::ParameterGroup &group :
       space->getParameters().getGroups())
    for (const schedule::Parameter &parameter : group.getParameters())
      names.push_back(parameter.name);
  schedule::ParameterSpace::Random random(1);
  llvm::DenseSet<mlir::Attribute> totals;
  unsigned numSplits = 0, numUnrolled = 0;
  for (int i = 0; i < 100; ++i) {
    schedule::Point point = space->getParameters().sample(random);
    auto built = space->build(point);
    ASSERT_TRUE(static_cast<bool>(built)) << llvm::toString(built.takeError());
    auto split = mlir::dyn_cast<schedule::SplitReductionAttr>(
        built->strategies.getStrategies().get("product"));
    if (!split)
      continue;
    ++numSplits;
    totals.insert(split.getTotal());
    auto tile = mlir::cast<schedule::RegisterTileAttr>(split.getTotal());
    auto get = [&](llvm::StringRef name) {
      return point[llvm::find(names,
                              ("product.split_reduction.total." + name).str()) -
                   names.begin()];
    };
    if (get("vectors") > 0)
      EXPECT_EQ(tile.getColumns(),
                std::min<int64_t>(tile.getLanes() * get("vectors"), 96));
    if (get("tasks") >= 0)
      EXPECT_EQ(tile.getTasks(), get("tasks"));
    // A short sum is unrolled in any case, and its strategy does not say so.
    if (get("unroll") > 0 && tile.getUnroll() != 1)
      EXPECT_EQ(tile.getUnroll(), get("unroll"));
    numUnrolled += tile.getUnroll() != 1;
    EXPECT_EQ(
        llvm::toString(checkStrategies(kernel, built->strategies, machine)),
        "");
  }
  EXPECT_GT(numSplits, 20u);
  EXPECT_GT(numUnrolled, 0u);
  EXPECT_GT(totals.size(), 20u);
}

TEST_F(KernelSpaceTest, StrategiesDoNotDependOnThoseBuiltBefore) {
  auto space = createSpace(parse(kProduct));
  const schedule::ParameterGroup &first =
      space->getParameters().getGroups().front();
  int64_t split =
      llvm::find(first.getParameters().front().words, "split_reduction") -
      first.getParameters().front().words.begin();
  schedule::ParameterSpace::Random random(1);
  std::set<std::string> totals;
  for (int i = 0; i < 40; ++i) {
    schedule::Point point = space->getParameters().sample(random);
    point[0] = split;
    if (!space->getParameters().isLegal(point))
      continue;
    auto built = space->draft(point),
         alone = createSpace(parse(kProduct))->draft(point);
    ASSERT_TRUE(built && alone);
    EXPECT_EQ(*built, *alone);
    auto strategy = mlir::cast<schedule::SplitReductionAttr>(
        built->getStrategies().get("product"));
    totals.insert(std::to_string(strategy.getParts()));
  }
  EXPECT_GT(totals.size(), 2u);
}

TEST_F(KernelSpaceTest, PointsHaveFeatures) {
  auto space = createSpace(parse(kProduct));
  std::vector<std::string> names = space->getFeatureNames();
  std::set<std::vector<float>> seen;
  schedule::ParameterSpace::Random random(1);
  for (int i = 0; i < 100; ++i) {
    schedule::Point point = space->getParameters().sample(random);
    std::vector<float> features = space->describe(point);
    EXPECT_EQ(features.size(), names.size());
    EXPECT_EQ(features, space->describe(point));
    EXPECT_TRUE(
        llvm::all_of(features, [](float f) { return std::isfinite(f); }));
    seen.insert(features);
  }
  EXPECT_GT(seen.size(), 90u);
}

TEST_F(KernelSpaceTest, FeaturesFollowFromParameters) {
  auto space = createSpace(parse(kProduct));
  std::vector<std::string> names = space->getFeatureNames();
  auto get = [&](const schedule::Point &point, llvm::StringRef name) {
    auto place = llvm::find(names, name.str()) - names.begin();
    return std::exp2(space->describe(point)[place]) - 1;
  };
  schedule::ParameterSpace::Random random(1);
  for (int i = 0; i < 200; ++i) {
    schedule::Point point = space->getParameters().sample(random);
    if (point.front() != 0)
      continue; // another rule
    double rows = get(point, "product.register_tile.rows"),
           outer = get(point, "product.register_tile.outer_rows");
    EXPECT_NEAR(get(point, "rows"), rows * outer, 0.01);
    EXPECT_NEAR(get(point, "points"), 60 * 96 * 64, 100);
    EXPECT_NEAR(get(point, "step.trips") * get(point, "unroll"), 64, 0.01);
    EXPECT_NEAR(get(point, "tasks"), get(point, "product.register_tile.tasks"),
                0.01);
  }
}

TEST_F(KernelSpaceTest, KernelsWithoutParametersHaveNone) {
  auto space = KernelSpace::create(parse(kEmpty), machine);
  ASSERT_FALSE(space);
  EXPECT_EQ(llvm::toString(space.takeError()),
            "no block of the kernel has parameters");
}

TEST_F(KernelSpaceTest, StrategiesOfOtherKernelsAreRefusedQuietly) {
  mlir::func::FuncOp kernel = parse(kProduct);
  bool isQuiet = true;
  mlir::ScopedDiagnosticHandler handler(
      &context, [&](mlir::Diagnostic &) { isQuiet = false; });
  auto check = [&](llvm::StringRef text) {
    auto strategies =
        mlir::cast<BlocksAttr>(mlir::parseAttribute(text, &context));
    return llvm::toString(checkStrategies(kernel, strategies, machine));
  };
  EXPECT_EQ(check(R"(#schedule.blocks<"product" = #schedule.columns<>>)"),
            "expected the strategy of block 'product' to apply: the block does "
            "not reduce columns to several results");
  EXPECT_EQ(check(R"(#schedule.blocks<"none" = #schedule.elementwise<>>)"),
            "expected a block 'none' that still needs the strategy "
            "#schedule.elementwise<>");
  EXPECT_TRUE(isQuiet);
}

} // namespace
} // namespace tvm::tuner
