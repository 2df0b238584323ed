// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/CostModel/LayoutCost.h"
#include "gtest/gtest.h"

using namespace tvm::graph;

TEST(LayoutCost, DepthwiseConvolutionsOfSmallStridesStayChannelSecond) {
  EXPECT_TRUE(isDepthwiseFastChannelSecond(1, 2));
  EXPECT_TRUE(isDepthwiseFastChannelSecond(2, 4));
  EXPECT_TRUE(isDepthwiseFastChannelSecond(2, std::nullopt));
  EXPECT_FALSE(isDepthwiseFastChannelSecond(2, 3));
  EXPECT_FALSE(isDepthwiseFastChannelSecond(3, 64));
}

TEST(LayoutCost, ConvolutionsWithFewOutputsStayChannelSecond) {
  auto isFaster = [](int64_t outputs, int64_t lanes) {
    return isNarrowFasterChannelSecond(/*stride=*/1, /*image=*/{28, 28},
                                       outputs, lanes);
  };
  EXPECT_TRUE(isFaster(3, 16));
  EXPECT_TRUE(isFaster(12, 16));
  EXPECT_FALSE(isFaster(13, 16));
  EXPECT_TRUE(isFaster(20, 16));
  EXPECT_FALSE(isFaster(24, 16));
  EXPECT_FALSE(isFaster(33, 16));
  EXPECT_FALSE(isFaster(8, 8));
}

TEST(LayoutCost, SmallImagesAndStridesMove) {
  EXPECT_TRUE(isNarrowFasterChannelSecond(1, {14, 14}, 4, 16));
  EXPECT_FALSE(isNarrowFasterChannelSecond(1, {14, 13}, 4, 16));
  EXPECT_FALSE(isNarrowFasterChannelSecond(1, {28, 7}, 4, 16));
  EXPECT_FALSE(isNarrowFasterChannelSecond(2, {28, 28}, 4, 16));
}

TEST(LayoutCost, PlanesFillVectors) {
  EXPECT_TRUE(fillsVectorsOfPlanes(28 * 28));
  EXPECT_TRUE(fillsVectorsOfPlanes(39 * 70));
  EXPECT_TRUE(fillsVectorsOfPlanes(15 * 16 + 15));
  EXPECT_FALSE(fillsVectorsOfPlanes(14 * 14));
  EXPECT_FALSE(fillsVectorsOfPlanes(7 * 7));
}

TEST(LayoutCost, WeightsMoveForManyPoints) {
  EXPECT_TRUE(isWeightWorthMoving(16));
  EXPECT_FALSE(isWeightWorthMoving(15));
}
