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

TEST(LayoutCost, PlanesFillVectors) {
  EXPECT_TRUE(fillsVectorsOfPlanes(28 * 28));
  EXPECT_FALSE(fillsVectorsOfPlanes(7 * 7));
}

TEST(LayoutCost, WeightsMoveForManyPoints) {
  EXPECT_TRUE(isWeightWorthMoving(16));
  EXPECT_FALSE(isWeightWorthMoving(15));
}
