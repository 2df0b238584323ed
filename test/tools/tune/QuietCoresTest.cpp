// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/QuietCores.h"
#include "gtest/gtest.h"

namespace tvm::tvmc {
namespace {

using Cores = std::vector<unsigned>;

/// The use of four cores: number 1 only waits, number 2 is busy.
constexpr llvm::StringLiteral kBefore = R"(cpu  400 0 0 4000 0 0 0 0 0 0
cpu0 100 0 0 1000 0 0 0 0 0 0
cpu1 100 0 0 1000 0 0 0 0 0 0
cpu2 100 0 0 1000 0 0 0 0 0 0
cpu3 100 0 0 1000 0 0 0 0 0 0
intr 1 2 3
)";
constexpr llvm::StringLiteral kAfter = R"(cpu  410 0 5 4000 0 0 0 0 0 0
cpu0 101 0 0 1005 0 0 0 0 0 0
cpu1 100 0 0 1002 4 0 0 0 0 0
cpu2 103 0 2 1001 0 0 0 0 0 0
cpu3 100 0 0 1006 0 0 0 0 0 0
intr 4 5 6
)";

TEST(QuietCores, ChoosesThoseThatAreUsedLeast) {
  Cores all{0, 1, 2, 3};
  EXPECT_EQ(chooseQuietCores(kBefore, kAfter, all, 1), Cores({3}));
  EXPECT_EQ(chooseQuietCores(kBefore, kAfter, all, 2), Cores({1, 3}));
  EXPECT_EQ(chooseQuietCores(kBefore, kAfter, all, 3), Cores({0, 1, 3}));
  EXPECT_EQ(chooseQuietCores(kBefore, kAfter, all, 9), all);
  EXPECT_EQ(chooseQuietCores(kBefore, kAfter, {0, 2}, 1), Cores({0}));
}

TEST(QuietCores, ChoosesTheLastOnesIfNothingIsKnown) {
  EXPECT_EQ(chooseQuietCores("", "", {0, 1, 2}, 2), Cores({1, 2}));
}

} // namespace
} // namespace tvm::tvmc
