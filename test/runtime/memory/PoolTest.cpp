// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/memory/Pool.h"

#include "runtime/include/tvm_abi.h"

#include <gtest/gtest.h>

using namespace tvm::runtime;

TEST(Pool, RepeatsWithoutGrowing) {
  Pool pool;
  std::vector<char *> first, second;
  for (int64_t bytes : {10, 100000, 0, 64, 3000000})
    first.push_back(static_cast<char *>(pool.allocate(bytes)));
  for (char *memory : first) {
    ASSERT_NE(memory, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % TVM_ALIGNMENT, 0u);
  }
  pool.reset();
  for (int64_t bytes : {10, 100000, 0, 64, 3000000})
    second.push_back(static_cast<char *>(pool.allocate(bytes)));
  // All in one block, one after another.
  EXPECT_EQ(second[1], second[0] + 64);
  EXPECT_EQ(second[2], second[1] + 100032);
  EXPECT_EQ(second[3], second[2] + 64);
  EXPECT_EQ(second[4], second[3] + 64);
  EXPECT_EQ(pool.allocate(-1), nullptr);
  EXPECT_EQ(pool.allocate(INT64_MAX), nullptr);
}
