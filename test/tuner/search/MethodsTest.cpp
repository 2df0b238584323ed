// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What distinguishes the methods.
#include "test/tuner/search/Spaces.h"

#include "llvm/ADT/STLExtras.h"

namespace tvm::tuner {
namespace {

static double getBest(llvm::ArrayRef<Trial> trials) {
  double best = 0;
  for (const Trial &trial : trials)
    best = std::max(best, trial.score);
  return best;
}

/// The best score after `count` trials, the mean of ten seeds.
static double getMeanBest(llvm::StringRef method, ScoreModel *model,
                          unsigned count) {
  ParameterSpace space = makeLargeSpace();
  double sum = 0;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    auto searcher = makeSearcher(method, {space, model, seed});
    sum += getBest(search(*searcher, count, 50));
  }
  return sum / 10;
}

TEST(GridSearcher, ProposesInOrder) {
  ParameterSpace space = makeSmallSpace();
  auto searcher = makeSearcher("grid", {space});
  PointIterator next(space);
  for (const Point &point : searcher->ask(10))
    EXPECT_EQ(point, *next.next());
}

TEST(GeneticSearcher, IsBetterThanRandom) {
  double random = getMeanBest("random", nullptr, 1000);
  double genetic = getMeanBest("genetic", nullptr, 1000);
  EXPECT_GT(genetic, random + 0.1);
}

/// A model of all scores leads to the optimum at once.
class ModelMethod : public testing::TestWithParam<const char *> {};

INSTANTIATE_TEST_SUITE_P(All, ModelMethod,
                         testing::Values("annealing", "evolutionary"),
                         [](const auto &info) { return info.param; });

TEST_P(ModelMethod, FindsTheOptimumOfItsModel) {
  ParameterSpace space = makeLargeSpace();
  Oracle model;
  unsigned numFound = 0;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    auto searcher = makeSearcher(GetParam(), {space, &model, seed});
    std::vector<Trial> trials = search(*searcher, 150, 50);
    numFound += llvm::any_of(
        trials, [](const Trial &trial) { return trial.point == getOptimum(); });
  }
  EXPECT_GE(numFound, 9u);
}

TEST_P(ModelMethod, FitsAllTrials) {
  ParameterSpace space = makeLargeSpace();
  Oracle model;
  auto searcher = makeSearcher(GetParam(), {space, &model});
  search(*searcher, 60, 20);
  EXPECT_EQ(model.numFitted, 60u);
}

TEST_P(ModelMethod, IsRandomWithoutModelOrTrials) {
  ParameterSpace space = makeLargeSpace();
  Oracle model;
  SearchInput with{space, &model, /*seed=*/3}, without{space, nullptr, 3};
  auto expected = makeSearcher("random", without)->ask(20);
  EXPECT_EQ(makeSearcher(GetParam(), with)->ask(20), expected);
  auto searcher = makeSearcher(GetParam(), without);
  EXPECT_EQ(searcher->ask(20), expected);
}

TEST_P(ModelMethod, BeginsWithThePriorOfItsModel) {
  struct Prior : Oracle {
    bool hasPrior() const override { return true; }
  } model;
  ParameterSpace space = makeLargeSpace();
  auto searcher = makeSearcher(GetParam(), {space, &model, /*seed=*/3});
  unsigned numGood = 0;
  for (const Point &point : searcher->ask(20))
    numGood += getScore(point) > 0.4; // few random points are
  EXPECT_GE(numGood, 15u);
}

TEST_P(ModelMethod, ProposesAShareOfRandomPoints) {
  ParameterSpace space = makeLargeSpace();
  Oracle model;
  for (double epsilon : {0.0, 0.5, 1.0}) {
    auto searcher =
        makeSearcher(GetParam(), {space, &model, /*seed=*/1, epsilon});
    searcher->tell({{space.getDefault(), getScore(space.getDefault())}});
    unsigned numGood = 0;
    for (const Point &point : searcher->ask(100))
      numGood += getScore(point) > 0.4; // few random points are
    EXPECT_NEAR(numGood, 100 * (1 - epsilon), 20) << epsilon;
  }
}

} // namespace
} // namespace tvm::tuner
