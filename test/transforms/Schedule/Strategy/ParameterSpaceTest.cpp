// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Strategy/ParameterSpace.h"

#include "transforms/Schedule/Strategy/Search.h"
#include "gtest/gtest.h"

#include <set>

using namespace tvm::schedule;

/// Rows and columns of at most 12 elements, and a number of threads.
static ParameterSpace makeSpace() {
  ParameterSpace space;
  space.add(ParameterGroup({makeParameter("rows", {1, 2, 3, 4}, 2),
                            makeParameter("columns", {1, 2, 4, 8}, 4)},
                           [](llvm::ArrayRef<int64_t> values) {
                             return values[0] * values[1] <= 12;
                           }));
  space.add(makeParameter("threads", {1, 2}, 1));
  return space;
}

TEST(ParameterSpace, AddsTheDefaultToTheValues) {
  Parameter parameter = makeParameter("rows", {4, 1}, 3);
  EXPECT_EQ(parameter.values, (llvm::SmallVector<int64_t>{1, 3, 4}));
  EXPECT_EQ(makeParameter("rows", {1, 3}, 3).values.size(), 2u);
}

TEST(ParameterSpace, CountsLegalPoints) {
  uint64_t count = 0;
  for (int64_t rows : {1, 2, 3, 4})
    for (int64_t columns : {1, 2, 4, 8})
      count += rows * columns <= 12;
  EXPECT_EQ(makeSpace().countPoints(), 2 * count);
}

TEST(ParameterSpace, CountsMorePointsThanItCouldList) {
  ParameterSpace space;
  for (int i = 0; i < 30; ++i)
    space.add(makeParameter("p", {1, 2, 3, 4}, 1));
  EXPECT_EQ(space.countPoints(), uint64_t(1) << 60);
  for (int i = 0; i < 30; ++i)
    space.add(makeParameter("p", {1, 2, 3, 4}, 1));
  EXPECT_EQ(space.countPoints(), std::numeric_limits<uint64_t>::max());
}

TEST(ParameterSpace, KnowsLegalPoints) {
  ParameterSpace space = makeSpace();
  EXPECT_EQ(space.getDefault(), (Point{2, 4, 1}));
  EXPECT_TRUE(space.isLegal(space.getDefault()));
  EXPECT_FALSE(space.isLegal({2, 8, 1})); // the constraint
  EXPECT_FALSE(space.isLegal({2, 3, 1})); // no value
  EXPECT_FALSE(space.isLegal({2, 4}));    // too short
}

/// Rows, columns that are at least as many, and a number of threads from 1 to
/// the number of columns.
static ParameterGroup makeStages() {
  ParameterGroup group(
      {makeParameter("rows", {1, 2, 3, 4}, 2),
       makeParameter("columns", {1, 2, 4, 8}, 4)},
      [](llvm::ArrayRef<int64_t> values) { return values[0] <= values[1]; });
  group.add(makeParameter("threads", {1, 2, 3, 4}, 1),
            [](llvm::ArrayRef<int64_t> values) {
              EXPECT_EQ(values.size(), 3u);
              EXPECT_LE(values[0], values[1]); // only legal ones
              return values[2] <= values[1];
            });
  return group;
}

TEST(ParameterGroup, CountsEachStageForLegalValues) {
  uint64_t count = 0;
  for (int64_t rows : {1, 2, 3, 4})
    for (int64_t columns : {1, 2, 4, 8})
      for (int64_t threads : {1, 2, 3, 4})
        count += rows <= columns && threads <= columns;
  EXPECT_EQ(makeStages().countPoints(), count);
}

TEST(ParameterGroup, CountsAStageOncePerSummary) {
  ParameterGroup group = makeStages();
  llvm::SmallVector<Point> seen;
  group.add(
      makeParameter("unroll", {1, 2, 3}, 1),
      [](llvm::ArrayRef<int64_t> values) {
        return values[3] <= values[0] * values[2];
      },
      [&](llvm::ArrayRef<int64_t> values) {
        seen.emplace_back(values);
        return Point{values[0] * values[2]};
      });
  uint64_t count = 0, numBefore = 0;
  for (int64_t rows : {1, 2, 3, 4})
    for (int64_t columns : {1, 2, 4, 8})
      for (int64_t threads : {1, 2, 3, 4})
        if (rows <= columns && threads <= columns) {
          count += std::min<int64_t>(3, rows * threads);
          ++numBefore;
        }
  EXPECT_EQ(group.countPoints(), count);
  EXPECT_EQ(seen.size(), numBefore); // without the values of its own stage
  for (const Point &values : seen)
    EXPECT_EQ(values.size(), 3u);
}

TEST(ParameterGroup, DrawsStageByStage) {
  ParameterGroup group = makeStages();
  ParameterGroup::Random random(3);
  for (int i = 0; i < 100; ++i)
    EXPECT_TRUE(group.isLegal(group.sample(random)));
  EXPECT_FALSE(group.isLegal({3, 2, 1}));
  EXPECT_FALSE(group.isLegal({1, 2, 3}));
}

