// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/core/Dram.h"

#include <cstring>
#include <gtest/gtest.h>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

static uint64_t allocate(Dram &dram, uint64_t size) {
  uint64_t address = 0;
  EXPECT_FALSE(dram.allocate(size, address).failed()) << lastError();
  return address;
}

TEST(VtaDram, AllocatesAligned) {
  Dram dram(256);
  ASSERT_FALSE(dram.create(4096).failed());
  EXPECT_EQ(allocate(dram, 100), 256u);
  EXPECT_EQ(allocate(dram, 257), 512u);
  EXPECT_EQ(allocate(dram, 0), 1024u);
  EXPECT_EQ(allocate(dram, 1), 1280u);
}

TEST(VtaDram, FillsGaps) {
  Dram dram(256);
  ASSERT_FALSE(dram.create(4096).failed());
  uint64_t first = allocate(dram, 256), second = allocate(dram, 512);
  allocate(dram, 256);
  EXPECT_FALSE(dram.free(second).failed());
  EXPECT_EQ(allocate(dram, 513), 1280u);
  EXPECT_EQ(allocate(dram, 512), second);
  EXPECT_FALSE(dram.free(first).failed());
  EXPECT_EQ(allocate(dram, 0), first);
}

TEST(VtaDram, RefusesWhatIsTooLarge) {
  Dram dram(256);
  ASSERT_FALSE(dram.create(4096).failed());
  uint64_t address = 7;
  EXPECT_EQ(dram.allocate(3841, address), TVM_OUT_OF_MEMORY);
  EXPECT_EQ(lastError(), "no room for 3841 bytes in device memory of 4096");
  EXPECT_EQ(dram.allocate(UINT64_MAX, address), TVM_OUT_OF_MEMORY);
  EXPECT_EQ(address, 7u);
  EXPECT_EQ(allocate(dram, 3840), 256u);
  EXPECT_EQ(dram.allocate(0, address), TVM_OUT_OF_MEMORY);
  EXPECT_EQ(Dram(256).create(UINT64_MAX), TVM_OUT_OF_MEMORY);
  EXPECT_EQ(lastError(),
            "no memory for 18446744073709551615 bytes of a device");
}

TEST(VtaDram, FreesOnlyAllocations) {
  Dram dram(256);
  ASSERT_FALSE(dram.create(4096).failed());
  uint64_t address = allocate(dram, 100);
  EXPECT_EQ(dram.free(address + 1), TVM_INVALID_ARGUMENT);
  EXPECT_EQ(lastError(), "nothing is allocated at 0x101");
  EXPECT_FALSE(dram.free(address).failed());
  EXPECT_EQ(dram.free(address), TVM_INVALID_ARGUMENT);
}

TEST(VtaDram, AccessesAreWithinOneAllocation) {
  Dram dram(256);
  ASSERT_FALSE(dram.create(4096).failed());
  uint64_t first = allocate(dram, 256), second = allocate(dram, 100);
  ASSERT_EQ(second, first + 256);
  EXPECT_NE(dram.find(first, 256), nullptr);
  EXPECT_NE(dram.find(first + 256, 0), nullptr);
  EXPECT_EQ(dram.find(first, 257), nullptr);
  EXPECT_EQ(dram.find(first - 1, 1), nullptr);
  EXPECT_EQ(dram.find(second + 99, 2), nullptr);
  EXPECT_EQ(dram.find(second + 101, 0), nullptr);
  EXPECT_EQ(dram.find(second + 1, UINT64_MAX), nullptr);
  EXPECT_EQ(dram.find(UINT64_MAX, 1), nullptr);
  uint8_t *bytes = nullptr;
  EXPECT_EQ(dram.access(first, 257, bytes), TVM_INVALID_ARGUMENT);
  EXPECT_EQ(lastError(), "expected addresses within one allocation, got 0x100 "
                         "to 0x201");
}
