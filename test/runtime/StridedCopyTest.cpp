#include "runtime/StridedCopy.h"

#include <gtest/gtest.h>
#include <numeric>
#include <vector>

using namespace tvm::runtime;

TEST(StridedCopy, PacksAnyStrides) {
  // 2x3x4 as the transpose of 4x3x2, its rows backwards.
  std::vector<int32_t> source(24), target(24);
  std::iota(source.begin(), source.end(), 0);
  int64_t dims[] = {2, 3, 4}, strides[] = {1, -2, 6};
  EXPECT_FALSE(isCompact(dims, strides, 3));
  copyToCompact(source.data() + 4, dims, strides, 3, 4, target.data());
  for (int i = 0, at = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 4; ++k, ++at)
        EXPECT_EQ(target[at], 4 + i - 2 * j + 6 * k);
}

TEST(StridedCopy, KnowsCompactTensors) {
  int64_t dims[] = {2, 1, 3}, odd[] = {3, 77, 1}, gaps[] = {4, 4, 1};
  EXPECT_TRUE(isCompact(dims, nullptr, 3));
  EXPECT_TRUE(isCompact(dims, odd, 3)) << "a dim of 1 has any stride";
  EXPECT_FALSE(isCompact(dims, gaps, 3));
  int64_t none[] = {0, 5}, any[] = {1, 1};
  EXPECT_TRUE(isCompact(none, any, 2));
  int64_t strides[3];
  compactStrides(dims, 3, strides);
  EXPECT_EQ(strides[0], 3);
  EXPECT_EQ(strides[2], 1);
}

TEST(StridedCopy, CopiesRowsWithGaps) {
  char source[] = "abcdefghi", target[7] = {};
  int64_t dims[] = {3, 2}, strides[] = {3, 1};
  copyToCompact(source, dims, strides, 2, 1, target);
  EXPECT_STREQ(target, "abdegh");
}
