// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/jit/UopCache.h"

#include <gtest/gtest.h>

using namespace tvm::runtime::vta;

using Words = std::vector<uint32_t>;

TEST(VtaUopCache, SharesEqualMicroOps) {
  UopCache cache(8);
  UopCache::Place first = cache.find({1, 2, 3}), second = cache.find({4}),
                  again = cache.find({1, 2, 3});
  EXPECT_TRUE(first.isNew && second.isNew);
  EXPECT_FALSE(again.isNew);
  EXPECT_EQ(first.onChip, 0u);
  EXPECT_EQ(second.onChip, 3u);
  EXPECT_EQ(second.inDram, 3u);
  EXPECT_EQ(again.onChip, 0u);
  EXPECT_EQ(cache.image(), Words({1, 2, 3, 4}));
}

// 0-2, 3-5, then from the beginning: only what is overwritten is forgotten.
TEST(VtaUopCache, ReplacesTheOldest) {
  UopCache cache(8);
  cache.find({1, 1, 1});
  cache.find({2, 2, 2});
  UopCache::Place third = cache.find({3, 3, 3});
  EXPECT_TRUE(third.isNew);
  EXPECT_EQ(third.onChip, 0u);
  EXPECT_EQ(third.inDram, 6u);
  EXPECT_FALSE(cache.find({2, 2, 2}).isNew);
  UopCache::Place again = cache.find({1, 1, 1});
  EXPECT_TRUE(again.isNew);
  EXPECT_EQ(again.onChip, 3u);
  EXPECT_EQ(again.inDram, 0u);
  EXPECT_TRUE(cache.find({2, 2, 2}).isNew);
  EXPECT_EQ(cache.image().size(), 9u);
}

TEST(VtaUopCache, ForgetsWhatIsOverwrittenInPart) {
  UopCache cache(8);
  cache.find({1, 1, 1, 1, 1});
  cache.find({2, 2, 2});
  EXPECT_EQ(cache.find({3, 3}).onChip, 0u);
  EXPECT_TRUE(cache.find({1, 1, 1, 1, 1}).isNew);
  EXPECT_FALSE(cache.find({3, 3}).isNew);
  EXPECT_TRUE(cache.find({2, 2, 2}).isNew);
}

TEST(VtaUopCache, OneMayFillAll) {
  UopCache cache(4);
  cache.find({9});
  EXPECT_EQ(cache.find({1, 2, 3, 4}).onChip, 0u);
  EXPECT_TRUE(cache.find({9}).isNew);
  EXPECT_TRUE(cache.find({1, 2, 3, 4}).isNew);
}

TEST(VtaUopCache, ForgetsTheChipOnly) {
  UopCache cache(8);
  cache.find({1, 2});
  cache.forgetChip();
  UopCache::Place place = cache.find({1, 2});
  EXPECT_TRUE(place.isNew);
  EXPECT_EQ(place.inDram, 0u);
  EXPECT_EQ(cache.image().size(), 2u);
}
