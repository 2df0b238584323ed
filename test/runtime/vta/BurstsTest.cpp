// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where transfers are divided.
#include "runtime/vta/cycles/Bursts.h"

#include <gtest/gtest.h>

using namespace tvm::runtime::vta;

/// The beats of all bursts; one that ends a row before another is negative.
static std::vector<int64_t> beatsOf(Bursts bursts) {
  std::vector<int64_t> beats;
  while (!bursts.isDone()) {
    Burst burst = bursts.next();
    beats.push_back(burst.endsRow ? -int64_t(burst.beats) : burst.beats);
  }
  return beats;
}

using Beats = std::vector<int64_t>;

TEST(VtaBursts, EndAt256Beats) {
  EXPECT_EQ(beatsOf({0, 2048, 1, 0, 8}), Beats({256}));
  EXPECT_EQ(beatsOf({0, 2049, 1, 0, 8}), Beats({256, 1}));
  EXPECT_EQ(beatsOf({0, 600, 1, 0, 1}), Beats({256, 256, 88}));
}

TEST(VtaBursts, DoNotCross4KiB) {
  EXPECT_EQ(beatsOf({4096 - 16, 64, 1, 0, 8}), Beats({2, 6}));
  EXPECT_EQ(beatsOf({0, 3 * 4096, 1, 0, 128}), Beats({32, 32, 32}));
}

TEST(VtaBursts, ReadWholeWords) {
  EXPECT_EQ(beatsOf({4, 4, 1, 0, 8}), Beats({1}));
  EXPECT_EQ(beatsOf({4, 8, 1, 0, 8}), Beats({2}));
  // The first beat counts although half of it is not wanted.
  EXPECT_EQ(beatsOf({4, 2048, 1, 0, 8}), Beats({256, 1}));
}

TEST(VtaBursts, FollowRows) {
  EXPECT_EQ(beatsOf({0, 32, 3, 64, 8}), Beats({-4, -4, 4}));
  EXPECT_EQ(beatsOf({4096 - 16, 32, 2, 4096, 8}), Beats({2, -2, 2, 2}));
}

TEST(VtaBursts, AreNoneOfNothing) {
  EXPECT_EQ(beatsOf({0, 0, 3, 64, 8}), Beats());
  EXPECT_EQ(beatsOf({0, 16, 0, 64, 8}), Beats());
  EXPECT_EQ(beatsOf(Bursts()), Beats());
}

TEST(VtaBursts, OfTransfers) {
  Transfer transfer{MemoryType::Wgt, 0, 3, 2, 4, 5};
  EXPECT_EQ(beatsOf({Configuration(), transfer, 8}), Beats({-128, 128}));
  transfer.xSize = 0;
  EXPECT_EQ(beatsOf({Configuration(), transfer, 8}), Beats());
}
