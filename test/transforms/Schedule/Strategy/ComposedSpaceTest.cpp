// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Strategy/ComposedSpace.h"

#include "dialects/Schedule/ScheduleDialect.h"
#include "mlir/AsmParser/AsmParser.h"
#include "gtest/gtest.h"

using namespace tvm::schedule;

namespace {
/// A space with a parameter of its own, `rows`, and with parts that have a
/// parameter `tasks` each.
class Composed : public testing::Test {
protected:
  Composed() { context.loadDialect<ScheduleDialect>(); }

  Strategy parse(const std::string &text) {
    return mlir::cast<Strategy>(mlir::parseAttribute(text, &context));
  }
  Strategy makeElementwise(int64_t tasks) {
    return parse("#schedule.elementwise<tasks = " + std::to_string(tasks) +
                 ">");
  }

  /// A part with parameter `tasks`; 64 tasks have no strategy.
  std::unique_ptr<StrategySpace> makePart(int64_t byDefault) {
    ParameterSpace space;
    space.add(makeParameter("tasks", {1, 2, 4, 64}, byDefault));
    return FunctionSpace::make(std::move(space),
                               [this](llvm::ArrayRef<int64_t> point) {
                                 return point.front() == 64
                                            ? Strategy()
                                            : makeElementwise(point.front());
                               },
                               {});
  }

  /// The space without parts; the last strategy was built of `seenOwn` and
  /// `seenParts`.
  std::unique_ptr<ComposedSpace> make() {
    ParameterSpace own;
    own.add(makeParameter("rows", {1, 2, 4}, 2));
    auto build = [this](llvm::ArrayRef<int64_t> own,
                        llvm::ArrayRef<Strategy> parts) {
      seenOwn.assign(own.begin(), own.end());
      seenParts.assign(parts.begin(), parts.end());
      return makeElementwise(7);
    };
    return std::make_unique<ComposedSpace>(own, build, makeElementwise(5));
  }

  mlir::MLIRContext context;
  std::vector<int64_t> seenOwn;
  std::vector<Strategy> seenParts;
};
} // namespace

static std::vector<std::string> getNames(const ParameterSpace &space) {
  std::vector<std::string> names;
  for (const ParameterGroup &group : space.getGroups())
    for (const Parameter &parameter : group.getParameters())
      names.push_back(parameter.name);
  return names;
}

TEST_F(Composed, ParametersOfPartsFollowTheOwn) {
  auto space = make();
  space->addPart("fill", makePart(4));
  space->addPart("inside", makePart(1));
  const ParameterSpace &parameters = space->getParameters();
  EXPECT_EQ(getNames(parameters),
            (std::vector<std::string>{"rows", "fill.tasks", "inside.tasks"}));
  EXPECT_EQ(parameters.getDefault(), (Point{2, 4, 1}));
  EXPECT_EQ(parameters.countPoints(), 3u * 4 * 4);
  EXPECT_EQ(space->build({1, 2, 4}), makeElementwise(7));
  EXPECT_EQ(seenOwn, std::vector<int64_t>{1});
  EXPECT_EQ(seenParts, (std::vector{makeElementwise(2), makeElementwise(4)}));
}

TEST_F(Composed, APartWithoutAStrategyLeavesNone) {
  auto space = make();
  space->addPart("fill", makePart(4));
  space->addPart("inside", makePart(1));
  EXPECT_FALSE(space->build({1, 2, 64}));
  EXPECT_TRUE(seenParts.empty());
}

TEST_F(Composed, ALinkedPartFitsTheGroupInFront) {
  auto space = make();
  space->addLinkedPart(
      "inside", makePart(2),
      [](llvm::ArrayRef<int64_t> values) { return values[0] == values[1]; },
      [](llvm::ArrayRef<int64_t> values) { return Point{values[0]}; });
  const ParameterSpace &parameters = space->getParameters();
  EXPECT_EQ(parameters.countPoints(), 3u);
  EXPECT_TRUE(parameters.isLegal({4, 4}));
  EXPECT_FALSE(parameters.isLegal({4, 2}));
  EXPECT_EQ(space->build({4, 4}), makeElementwise(7));
  EXPECT_EQ(seenParts, std::vector{makeElementwise(4)});
}

namespace {
/// A space whose strategies estimates do not order.
class Unordered : public FewStrategies {
public:
  using FewStrategies::FewStrategies;
  bool isDecidedByEstimates() const override { return false; }
};
} // namespace

TEST_F(Composed, EstimatesDecideAsInAllParts) {
  auto space = make();
  space->addPart("fill", makePart(4));
  EXPECT_TRUE(space->isDecidedByEstimates());
  space->addPart("inside", std::make_unique<Unordered>(makeElementwise(1)));
  EXPECT_FALSE(space->isDecidedByEstimates());
}

TEST_F(Composed, PrefersWhatTheRulePrefers) {
  auto space = make();
  EXPECT_EQ(space->getPreferred(),
            llvm::SmallVector<Strategy>{makeElementwise(5)});
}
