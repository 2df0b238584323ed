// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/database/Machine.h"

#include "gtest/gtest.h"

namespace tvm::tuner {
namespace {

TEST(Machine, HasANameOfOneLine) {
  std::string name = getMachineName();
  EXPECT_NE(name, "");
  EXPECT_EQ(name.find('\n'), std::string::npos);
  EXPECT_EQ(name, getMachineName());
}

} // namespace
} // namespace tvm::tuner
