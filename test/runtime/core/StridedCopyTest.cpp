// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/StridedCopy.h"

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

TEST(StridedCopy, FindsMemory) {
  char memory[100];
  int64_t dims[] = {2, 1, 3}, strides[] = {-8, INT64_MAX, 2};
  auto found = findMemory(memory + 50, dims, strides, 3, 4);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->begin, reinterpret_cast<uintptr_t>(memory + 18));
  EXPECT_EQ(found->end, reinterpret_cast<uintptr_t>(memory + 70));
  found = findMemory(memory, dims, nullptr, 3, 4);
  EXPECT_EQ(found->end, reinterpret_cast<uintptr_t>(memory + 24));
  EXPECT_TRUE(findMemory(memory, dims, nullptr, 0, 4).has_value());
  int64_t none[] = {2, 0}, wide[] = {INT64_MAX / 2, 1};
  EXPECT_TRUE(findMemory(memory, none, wide, 2, 4)->isEmpty());
  EXPECT_FALSE(findMemory(memory, dims, wide, 2, 4).has_value());
  int64_t before[] = {-(int64_t(1) << 60), 1};
  EXPECT_FALSE(findMemory(memory, dims, before, 2, 4).has_value());
}

TEST(StridedCopy, FindsElementsInRanges) {
  // Every third of 4 rows of 2, with gaps.
  char memory[40];
  int64_t dims[] = {4, 2}, strides[] = {9, 3};
  for (int at = 0; at < 40; ++at) {
    bool isElement = at < 31 && (at % 9 == 0 || at % 9 == 3);
    EXPECT_EQ(hasElementIn(MemoryRange::of(memory + at, 1), memory, dims,
                           strides, 2, 1),
              isElement)
        << at;
  }
  EXPECT_TRUE(hasElementIn(MemoryRange::of(memory + 1, 4), memory, dims,
                           strides, 2, 1));
  EXPECT_FALSE(hasElementIn(MemoryRange::of(memory + 3, 0), memory, dims,
                            strides, 2, 1));
}