TEST(ParameterGroup, HasPrefixes) {
  ParameterSpace inner, outer;
  inner.add(makeStages());
  outer.add("partial", inner);
  EXPECT_EQ(outer.getGroups().front().getParameters()[2].name,
            "partial.threads");
  EXPECT_EQ(outer.countPoints(), inner.countPoints());
  EXPECT_FALSE(outer.isLegal({1, 2, 3}));
}

/// The parameters `rows`, `columns` and `threads` of makeStages behind a number
/// of cores, which the threads do not exceed.
static ParameterGroup makeLinked(llvm::SmallVector<Point> &seen) {
  ParameterGroup group(
      {makeParameter("cores", {1, 2, 3}, 2), makeParameter("size", {4, 5}, 4)});
  return group.addPart(
      "part", makeStages(),
      [](llvm::ArrayRef<int64_t> values) {
        return values.size() < 5 || values[4] <= values[0];
      },
      [&](llvm::ArrayRef<int64_t> values) {
        seen.emplace_back(values);
        return Point{values[0]};
      });
}

TEST(ParameterGroup, LinksAPart) {
  llvm::SmallVector<Point> seen;
  ParameterGroup group = makeLinked(seen);
  EXPECT_EQ(group.getParameters()[4].name, "part.threads");
  uint64_t count = 0;
  for (int64_t cores : {1, 2, 3})
    for (int64_t rows : {1, 2, 3, 4})
      for (int64_t columns : {1, 2, 4, 8})
        for (int64_t threads : {1, 2, 3, 4})
          count += rows <= columns && threads <= columns && threads <= cores;
  EXPECT_EQ(group.countPoints(), 2 * count);
  // The link needs the number of cores; the sizes count twice as many points.
  for (const Point &front : seen)
    EXPECT_EQ(front.size(), 2u);
  EXPECT_TRUE(group.isLegal({2, 4, 1, 2, 2}));
  EXPECT_FALSE(group.isLegal({1, 4, 1, 2, 2})); // the link
  EXPECT_FALSE(group.isLegal({3, 4, 1, 2, 3})); // a constraint of the part
}

TEST(ParameterGroup, DrawsLinkedParts) {
  llvm::SmallVector<Point> seen;
  ParameterSpace space;
  space.add(makeLinked(seen));
  ParameterSpace::Random random(3);
  Point point = space.getDefault();
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(space.isLegal(space.sample(random)));
    point = space.getNeighbour(point, random);
    EXPECT_TRUE(space.isLegal(point));
  }
}

TEST(ParameterSpace, LinksASpaceToTheLastGroup) {
  ParameterSpace space, part;
  part.add(makeStages());
  part.add(makeParameter("unroll", {1, 2}, 1));
  space.add(makeParameter("tasks", {1, 2, 4}, 1));
  space.add(makeParameter("most", {1, 2, 4}, 4));
  space.addLinked(
      "part", part,
      [](llvm::ArrayRef<int64_t> values) { return values[1] <= values[0]; },
      [](llvm::ArrayRef<int64_t> values) { return Point{values[0]}; });
  EXPECT_EQ(space.size(), 6u);
  EXPECT_EQ(space.getGroups().size(), 2u);
  EXPECT_EQ(space.getDefault(), (Point{1, 4, 2, 4, 1, 1}));
  uint64_t count = 0;
  for (int64_t most : {1, 2, 4})
    for (int64_t rows : {1, 2, 3, 4})
      for (int64_t columns : {1, 2, 4, 8})
        for (int64_t threads : {1, 2, 3, 4})
          count += rows <= columns && threads <= columns && rows <= most;
  EXPECT_EQ(space.countPoints(), 3 * 2 * count);
}

TEST(ParameterSpace, DrawsLegalPoints) {
  ParameterSpace space = makeSpace();
  ParameterSpace::Random random(7), again(7);
  bool differ = false;
  for (int i = 0; i < 100; ++i) {
    Point point = space.sample(random);
    EXPECT_TRUE(space.isLegal(point));
    EXPECT_EQ(point, space.sample(again));
    differ |= point != space.getDefault();
  }
  EXPECT_TRUE(differ);
}

/// A selector between makeSpace() and a parameter `parts`, or neither.
static ParameterSpace makeAlternatives() {
  ParameterSpace parts, inner, space;
  parts.add(makeParameter("parts", {2, 4, 8}, 4));
  inner.add(makeParameter("rule", {0, 1, 2}, 0));
  inner.addAlternative("tile", makeSpace(), {0, 0});
  inner.addAlternative("split", parts, {0, 1});
  space.add(makeParameter("order", {0, 1}, 0));
  space.add("block", inner);
  return space;
}

TEST(ParameterSpace, CountsThePointsOfAllAlternatives) {
  ParameterSpace space = makeAlternatives();
  EXPECT_EQ(space.size(), 6u);
  EXPECT_EQ(space.countPoints(), 2 * (makeSpace().countPoints() + 3 + 1));
  EXPECT_EQ(space.getGroups()[2].getParameters()[0].name, "block.tile.rows");
  EXPECT_EQ(space.getCondition(4)->selector, 1u);
  EXPECT_EQ(space.getCondition(4)->value, 1);
  EXPECT_FALSE(space.getCondition(1));
}

