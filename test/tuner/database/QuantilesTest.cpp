// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/database/Quantiles.h"

#include "gtest/gtest.h"

namespace tvm::tuner {
namespace {

TEST(Quantiles, OfSortedNumbers) {
  std::vector<double> numbers{5, 1, 4, 2, 3};
  EXPECT_EQ(getQuantile(numbers, 0), 1);
  EXPECT_EQ(getQuantile(numbers, 0.25), 2);
  EXPECT_EQ(getQuantile(numbers, 0.5), 3);
  EXPECT_EQ(getQuantile(numbers, 1), 5);
}

TEST(Quantiles, OfFewNumbers) {
  EXPECT_EQ(getQuantile({7}, 0.75), 7);
  EXPECT_EQ(getQuantile({}, 0.5), 0);
}

} // namespace
} // namespace tvm::tuner
