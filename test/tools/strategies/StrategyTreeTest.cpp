// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/strategies/StrategyTree.h"
#include "gtest/gtest.h"

namespace tvm::strategies {

static StrategyTree read(llvm::StringRef text) {
  llvm::Expected<StrategyTree> tree = parseStrategyTree(text);
  if (!tree) {
    ADD_FAILURE() << llvm::toString(tree.takeError());
    return {};
  }
  return *tree;
}

static std::string getError(llvm::StringRef text) {
  llvm::Expected<StrategyTree> tree = parseStrategyTree(text);
  return tree ? "" : llvm::toString(tree.takeError());
}

TEST(StrategyTreeTest, AttributesHaveNamesAndParameters) {
  StrategyTree tree = read("#schedule.blocks<\"C 1\" = #schedule.rows<rows = 4,"
                           " copied = [0, 1], copies = <>>>");
  EXPECT_EQ(tree.name, "blocks");
  ASSERT_EQ(tree.children.size(), 1u);
  const StrategyTree &rows = tree.children.front();
  EXPECT_EQ(rows.key, "C 1");
  EXPECT_EQ(rows.name, "rows");
  EXPECT_TRUE(rows.isAttribute);
  EXPECT_EQ(rows.find("rows")->name, "4");
  EXPECT_EQ(rows.find("copied")->children.size(), 2u);
  EXPECT_TRUE(rows.find("copies")->children.empty());
  EXPECT_EQ(rows.find("lanes"), nullptr);
}

TEST(StrategyTreeTest, DictionariesAndTypedNumbers) {
  StrategyTree tree = read("#schedule.custom<rule = \"thin\", parameters = "
                           "{rows = -2 : i64, b = \"x\"}>");
  EXPECT_EQ(tree.find("rule")->name, "thin");
  EXPECT_EQ(tree.find("parameters")->find("rows")->name, "-2");
  EXPECT_EQ(tree.find("parameters")->find("b")->name, "x");
  EXPECT_EQ(read("#rows").name, "rows");
}

TEST(StrategyTreeTest, OtherTextsAreRefused) {
  EXPECT_EQ(getError(""), "expected a value, got ''");
  EXPECT_EQ(getError("#a<b"), "expected ',' or '>', got ''");
  EXPECT_EQ(getError("#a<b = >"), "expected a value, got '>'");
  EXPECT_EQ(getError("\"a"), "expected the end of a string, got 'a'");
  EXPECT_EQ(getError("#a<> b"), "expected the end, got 'b'");
  std::string deep(100, '<');
  EXPECT_EQ(getError(deep).substr(0, 23), "expected fewer brackets");
}

} // namespace tvm::strategies