TEST(ParameterSpace, InactiveParametersHaveTheirDefaults) {
  ParameterSpace space = makeAlternatives();
  // order, rule, rows, columns, threads, parts
  EXPECT_TRUE(space.isLegal({0, 0, 3, 4, 2, 4}));
  EXPECT_FALSE(space.isLegal({0, 0, 4, 4, 2, 4}));
  EXPECT_FALSE(space.isLegal({0, 0, 3, 4, 2, 8}));
  EXPECT_TRUE(space.isLegal({0, 1, 2, 4, 1, 8}));
  EXPECT_FALSE(space.isLegal({0, 1, 3, 4, 1, 8}));
  EXPECT_TRUE(space.isLegal({0, 2, 2, 4, 1, 4}));
  EXPECT_TRUE(space.isActive(2, {0, 0}));
  EXPECT_FALSE(space.isActive(2, {0, 1}));
  Point point{1, 1, 4, 8, 2, 8};
  space.normalize(point);
  EXPECT_EQ(point, (Point{1, 1, 2, 4, 1, 8}));
}

TEST(ParameterSpace, DrawsAllAlternatives) {
  ParameterSpace space = makeAlternatives();
  ParameterSpace::Random random(7);
  std::set<Point> drawn, walked;
  Point point = space.getDefault();
  for (int i = 0; i < 3000; ++i) {
    drawn.insert(space.sample(random));
    point = space.getNeighbour(point, random);
    walked.insert(point);
  }
  for (const std::set<Point> &points : {drawn, walked}) {
    EXPECT_EQ(points.size(), space.countPoints());
    EXPECT_TRUE(llvm::all_of(
        points, [&](const Point &each) { return space.isLegal(each); }));
  }
}

TEST(ParameterSpace, DrawsFromAFewLegalPoints) {
  // One combination of 400 is legal, and 100 are.
  llvm::SmallVector<int64_t> values;
  for (int64_t i = 0; i < 200; ++i)
    values.push_back(i);
  ParameterSpace space;
  space.add(ParameterGroup(
      {makeParameter("a", values, 0), makeParameter("b", values, 0)},
      [](llvm::ArrayRef<int64_t> values) {
        return values[0] == values[1] && values[0] % 2 == 0;
      }));
  EXPECT_EQ(space.countPoints(), 100u);
  ParameterSpace::Random random(7);
  int defaults = 0;
  for (int i = 0; i < 100; ++i)
    defaults += space.sample(random) == space.getDefault();
  EXPECT_LE(defaults, 5);
}

TEST(ParameterSpace, NeighboursDifferInOneGroup) {
  ParameterSpace space = makeSpace();
  ParameterSpace::Random random(7);
  Point point = space.getDefault();
  for (int i = 0; i < 100; ++i) {
    Point next = space.getNeighbour(point, random);
    EXPECT_TRUE(space.isLegal(next));
    EXPECT_NE(next, point);
    bool isSizeOther = next[0] != point[0] || next[1] != point[1];
    EXPECT_FALSE(isSizeOther && next[2] != point[2]);
    point = next;
  }
}

TEST(ParameterSpace, APointMayBeAlone) {
  ParameterSpace space;
  space.add(makeParameter("rows", {}, 5));
  ParameterSpace::Random random(7);
  EXPECT_EQ(space.getNeighbour(space.getDefault(), random), space.getDefault());
}

TEST(ParameterSpace, PartsHavePrefixes) {
  ParameterSpace space;
  space.add(makeParameter("parts", {2}, 2));
  space.add("partial", makeSpace());
  EXPECT_EQ(space.size(), 4u);
  EXPECT_EQ(space.getGroups()[1].getParameters()[0].name, "partial.rows");
  EXPECT_FALSE(space.isLegal({2, 2, 8, 1}));
}

TEST(Search, FindsTheCheapestPoint) {
  auto cost = [](llvm::ArrayRef<int64_t> point) {
    return 100.0 - double(point[0] * point[1]) - double(point[2]);
  };
  llvm::SmallVector<EstimatedPoint> found = findCheapest(makeSpace(), cost);
  EXPECT_EQ(found.front().point, (Point{3, 4, 2}));
  EXPECT_EQ(found.front().cycles, 86.0);
}

TEST(Search, KeepsTheLimit) {
  ParameterSpace space;
  for (int i = 0; i < 10; ++i)
    space.add(makeParameter("p", {1, 2, 3, 4}, 1));
  unsigned calls = 0;
  auto cost = [&](llvm::ArrayRef<int64_t>) { return double(++calls); };
  // Some estimates remain for values that can be defaults.
  EXPECT_EQ(findCheapest(space, cost).size(), kMaxEstimates - 10);
  EXPECT_EQ(calls, kMaxEstimates - 10);
  calls = 0;
  EXPECT_LE(findCheapest(space, cost, 5).size(), 5u);
  EXPECT_LE(calls, 5u);
  EXPECT_TRUE(findCheapest(space, cost, 0).empty());
}
