// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/CpuFeatures.h"

#include <gtest/gtest.h>

using namespace tvm::runtime;

TEST(CpuFeatures, AgreeWithTheCompilers) {
#if defined(__x86_64__)
  EXPECT_TRUE(hostHasFeature("sse2"));
  EXPECT_TRUE(hostHasFeature("64bit"));
#define EXPECT_SAME(name)                                                      \
  EXPECT_EQ(hostHasFeature(name), bool(__builtin_cpu_supports(name))) << name
  EXPECT_SAME("sse4.2");
  EXPECT_SAME("avx");
  EXPECT_SAME("avx2");
  EXPECT_SAME("fma");
  EXPECT_SAME("bmi2");
  EXPECT_SAME("avx512f");
  EXPECT_SAME("avx512vl");
  EXPECT_SAME("avx512bw");
  EXPECT_SAME("avx512dq");
  EXPECT_SAME("avx512vnni");
  EXPECT_SAME("sse4a");
#undef EXPECT_SAME
#elif defined(__aarch64__)
  EXPECT_TRUE(hostHasFeature("neon"));
#endif
  EXPECT_FALSE(hostHasFeature("no-such-feature"));
  EXPECT_EQ(missingFeatures({"no-such-feature"}),
            std::vector<std::string>{"no-such-feature"});
}
