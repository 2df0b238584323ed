// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/memory/Buffer.h"

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

TEST(Buffer, ExtendsWhatIsThere) {
  Buffer buffer;
  int64_t moves = 0;
  for (int64_t bytes = 1; bytes <= 100000; ++bytes) {
    void *before = buffer.data();
    ASSERT_TRUE(buffer.extend(bytes, bytes - 1));
    moves += buffer.data() != before;
    static_cast<char *>(buffer.data())[bytes - 1] = static_cast<char>(bytes);
  }
  EXPECT_LT(moves, 30);
  for (int64_t i = 0; i < 100000; ++i)
    ASSERT_EQ(static_cast<char *>(buffer.data())[i], static_cast<char>(i + 1));
  void *before = buffer.data();
  EXPECT_FALSE(buffer.extend(-1, 0));
  EXPECT_FALSE(buffer.extend(INT64_MAX, 0));
  EXPECT_EQ(buffer.data(), before);
}

TEST(Buffer, ExtendsFromNothing) {
  Buffer buffer;
  ASSERT_TRUE(buffer.extend(0, 0));
  EXPECT_NE(buffer.data(), nullptr);
  // No more is kept than there is.
  ASSERT_TRUE(buffer.extend(1000, 500));
}
