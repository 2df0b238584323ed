// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/strategies/StrategyWords.h"
#include "gtest/gtest.h"

namespace tvm::strategies {

TEST(StrategyWordsTest, AStrategyInWords) {
  EXPECT_EQ(describeStrategy("#schedule.blocks<\"C\" = #schedule.register_tile<"
                             "row_axis = 0, rows = 6, columns = 64, lanes = 16,"
                             " unroll = 4, masked = true, reader = false>>"),
            "register tile: row axis 0, 6 rows, 64 columns, vectors of 16, "
            "unrolled by 4, masked, not reader");
  EXPECT_EQ(describeStrategy("#schedule.elementwise<>"), "elementwise");
}

TEST(StrategyWordsTest, SeveralBlocksAndInnerStrategies) {
  EXPECT_EQ(describeStrategy(
                "#schedule.blocks<\"a\" = #schedule.collapsed<then = "
                "#schedule.elementwise<tasks = 2>>, \"b\" = #schedule.rows<"
                "blocks = [\"max\", \"sum\"], copies = <>>>"),
            "a: collapsed: then (elementwise: 2 tasks); b: rows: blocks (max, "
            "sum), copies none");
}

TEST(StrategyWordsTest, AChangeNamesParameters) {
  EXPECT_EQ(describeChange("#schedule.blocks<\"C\" = #schedule.register_tile<"
                           "rows = 6, columns = 64>>",
                           "#schedule.blocks<\"C\" = #schedule.register_tile<"
                           "rows = 6, columns = 32, unroll = 4>>"),
            "register tile: columns 64 → 32, unroll default → 4");
  EXPECT_EQ(describeChange("#a.split<parts = 2, then = #a.rows<rows = 1>>",
                           "#a.split<parts = 2, then = #a.rows<rows = 2>>"),
            "split: then (rows: rows 1 → 2)");
}

TEST(StrategyWordsTest, AnotherRuleIsDescribedWhole) {
  EXPECT_EQ(describeChange("#a.blocks<\"x\" = #a.columns<columns = 8>, \"y\" = "
                           "#a.rows<>>",
                           "#a.blocks<\"x\" = #a.rows<rows = 2>, \"z\" = "
                           "#a.rows<>>"),
            "x: columns: 8 columns → rows: 2 rows; y: rows → nothing; z: "
            "nothing → rows");
}

TEST(StrategyWordsTest, NothingChanges) {
  EXPECT_EQ(describeChange("#a.rows<rows = 2>", "#a.rows<rows = 2>"),
            "unchanged");
  EXPECT_EQ(describeChange("#a.rows<rows = 2>", "#a.rows<rows  = 2>"),
            "unchanged");
}

TEST(StrategyWordsTest, TextsThatAreNoAttributesStay) {
  EXPECT_EQ(describeStrategy("<nonsense"), "<nonsense");
  EXPECT_EQ(describeChange("#a<", "#b"), "#a< → #b");
}

TEST(StrategyWordsTest, AKernelIsItsHashAndItsArguments) {
  std::string name = describeKernel(
      "func.func @kernel(%arg0: memref<20x24xf32>, %arg1: memref<24xf32, "
      "strided<[1]>>) attributes {a} {\n  %0 = memref.alloc() : "
      "memref<7xi8>\n");
  EXPECT_EQ(name.substr(8), " (20x24xf32, 24xf32)");
  EXPECT_EQ(describeKernel("func.func @kernel()").size(), 8u);
  EXPECT_NE(describeKernel("a"), describeKernel("b"));
  EXPECT_EQ(describeTask("func.func @kernel()"),
            "kernel " + describeKernel("func.func @kernel()"));
  EXPECT_EQ(describeTask("operator [\"c\"] algorithm"),
            "operator [\"c\"] algorithm");
}

} // namespace tvm::strategies
