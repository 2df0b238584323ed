// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/CostModel/Rates.h"

#include "runtime/core/ThreadPool.h"
#include "gtest/gtest.h"

using namespace tvm;

// The compiler does not depend on the runtime, so each has the number.
TEST(Rates, ThreadsTakeTheRangesOfTheRuntime) {
  EXPECT_EQ(cost::kRangesPerThread, runtime::rangesPerThread);
}
