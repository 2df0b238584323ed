// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/Winograd/WinogradSpace.h"

#include "transforms/Schedule/Support/Limits.h"
#include "gtest/gtest.h"

using namespace tvm::schedule;
using namespace tvm::schedule::winograd;

TEST(WinogradSpace, RowsAreAsEqualAsCanBe) {
  EXPECT_EQ(divideEvenly(14, 14, 1), 14);
  EXPECT_EQ(divideEvenly(14, 8, 1), 7);   // 7 + 7, not 8 + 6
  EXPECT_EQ(divideEvenly(7, 6, 0.75), 4); // 4 + 3
  EXPECT_EQ(divideEvenly(7, 3, 0.75), 3); // 3 + 3 + 1
}

TEST(WinogradSpace, RowsThatAreNotFullAreNoTiles) {
  EXPECT_EQ(divideEvenly(7, 6, 1), std::nullopt);
  EXPECT_EQ(divideEvenly(7, 3, 0.8), std::nullopt);
}

static KernelSizes makeKernel() {
  return {/*inputs=*/32, /*outputs=*/64,        /*tilesOfRow=*/14,
          /*tile=*/4,    /*coordinates=*/36,    /*elementBytes=*/4,
          /*lanes=*/16,  /*isChannelLast=*/true};
}

TEST(WinogradSpace, AGroupFitsIntoTheBufferOfAThread) {
  KernelSizes kernel = makeKernel();
  int64_t most = tvm::kMaxThreadBufferBytes / (36 * 4 * 8);
  EXPECT_TRUE(kernel.fitsBuffer(most, 8));
  EXPECT_FALSE(kernel.fitsBuffer(most + 1, 8));
  EXPECT_FALSE(kernel.fitsBuffer(most, 16));
  kernel.elementBytes = 2;
  EXPECT_TRUE(kernel.fitsBuffer(most, 16));
}

TEST(WinogradSpace, AKernelIsWholeIfTilesAndVectorsAre) {
  KernelSizes kernel = makeKernel();
  EXPECT_TRUE(kernel.isWhole(16));
  kernel.outputs = 8; // one shorter vector
  EXPECT_TRUE(kernel.isWhole(16));
  kernel.outputs = 24;
  EXPECT_FALSE(kernel.isWhole(16));
  EXPECT_TRUE(kernel.isWhole(8));
  kernel.outputs = std::nullopt;
  EXPECT_FALSE(kernel.isWhole(8));
  kernel = makeKernel();
  kernel.tilesOfRow = std::nullopt; // one overhangs the result
  EXPECT_FALSE(kernel.isWhole(16));
}
