#include "runtime/Buffer.h"

#include "runtime/include/tvm_abi.h"

#include <cstring>
#include <gtest/gtest.h>

using namespace tvm::runtime;

TEST(Buffer, OnlyGrows) {
  Buffer buffer;
  ASSERT_TRUE(buffer.reserve(0));
  EXPECT_NE(buffer.data(), nullptr);
  ASSERT_TRUE(buffer.reserve(1000));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer.data()) % TVM_ALIGNMENT, 0u);
  void *before = buffer.data();
  ASSERT_TRUE(buffer.reserve(10));
  EXPECT_EQ(buffer.data(), before);
  EXPECT_FALSE(buffer.reserve(-1));
  EXPECT_FALSE(buffer.reserve(INT64_MAX));
  EXPECT_FALSE(buffer.reserve(INT64_MAX / 2));
  EXPECT_EQ(buffer.data(), before);
  ASSERT_TRUE(buffer.reserve(int64_t(5) << 20));
  std::memset(buffer.data(), 1, int64_t(5) << 20);
}
