// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs after the first with the same shapes allocate nothing.
#include "runtime/include/tvm_mlir.h"
#include "test/runtime/Allocations.h"
#include "test/runtime/ToyArtefact.h"

#include <gtest/gtest.h>

using namespace tvm::test;

static void runOnce(tvm_context *context, const DLTensor &x, const DLTensor &y,
                    DLTensor &z) {
  EXPECT_EQ(tvm_context_set_input(context, "x", &x), TVM_OK);
  EXPECT_EQ(tvm_context_set_input_at(context, 1, &y), TVM_OK);
  EXPECT_EQ(tvm_context_run(context), TVM_OK);
  EXPECT_EQ(tvm_context_get_output(context, "z", &z), TVM_OK);
}

static int allocationsOfALaterRun(int32_t threads, bool isStrided) {
  std::string bytes = tvm::test::ToyArtefact().bytes();
  tvm_module *module;
  const tvm_function *function;
  tvm_context *context;
  tvm_context_options options = {sizeof(options), threads, nullptr};
  EXPECT_EQ(tvm_module_load_from_memory(bytes.data(), bytes.size(), &module),
            TVM_OK);
  EXPECT_EQ(tvm_module_get_function(module, "main", &function), TVM_OK);
  EXPECT_EQ(tvm_context_create(function, &options, &context), TVM_OK);
  std::vector<float> data(1000 * 4, 1);
  int64_t shape[] = {1000, 4}, strides[] = {1, 1000};
  DLTensor x = {data.data(),
                {kDLCPU, 0},
                2,
                {kDLFloat, 32, 1},
                shape,
                isStrided ? strides : nullptr,
                0};
  DLTensor z;
  {
    AllocationCount allocations;
    runOnce(context, x, x, z);
    EXPECT_GE(allocations.get(), 3) << "arena, pool and outputs";
  }
  int numAllocations;
  {
    AllocationCount allocations;
    for (int i = 0; i < 10; ++i)
      runOnce(context, x, x, z);
    numAllocations = allocations.get();
  }
  EXPECT_EQ(static_cast<float *>(z.data)[3], 8);
  tvm_context_free(context);
  tvm_module_release(module);
  return numAllocations;
}

TEST(Allocation, NoneInLaterRuns) {
  EXPECT_EQ(allocationsOfALaterRun(1, false), 0);
}

TEST(Allocation, NoneWithThreads) {
  EXPECT_EQ(allocationsOfALaterRun(2, false), 0);
  EXPECT_EQ(allocationsOfALaterRun(4, false), 0);
}

TEST(Allocation, NoneWhenPacking) {
  EXPECT_EQ(allocationsOfALaterRun(1, true), 0);
}
