// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The hashes of three libraries with one source.
#include "test/bazel/Equal.inc"
#include "test/bazel/First.inc"
#include "test/bazel/Nothing.inc"
#include "test/bazel/Other.inc"

#include <gtest/gtest.h>

#include <string>

namespace {

TEST(CodeIdentity, DependsOnTheCodeAlone) {
  EXPECT_EQ(std::string(FIRST).size(), 12u);
  EXPECT_STREQ(FIRST, EQUAL);
  EXPECT_STRNE(FIRST, OTHER);
}

TEST(CodeIdentity, LeavesOtherLayersOut) {
  // The hash of no bytes.
  EXPECT_STREQ(NOTHING, "e3b0c44298fc");
}

} // namespace
