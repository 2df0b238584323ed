// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/tuner/search/Spaces.h"

namespace tvm::tuner {
namespace {

TEST(PointIterator, ListsEachLegalPointOnce) {
  for (const ParameterSpace &space :
       {makeSmallSpace(), makeLargeSpace(), makeAlternatives()}) {
    PointIterator next(space);
    std::set<Point> points;
    Point last;
    uint64_t count = 0;
    while (std::optional<Point> point = next.next()) {
      ++count;
      EXPECT_LT(last, *point); // in the order of values
      last = *point;
      if (!space.isLegal(*point))
        FAIL();
    }
    EXPECT_EQ(count, space.countPoints());
    EXPECT_FALSE(next.next());
  }
}

TEST(Moves, RedrawChangesTheParameter) {
  ParameterSpace space = makeLargeSpace();
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    Point point = space.sample(random), before = point;
    size_t index = drawIndex(space.size(), random);
    if (redraw(point, index, space, random))
      EXPECT_NE(point[index], before[index]);
    else
      EXPECT_EQ(point, before);
    EXPECT_TRUE(space.isLegal(point));
  }
}

TEST(Moves, ChangeOnlyTheAlternativeOfThePoint) {
  ParameterSpace space = makeAlternatives();
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    Point first = space.sample(random), second = space.sample(random);
    EXPECT_TRUE(space.isLegal(cross(first, second, space, random)));
    Point point = first;
    size_t index = drawIndex(space.size(), random);
    bool isInactive = index > 1 && (index < 4 ? 0 : 1) != first[1];
    EXPECT_EQ(redraw(point, index, space, random), !isInactive);
    EXPECT_TRUE(space.isLegal(point));
    EXPECT_EQ(point == first, isInactive);
  }
}

TEST(Moves, RedrawReachesAllValues) {
  ParameterSpace space = makeLargeSpace();
  Random random(1);
  std::set<int64_t> rows;
  Point point = space.getDefault();
  for (int i = 0; i < 1000; ++i) {
    EXPECT_TRUE(redraw(point, 0, space, random));
    rows.insert(point[0]);
  }
  EXPECT_EQ(rows.size(), 32u);
}

TEST(Moves, RedrawRefusesTheOnlyValue) {
  ParameterSpace space;
  space.add(makeParameter("only", {3}, 3));
  Random random(1);
  Point point = space.getDefault();
  EXPECT_FALSE(redraw(point, 0, space, random));
  EXPECT_FALSE(redrawAny(point, space, random));
  EXPECT_EQ(point, Point{3});
}

TEST(Moves, RedrawRefusesTheOnlyLegalValue) {
  ParameterSpace space;
  space.add(
      ParameterGroup(makeParameter("rows", {1, 2, 3}, 2),
                     [](llvm::ArrayRef<int64_t> v) { return v[0] == 2; }));
  Random random(1);
  Point point = space.getDefault();
  EXPECT_FALSE(redrawAny(point, space, random));
  EXPECT_EQ(point, Point{2});
}

TEST(Moves, CrossMixesLegally) {
  ParameterSpace space = makeLargeSpace();
  Random random(1);
  bool isMixed = false;
  for (int i = 0; i < 200; ++i) {
    Point first = space.sample(random), second = space.sample(random);
    Point child = cross(first, second, space, random);
    EXPECT_TRUE(space.isLegal(child));
    isMixed |= child != first && child != second;
    for (size_t index = 0; index < space.size(); ++index)
      EXPECT_TRUE(child[index] == first[index] ||
                  child[index] == second[index]);
  }
  EXPECT_TRUE(isMixed);
}

TEST(Moves, KnowsDecisions) {
  EXPECT_EQ(
      getDecisions(makeLargeSpace()),
      (std::vector<Decision>{Decision::Tile, Decision::Tile, Decision::Place,
                             Decision::Unroll, Decision::Place, Decision::Place,
                             Decision::Parallel}));
}

TEST(Moves, DrawsByWeight) {
  Random random(1);
  std::vector<int> counts(3);
  for (int i = 0; i < 3000; ++i)
    ++counts[drawWeighted({1.0, 0.0, 2.0}, random)];
  EXPECT_EQ(counts[1], 0);
  EXPECT_NEAR(counts[0], 1000, 100);
  EXPECT_LT(drawWeighted({0.0, 0.0}, random), 2u);
}

} // namespace
} // namespace tvm::tuner
