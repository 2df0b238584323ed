// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Strategy/Ranking.h"

#include "dialects/Schedule/ScheduleDialect.h"
#include "mlir/AsmParser/AsmParser.h"
#include "gtest/gtest.h"

#include <limits>

using namespace tvm::schedule;

namespace {
/// Strategies of 1, 2, 4 and 8 tasks; 2 is the default.
class Ranking : public testing::Test {
protected:
  Ranking() { context.loadDialect<ScheduleDialect>(); }

  Strategy makeStrategy(int64_t tasks) {
    return mlir::cast<Strategy>(mlir::parseAttribute(
        "#schedule.elementwise<tasks = " + std::to_string(tasks) + ">",
        &context));
  }

  std::unique_ptr<StrategySpace> makeSpace(llvm::ArrayRef<Strategy> preferred) {
    ParameterSpace space;
    space.add(makeParameter("tasks", {1, 2, 4, 8}, 2));
    return FunctionSpace::make(
        std::move(space),
        [this](llvm::ArrayRef<int64_t> point) {
          return makeStrategy(point.front());
        },
        preferred);
  }

  mlir::MLIRContext context;
};

double fall(llvm::ArrayRef<int64_t> point) {
  return 1000.0 / static_cast<double>(point.front());
}
} // namespace

TEST_F(Ranking, TheCheapestComesBeforeThePreferred) {
  auto space = makeSpace({makeStrategy(2)});
  RankedRule ranked = rankRule(nullptr, *space, fall, 100);
  EXPECT_EQ(ranked.cycles, 125);
  EXPECT_TRUE(ranked.isProposed);
  EXPECT_EQ(buildStrategies(*space, ranked),
            (llvm::SmallVector<Strategy>{makeStrategy(8), makeStrategy(2)}));
  EXPECT_EQ(buildLastStrategy(*space, ranked), Strategy());
}

TEST_F(Ranking, EstimatesWithinTheirErrorChangeNothing) {
  auto space = makeSpace({makeStrategy(2)});
  auto flat = [](llvm::ArrayRef<int64_t> point) {
    return point.front() == 8 ? 100 * (1 - kEstimateError / 2) : 100;
  };
  RankedRule ranked = rankRule(nullptr, *space, flat, 100);
  EXPECT_EQ(ranked.cycles, 100);
  EXPECT_EQ(buildStrategies(*space, ranked),
            llvm::SmallVector<Strategy>{makeStrategy(2)});
  EXPECT_EQ(buildLastStrategy(*space, ranked), makeStrategy(8));
}

TEST_F(Ranking, ASpaceMayKeepItsDefault) {
  struct Kept : FewStrategies {
    using FewStrategies::FewStrategies;
    bool isDecidedByEstimates() const override { return false; }
  };
  Kept space({makeStrategy(2), makeStrategy(8)});
  auto fallsWithIndex = [](llvm::ArrayRef<int64_t> point) {
    return point.front() == 0 ? 100.0 : 1.0;
  };
  RankedRule ranked = rankRule(nullptr, space, fallsWithIndex, 100);
  EXPECT_EQ(ranked.cycles, 100);
  EXPECT_FALSE(ranked.isCheapestFirst);
  EXPECT_EQ(buildStrategies(space, ranked).front(), makeStrategy(2));
}

TEST_F(Ranking, ADefaultThatNoRulePrefersIsLast) {
  auto space = makeSpace({});
  RankedRule ranked = rankRule(nullptr, *space, fall, 100);
  EXPECT_FALSE(ranked.isProposed);
  EXPECT_EQ(buildStrategies(*space, ranked),
            (llvm::SmallVector<Strategy>{makeStrategy(8), makeStrategy(2)}));
}

TEST_F(Ranking, WithoutEstimatesTheDefaultIsTaken) {
  auto space = makeSpace({makeStrategy(2)});
  RankedRule ranked = rankRule(nullptr, *space, fall, 0);
  EXPECT_EQ(ranked.cycles, std::numeric_limits<double>::infinity());
  EXPECT_EQ(buildStrategies(*space, ranked),
            llvm::SmallVector<Strategy>{makeStrategy(2)});
}

TEST_F(Ranking, NoStrategyIsBuiltToRankARule) {
  struct Unbuilt : FewStrategies {
    using FewStrategies::FewStrategies;
    Strategy build(llvm::ArrayRef<int64_t>) override {
      ADD_FAILURE() << "a strategy was built";
      return {};
    }
    bool hasPreferred() override { return true; }
  };
  Unbuilt space({makeStrategy(2), makeStrategy(8)});
  auto constant = [](llvm::ArrayRef<int64_t>) { return 1.0; };
  EXPECT_TRUE(rankRule(nullptr, space, constant, 100).isProposed);
}

TEST_F(Ranking, OfRulesTheFirstProposalWinsUnlessOthersAreCheaper) {
  RankedRule unasked{nullptr, 50, /*isProposed=*/false, {}};
  RankedRule proposed{nullptr, 100, /*isProposed=*/true, {}};
  RankedRule close{nullptr, 97, /*isProposed=*/true, {}};
  llvm::SmallVector<RankedRule> rules{proposed, close};
  moveCheapestToFront(rules);
  EXPECT_EQ(rules.front().cycles, 100);
  rules.push_back(unasked);
  moveCheapestToFront(rules);
  EXPECT_EQ(rules.front().cycles, 50);
  EXPECT_EQ(rules.size(), 3u);
  llvm::SmallVector<RankedRule> none;
  moveCheapestToFront(none);
}
