// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of spaces that are measured completely, and the files of their times.
#include "benchmarks/tuner/RecordedTable.h"

#include "tuner/search/PointIterator.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tvm::tuner {
namespace {

using schedule::makeParameter;
using testing::HasSubstr;

/// Two sizes whose product is at most 64, and a flag.
static ParameterSpace makeSpace() {
  ParameterSpace space;
  llvm::SmallVector<int64_t> sizes{1, 2, 4, 8, 16, 32};
  space.add(schedule::ParameterGroup(
      {makeParameter("rows", sizes, 8), makeParameter("columns", sizes, 8)},
      [](llvm::ArrayRef<int64_t> v) { return v[0] * v[1] <= 64; }));
  space.add(makeParameter("unroll", {0, 1}, 0));
  return space;
}

static std::string getError(llvm::Error error) {
  return llvm::toString(std::move(error));
}

static bool always(const ParameterSpace &, size_t,
                   const llvm::SmallVector<int64_t> &) {
  return true;
}

TEST(SubGrid, HasAtMostAsManyPointsAsItMay) {
  ParameterSpace space = makeSpace();
  for (uint64_t seed = 0; seed < 20; ++seed) {
    auto grid = restrictSpace(space, chooseSubGrid(space, 12, seed, always));
    ASSERT_TRUE(static_cast<bool>(grid)) << getError(grid.takeError());
    EXPECT_LE(grid->countPoints(), 12u);
    EXPECT_GE(grid->countPoints(), 6u);
    PointIterator next(*grid);
    while (auto point = next.next())
      EXPECT_TRUE(space.isLegal(*point));
  }
}

TEST(SubGrid, IsTheWholeSpaceIfThatIsSmall) {
  ParameterSpace space = makeSpace();
  auto grid = restrictSpace(space, chooseSubGrid(space, 1000, 1, always));
  ASSERT_TRUE(static_cast<bool>(grid)) << getError(grid.takeError());
  EXPECT_EQ(grid->countPoints(), space.countPoints());
}

TEST(SubGrid, TakesValuesThatMakeADifference) {
  ParameterSpace space = makeSpace();
  // All that can be reached are 10 points, so that it does not begin again.
  KeptValues kept = chooseSubGrid(space, 10, 1,
                                  [](const ParameterSpace &part, size_t number,
                                     const llvm::SmallVector<int64_t> &values) {
                                    EXPECT_GT(part.countPoints(), 1u);
                                    return number != 1 && values.back() != 32;
                                  });
  EXPECT_EQ(kept[1].size(), 1u);
  EXPECT_EQ(kept[0], (llvm::SmallVector<int64_t>{1, 2, 4, 8, 16}));
  EXPECT_EQ(kept[2].size(), 2u);
}

TEST(SubGrid, BeginsAgainWhereFewPointsCanBeReached) {
  // One size is legal with one axis only, as all others are with the other one.
  ParameterSpace space;
  space.add(schedule::ParameterGroup(
      {makeParameter("axis", {-1, 0}, -1),
       makeParameter("size", {1, 2, 4, 8, 16, 32}, 1)},
      [](llvm::ArrayRef<int64_t> v) { return (v[0] == -1) == (v[1] == 1); }));
  for (uint64_t seed = 0; seed < 20; ++seed) {
    auto grid = restrictSpace(space, chooseSubGrid(space, 6, seed, always));
    ASSERT_TRUE(static_cast<bool>(grid)) << getError(grid.takeError());
    EXPECT_EQ(grid->countPoints(), 5u);
  }
}

TEST(SubGrid, DependsOnTheSeedAlone) {
  ParameterSpace space = makeSpace();
  EXPECT_EQ(chooseSubGrid(space, 12, 3, always),
            chooseSubGrid(space, 12, 3, always));
  EXPECT_NE(chooseSubGrid(space, 12, 3, always),
            chooseSubGrid(space, 12, 4, always));
}

TEST(SubGrid, RefusesOtherValues) {
  ParameterSpace space = makeSpace();
  EXPECT_THAT(getError(restrictSpace(space, {{3}, {1}, {0}}).takeError()),
              HasSubstr("'rows'"));
  EXPECT_THAT(getError(restrictSpace(space, {{32}, {32}, {0}}).takeError()),
              HasSubstr("legal"));
  EXPECT_THAT(getError(restrictSpace(space, {{1}}).takeError()),
              HasSubstr("expected values of 3 parameters, got 1"));
}

constexpr llvm::StringLiteral kTable = "# somewhere, some day\n"
                                       "default 0.004\n"
                                       "parameter rows 1 2\n"
                                       "parameter columns 4\n"
                                       "parameter unroll 0 1\n"
                                       "1 0 0 0.002\n"
                                       "1 1 0 0.002\n"
                                       "2 1 1 0.008\n"
                                       "2 0 2 failed\n";

TEST(RecordedTable, HasScores) {
  auto table = RecordedTable::parse(kTable);
  ASSERT_TRUE(static_cast<bool>(table)) << getError(table.takeError());
  EXPECT_EQ(table->entries.size(), 4u);
  EXPECT_EQ(table->getBest(), 2.0);
  EXPECT_EQ(table->entries.at({2, 4, 1}).score, 0.5);
  EXPECT_EQ(table->entries.at({2, 4, 1}).program, 1);
  EXPECT_EQ(table->entries.at({2, 4, 0}).score, 0.0);
}

TEST(RecordedTable, RestrictsASpace) {
  auto table = RecordedTable::parse(kTable);
  ASSERT_TRUE(static_cast<bool>(table)) << getError(table.takeError());
  ParameterSpace space = makeSpace();
  auto part = table->restrict(space);
  ASSERT_TRUE(static_cast<bool>(part)) << getError(part.takeError());
  EXPECT_EQ(part->countPoints(), 4u);
  space.add(makeParameter("tasks", {1}, 1));
  EXPECT_THAT(getError(table->restrict(space).takeError()),
              HasSubstr("'tasks'"));
}

TEST(RecordedTable, NamesWrongLines) {
  for (auto [line, number] : {std::pair("default -1\n", "line 2"),
                              std::pair("parameter rows\n", "line 2"),
                              std::pair("parameter x 1 2\n0 0.1\n", "line 3"),
                              std::pair("0.1\n", "line 2")})
    EXPECT_THAT(
        getError(RecordedTable::parse(std::string("# x\n") + line).takeError()),
        HasSubstr(number));
  std::string twice = kTable.str() + "1 0 0 0.1\n";
  EXPECT_THAT(getError(RecordedTable::parse(twice).takeError()),
              HasSubstr("line 10"));
  EXPECT_THAT(getError(RecordedTable::parse("# nothing\n").takeError()),
              HasSubstr("expected times"));
}

} // namespace
} // namespace tvm::tuner
