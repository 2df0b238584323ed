// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What holds for all methods.
#include "test/tuner/search/Spaces.h"

#include "llvm/ADT/STLExtras.h"

namespace tvm::tuner {
namespace {

class Method : public testing::TestWithParam<const char *> {};

INSTANTIATE_TEST_SUITE_P(All, Method,
                         testing::Values("random", "grid", "genetic",
                                         "annealing", "evolutionary"),
                         [](const auto &info) { return info.param; });

TEST_P(Method, ProposesLegalPointsOnce) {
  ParameterSpace space = makeLargeSpace();
  Oracle model;
  auto searcher = makeSearcher(GetParam(), {space, &model, /*seed=*/1});
  std::set<Point> points;
  for (const Trial &trial : search(*searcher, 400, 25)) {
    EXPECT_TRUE(space.isLegal(trial.point));
    points.insert(trial.point);
  }
  EXPECT_EQ(points.size(), 400u);
}

TEST_P(Method, ExhaustsSmallSpaces) {
  ParameterSpace space = makeSmallSpace();
  auto searcher = makeSearcher(GetParam(), {space});
  std::set<Point> points;
  while (true) {
    llvm::SmallVector<Point> asked = searcher->ask(5);
    if (asked.empty())
      break;
    std::vector<Trial> trials;
    for (const Point &point : asked) {
      EXPECT_TRUE(points.insert(point).second);
      trials.push_back({point, 1});
    }
    searcher->tell(trials);
  }
  EXPECT_EQ(points.size(), space.countPoints());
}

TEST_P(Method, IsDeterminedBySeed) {
  ParameterSpace space = makeLargeSpace();
  Oracle model;
  auto run = [&](uint64_t seed) {
    auto searcher = makeSearcher(GetParam(), {space, &model, seed});
    std::vector<Point> points;
    for (const Trial &trial : search(*searcher, 300, 30))
      points.push_back(trial.point);
    return points;
  };
  EXPECT_EQ(run(1), run(1));
  bool isInOrder = llvm::StringRef(GetParam()) == "grid";
  EXPECT_EQ(run(1) == run(2), isInOrder);
}

TEST_P(Method, StartsEquallyInWhateverNumbersItIsAsked) {
  ParameterSpace space = makeLargeSpace();
  Oracle model;
  auto ask = [&](llvm::ArrayRef<unsigned> counts) {
    auto searcher = makeSearcher(GetParam(), {space, &model, /*seed=*/1});
    std::vector<Point> points;
    for (unsigned count : counts)
      llvm::append_range(points, searcher->ask(count));
    return points;
  };
  EXPECT_EQ(ask({5, 1, 10}), ask({16}));
}

TEST_P(Method, LeavesOutWhatItWasTold) {
  ParameterSpace space = makeSmallSpace();
  PointIterator next(space);
  std::vector<Trial> trials;
  std::set<Point> left;
  while (std::optional<Point> point = next.next()) {
    if (trials.size() < 20)
      trials.push_back({*point, 1});
    else
      left.insert(*point);
  }
  Oracle model;
  auto searcher = makeSearcher(GetParam(), {space, nullptr});
  searcher->tell(trials);
  llvm::SmallVector<Point> asked = searcher->ask(100);
  EXPECT_EQ(std::set<Point>(asked.begin(), asked.end()), left);
}

TEST_P(Method, ProposesOneOfPointsThatDoTheSame) {
  // The last parameter makes no difference.
  ParameterSpace space = makeSmallSpace();
  SearchInput input{space, nullptr};
  input.identify = [](llvm::ArrayRef<int64_t> point) {
    uint64_t identity = 0;
    for (int64_t value : point.drop_back())
      identity = 100 * identity + value;
    return identity;
  };
  std::set<uint64_t> all, proposed;
  PointIterator next(space);
  while (std::optional<Point> point = next.next())
    all.insert(input.identify(*point));
  auto searcher = makeSearcher(GetParam(), input);
  unsigned count = all.size() / 2;
  for (const Point &point : searcher->ask(count))
    proposed.insert(input.identify(point));
  bool isInOrder = llvm::StringRef(GetParam()) == "grid";
  EXPECT_EQ(proposed.size() == count, !isInOrder);
  // Then the others.
  EXPECT_EQ(searcher->ask(1000).size(), space.countPoints() - count);
}

TEST_P(Method, GoesOnWithoutSuccess) {
  ParameterSpace space = makeLargeSpace();
  Oracle model;
  auto searcher = makeSearcher(GetParam(), {space, &model});
  for (int i = 0; i < 10; ++i) {
    std::vector<Trial> trials;
    for (const Point &point : searcher->ask(40))
      trials.push_back({point, 0});
    EXPECT_EQ(trials.size(), 40u);
    searcher->tell(trials);
  }
}

TEST(Methods, AreFoundByName) {
  EXPECT_EQ(findSearchMethod("none"), nullptr);
  EXPECT_TRUE(findSearchMethod("annealing")->usesModel);
  EXPECT_FALSE(findSearchMethod("genetic")->usesModel);
  // The first method of a name counts.
  const SearchMethod *random = findSearchMethod("random");
  auto makeGrid = findSearchMethod("grid")->make;
  registerSearchMethod({"random", makeGrid});
  registerSearchMethod({"mine", makeGrid});
  EXPECT_EQ(findSearchMethod("random"), random);
  EXPECT_EQ(getSearchMethodNames(),
            (std::vector<std::string>{"random", "grid", "genetic", "annealing",
                                      "evolutionary", "mine"}));
}

} // namespace
} // namespace tvm::tuner
