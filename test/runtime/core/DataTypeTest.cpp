// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/DataType.h"

#include <gtest/gtest.h>

using namespace tvm::runtime;

TEST(DataType, NamesAreNumpys) {
  for (const char *name :
       {"float32",     "float64",        "float16",       "bfloat16",
        "int8",        "int16",          "int32",         "int64",
        "uint8",       "uint16",         "uint32",        "uint64",
        "complex64",   "complex128",     "bool",          "float8_e4m3fn",
        "float8_e5m2", "float8_e8m0fnu", "float4_e2m1fn", "int4",
        "uint2"}) {
    std::optional<DLDataType> type = dataTypeFromName(name);
    ASSERT_TRUE(type) << name;
    EXPECT_STREQ(dataTypeName(*type), name);
  }
  EXPECT_FALSE(dataTypeFromName("float"));
  EXPECT_EQ(dataTypeName({kDLFloat, 32, 4}), nullptr);
  EXPECT_EQ(describe(DLDataType{kDLFloat, 32, 4}), "(code 2 bits 32 lanes 4)");
}

TEST(DataType, SizesDoNotOverflow) {
  DLDataType type = {kDLFloat, 32, 1};
  auto size = [&](std::vector<int64_t> dims) {
    return byteSize(type, dims.data(), dims.size());
  };
  EXPECT_EQ(size({}), 4);
  EXPECT_EQ(size({2, 3}), 24);
  EXPECT_EQ(size({INT64_MAX, INT64_MAX, 0}), 0);
  EXPECT_EQ(size({INT64_MAX / 4, 2}), std::nullopt);
  EXPECT_EQ(size({-1}), std::nullopt);
  EXPECT_EQ(size({-1, 0}), std::nullopt);
  type = {kDLInt, 4, 1}; // a byte each
  EXPECT_EQ(size({2, 3}), 6);
}
