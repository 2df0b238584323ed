// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Profiling through the C interface.
#include "test/runtime/ToyContext.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

using namespace tvm::test;

TEST_F(Context, ProfilesKernels) {
  create();
  setBoth();
  ASSERT_EQ(tvm_context_run(context), TVM_OK);
  ASSERT_EQ(tvm_context_num_kernels(context), 2);
  tvm_kernel_profile kernel = {sizeof(kernel)};
  ASSERT_EQ(tvm_context_get_kernel_profile(context, 0, &kernel), TVM_OK);
  EXPECT_EQ(kernel.calls, 0);
  ASSERT_EQ(tvm_context_set_profiling(context, 1), TVM_OK);
  ASSERT_EQ(tvm_context_run(context), TVM_OK);
  ASSERT_EQ(tvm_context_run(context), TVM_OK);
  ASSERT_EQ(tvm_context_set_profiling(context, 0), TVM_OK);
  ASSERT_EQ(tvm_context_run(context), TVM_OK);
  expectResult(x, y);
  ASSERT_EQ(tvm_context_get_kernel_profile(context, 0, &kernel), TVM_OK);
  EXPECT_STREQ(kernel.name, "fused_add_mul");
  EXPECT_STREQ(kernel.nodes, "add1, mul1");
  EXPECT_EQ(kernel.calls, 2);
  EXPECT_LE(kernel.min, kernel.max);
  EXPECT_LE(kernel.max, kernel.total);
  EXPECT_EQ(kernel.flops, 8);
  EXPECT_EQ(kernel.bytes, 64);
  std::string table = tvm_context_profile_table(context);
  EXPECT_NE(table.find("fused_add_mul (add1, mul1)"), std::string::npos);
  EXPECT_NE(table.find("all (2 runs)"), std::string::npos);
  std::string path = temporaryPath();
  ASSERT_EQ(tvm_context_write_trace(context, path.c_str()), TVM_OK);
  std::string trace = readFile(path);
  EXPECT_EQ(std::count(trace.begin(), trace.end(), 'X'), 6) << trace;
  EXPECT_EQ(tvm_context_get_kernel_profile(context, 2, &kernel),
            TVM_INVALID_ARGUMENT);
  EXPECT_STREQ(tvm_last_error(),
               "no kernel has index 2: the model has 2 kernels");
  tvm_kernel_profile unset = {};
  EXPECT_EQ(tvm_context_get_kernel_profile(context, 0, &unset),
            TVM_INVALID_ARGUMENT);
}
