// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/OpenScripts/ScriptSpace.h"

#include "mlir/Parser/Parser.h"
#include "test/transforms/Schedule/OpenScripts/ScriptTest.h"

namespace tvm::schedule {
namespace {

class ScriptSpaceTest : public ScriptTest {
protected:
  /// A script whose sequence has the steps `body`.
  mlir::OwningOpRef<mlir::ModuleOp> parse(const std::string &body) {
    std::string text = "module attributes {transform.with_named_sequence} {\n"
                       "transform.named_sequence @__transform_main("
                       "%root: !transform.any_op {transform.readonly}) {\n" +
                       body + "\ntransform.yield\n}\n}";
    return mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  }

  llvm::Expected<ScriptSpace> create(const std::string &body,
                                     ScriptSpace::Observed observed = {}) {
    return ScriptSpace::create(*parse(body), [&](const ScriptSpace &, auto) {
      ++numRuns;
      return observed;
    });
  }

  std::string getError(const std::string &body) {
    auto space = create(body);
    return space ? "" : llvm::toString(space.takeError());
  }

  std::string resolve(const ScriptSpace &space, const std::string &body,
                      llvm::ArrayRef<int64_t> point) {
    auto script = parse(body);
    space.resolve(*script, point);
    std::string text;
    llvm::raw_string_ostream os(text);
    script->print(os);
    return text;
  }

  int numRuns = 0;
};

std::vector<std::string> getNames(const ScriptSpace &space) {
  std::vector<std::string> names;
  for (const auto &group : space.getParameters().getGroups())
    for (const auto &parameter : group.getParameters())
      names.push_back(parameter.name);
  return names;
}

bool contains(llvm::StringRef text, llvm::StringRef part) {
  return text.contains(part);
}

constexpr const char *kKnobs = R"(
  %a = transform.tune.knob<"a"> options = [8, 2, 4] -> !transform.param<i64>
  %b = transform.tune.knob<"b"> options = ["x", "y"] -> !transform.any_param
  %c = transform.tune.knob<"a"> options = [8, 2, 4] -> !transform.param<i64>
  %d = transform.tune.knob<"d"> = 1 : i64 from options = [1, 2] -> !transform.param<i64>
)";

TEST_F(ScriptSpaceTest, KnobsOfANameAreOneParameter) {
  auto space = create(kKnobs);
  ASSERT_TRUE(static_cast<bool>(space));
  EXPECT_EQ(getNames(*space), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(space->getParameters().countPoints(), 6u);
  // The first options; integers are values, other options positions.
  EXPECT_EQ(space->getParameters().getDefault(), (Point{8, 0}));
  EXPECT_EQ(numRuns, 0);
}

TEST_F(ScriptSpaceTest, APointResolvesKnobs) {
  auto space = create(kKnobs);
  ASSERT_TRUE(static_cast<bool>(space));
  std::string text = resolve(*space, kKnobs, {2, 1});
  EXPECT_EQ(llvm::StringRef(text).count(R"(knob<"a"> = 2 : i64)"), 2u);
  EXPECT_TRUE(contains(text, R"(knob<"b"> = "y")"));
  EXPECT_TRUE(contains(text, R"(knob<"d"> = 1 : i64)"));
}

constexpr const char *kAlternatives = R"(
  transform.tune.alternatives<"way"> {
    %a = transform.tune.knob<"a"> options = [8, 4] -> !transform.param<i64>
  }, {
    %b = transform.tune.knob<"b"> options = [1, 2] -> !transform.param<i64>
    %n = schedule.sample_categorical [0, 16] weights [0.5, 0.5]
  }
)";

TEST_F(ScriptSpaceTest, StepsThatAreLeftOutDoNotMakeOtherTexts) {
  auto space = create(kAlternatives);
  ASSERT_TRUE(static_cast<bool>(space));
  EXPECT_EQ(space->getParameters().countPoints(), 16u);
  std::string first = resolve(*space, kAlternatives, {0, 4, 1, 0});
  EXPECT_TRUE(contains(first, "selected_region = 0"));
  EXPECT_TRUE(contains(first, R"(knob<"a"> = 4)"));
  EXPECT_TRUE(contains(first, R"(knob<"b"> = 1)"));
  EXPECT_FALSE(contains(first, "decision"));
  EXPECT_EQ(first, resolve(*space, kAlternatives, {0, 4, 2, 1}));
  std::string second = resolve(*space, kAlternatives, {1, 4, 2, 1});
  EXPECT_TRUE(contains(second, R"(knob<"a"> = 8)"));
  EXPECT_TRUE(contains(second, R"(knob<"b"> = 2)"));
  EXPECT_TRUE(contains(second, "decision 1"));
}

TEST_F(ScriptSpaceTest, CategoriesWithoutWeightAreNoChoice) {
  auto space = create(
      "%n = schedule.sample_categorical [0, 16, 64] weights [0.0, 0.5, 0.5]");
  ASSERT_TRUE(static_cast<bool>(space));
  EXPECT_EQ(space->getParameters().countPoints(), 2u);
  EXPECT_EQ(space->getParameters().getDefault(), Point{1});
}

constexpr const char *kSamples = R"(
  %block = schedule.get_block "A" in %root
  %loops = schedule.get_loops of %block
  %a, %b, %c = schedule.sample_perfect_tile %loops max_innermost_factor 4
  %at = schedule.sample_compute_location %block
)";

