// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/OpenScripts/OpenChoices.h"

#include "mlir/Parser/Parser.h"
#include "test/transforms/Schedule/OpenScripts/ScriptTest.h"

namespace tvm::schedule {
namespace {

constexpr const char *kScript = R"(
module attributes {transform.with_named_sequence} {
  transform.named_sequence @rule(%block: !transform.any_op {transform.readonly}) {
    %i = schedule.get_loops of %block
    %n = transform.tune.knob<"n"> options = [8, 2] -> !transform.param<i64>
    %f:3 = schedule.sample_perfect_tile %i max_innermost_factor 16
    transform.tune.alternatives<"way"> {
      %m = transform.tune.knob<"n"> options = [8, 2] -> !transform.param<i64>
    }, {
      %c = schedule.sample_categorical [0, 16, 64] weights [0.0, 0.5, 0.5]
      %at = schedule.sample_compute_location %block
    }
    transform.yield
  }
}
)";

class OpenChoicesTest : public ScriptTest {
protected:
  OpenChoicesTest() {
    script = mlir::parseSourceString<mlir::ModuleOp>(kScript, &context);
    open = findOpenSteps(*script);
  }

  std::string print() {
    std::string text;
    llvm::raw_string_ostream os(text);
    script->print(os);
    return text;
  }

  mlir::OwningOpRef<mlir::ModuleOp> script;
  llvm::SmallVector<mlir::Operation *> open;
};

TEST_F(OpenChoicesTest, ChoicesHaveNamesAndDefaults) {
  auto choices = OpenChoices::get(*script);
  ASSERT_TRUE(static_cast<bool>(choices));
  std::vector<std::string> names;
  std::vector<int64_t> defaults;
  for (const ChoiceParameter &parameter : choices->getParameters()) {
    names.push_back(parameter.name);
    defaults.push_back(parameter.defaultValue);
  }
  EXPECT_EQ(names,
            (std::vector<std::string>{"n", "tile1.factor2", "tile1.factor1",
                                      "way", "category4", "location5"}));
  EXPECT_EQ(defaults, (std::vector<int64_t>{8, 1, 1, 0, 1, -1}));
}

TEST_F(OpenChoicesTest, TheOutermostFactorIsTheRest) {
  auto choices = OpenChoices::get(*script);
  ASSERT_TRUE(static_cast<bool>(choices));
  choices->resolve(*script, {2, 4, 3, 1, 2, 0});
  std::string printed = print();
  llvm::StringRef text = printed;
  EXPECT_TRUE(text.contains("decision [0, 3, 4]"));
  EXPECT_TRUE(text.contains("selected_region = 1"));
  EXPECT_TRUE(text.contains("decision 2"));
}

TEST_F(OpenChoicesTest, ChoicesOfOtherRegionsAreNotUsed) {
  auto choices = OpenChoices::get(*script);
  ASSERT_TRUE(static_cast<bool>(choices));
  choices->resolve(*script, {2, 4, 3, 0, 2, 0});
  // The knob is used outside of the alternatives, too.
  EXPECT_EQ(choices->findUsed(open),
            (std::vector<bool>{true, true, true, true, false, false}));
  EXPECT_FALSE(llvm::StringRef(print()).contains("decision 2"));
}

} // namespace
} // namespace tvm::schedule
