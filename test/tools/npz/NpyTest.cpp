// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/npz/Npy.h"

#include "gtest/gtest.h"

using namespace tvm::tvmc;

/// `count` bytes in NumPy's format.
static std::string writeBytes(int64_t count, char value) {
  Array array;
  array.dtype = "uint8";
  array.shape = {count};
  return writeNpyHeader(array) + std::string(count, value);
}

TEST(Npy, ElementsBeginAtACacheLine) {
  for (int64_t count : {1, 100, 5000}) {
    auto array = parseNpy(writeBytes(count, 7));
    ASSERT_TRUE(static_cast<bool>(array));
    EXPECT_EQ(array->data, Bytes(count, 7));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(array->data.data()) % 64, 0u);
  }
}