TEST_F(ScriptSpaceTest, FactorsAndLoopsComeFromARun) {
  auto space = create(kSamples, {{12}, {-1, 0, 2}});
  ASSERT_TRUE(static_cast<bool>(space));
  EXPECT_EQ(numRuns, 1);
  // 12 = a * b * c with c <= 4: 6 + 4 + 3 + 2 lists of factors.
  EXPECT_EQ(space->getParameters().countPoints(), 3u * (6 + 4 + 3 + 2));
  std::string text = resolve(*space, kSamples, {2, 3, -1});
  EXPECT_TRUE(contains(text, "decision [2, 3, 2]"));
  EXPECT_TRUE(contains(text, "decision -1"));
}

TEST_F(ScriptSpaceTest, StepsThatNeverRunStayOpen) {
  auto space = create(kSamples, {{12}, {}});
  ASSERT_TRUE(static_cast<bool>(space));
  EXPECT_EQ(space->getParameters().size(), 2u);
  EXPECT_FALSE(contains(resolve(*space, kSamples, {1, 1}), "decision -"));
}

TEST_F(ScriptSpaceTest, ScriptsThatNeverRunHaveNoSpace) {
  auto space = ScriptSpace::create(
      *parse(kSamples),
      [](const ScriptSpace &, auto) -> llvm::Expected<ScriptSpace::Observed> {
        return llvm::createStringError("no block 'A'");
      });
  ASSERT_FALSE(space);
  EXPECT_EQ(llvm::toString(space.takeError()),
            "the script applies at none of 32 points: no block 'A'");
}

TEST_F(ScriptSpaceTest, NothingOpenIsASpaceWithoutParameters) {
  for (const char *body :
       {"", R"(%d = transform.tune.knob<"d"> = 1 : i64 from )"
            R"(options = [1] -> !transform.param<i64>)"}) {
    auto space = create(body);
    ASSERT_TRUE(static_cast<bool>(space));
    EXPECT_EQ(space->getParameters().size(), 0u);
  }
}

TEST_F(ScriptSpaceTest, KnobsHaveListsOfOptions) {
  EXPECT_EQ(getError(R"(%a = transform.tune.knob<"a"> options = [])"
                     " -> !transform.param<i64>"),
            "expected a list of options for knob 'a'");
  EXPECT_EQ(getError(R"(%a = transform.tune.knob<"a"> options = 3 : i64)"
                     " -> !transform.param<i64>"),
            "expected a list of options for knob 'a'");
  EXPECT_EQ(getError(R"(
    %a = transform.tune.knob<"a"> options = [1, 2] -> !transform.param<i64>
    %b = transform.tune.knob<"a"> options = [1, 3] -> !transform.param<i64>)"),
            "expected equal options for all knobs 'a'");
}

TEST_F(ScriptSpaceTest, ChoicesAreReopened) {
  for (const char *body : {kKnobs, kAlternatives}) {
    auto space = create(body);
    ASSERT_TRUE(static_cast<bool>(space));
    auto script = parse(body);
    llvm::SmallVector<mlir::Operation *> steps = findOpenSteps(*script);
    space->resolve(*script, space->getParameters().getDefault());
    for (mlir::Operation *step : steps)
      reopen(step);
    EXPECT_EQ(findOpenSteps(*script), steps);
  }
}

} // namespace
} // namespace tvm::schedule
