// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Outputs of a run, through the C interface.
#include "test/runtime/ToyContext.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <thread>

using namespace tvm::test;

TEST_F(Context, OutputsInTheCallersMemory) {
  create();
  setBoth();
  Floats z({3, 4}, 0), wide({3, 5}, 0), other({5, 4}, 0);
  ASSERT_EQ(tvm_context_set_output(context, "z", &z.tensor), TVM_OK);
  ASSERT_EQ(tvm_context_run(context), TVM_OK);
  expectResult(x, y);
  EXPECT_EQ(z.data[0], 101);
  DLTensor view;
  ASSERT_EQ(tvm_context_get_output_at(context, 0, &view), TVM_OK);
  EXPECT_EQ(view.data, z.data.data());

  EXPECT_EQ(tvm_context_set_output(context, "z", &wide.tensor),
            TVM_INVALID_ARGUMENT);
  EXPECT_STREQ(tvm_last_error(),
               "output 'z': expected float32[batch,4], got float32[3,5]");
  int64_t strides[] = {1, 3};
  DLTensor gaps = z.tensor;
  gaps.strides = strides;
  EXPECT_EQ(tvm_context_set_output_at(context, 0, &gaps), TVM_INVALID_ARGUMENT);
  EXPECT_STREQ(tvm_last_error(), "output 'z': expected a compact row-major "
                                 "tensor, aligned to its element size");
  ASSERT_EQ(tvm_context_set_output(context, "z", &other.tensor), TVM_OK);
  EXPECT_EQ(runError(TVM_INVALID_ARGUMENT),
            "output 'z': the result is float32[3,4], but the caller's memory "
            "is float32[5,4]");
  ASSERT_EQ(tvm_context_set_output(context, "z", nullptr), TVM_OK);
  ASSERT_EQ(tvm_context_run(context), TVM_OK);
  expectResult(x, y);
}

TEST_F(Context, OutputsNeedARun) {
  create();
  DLTensor tensor;
  EXPECT_EQ(tvm_context_get_output(context, "z", &tensor),
            TVM_INVALID_ARGUMENT);
  EXPECT_STREQ(tvm_last_error(), "output 'z' has no value: run the model "
                                 "first");
  EXPECT_EQ(tvm_context_get_output(context, "q", &tensor),
            TVM_INVALID_ARGUMENT);
  EXPECT_STREQ(tvm_last_error(),
               "no output is called 'q': the model has 'z', 's'");
}

TEST_F(Context, TakenOutputsOutliveEverything) {
  create();
  setBoth();
  ASSERT_EQ(tvm_context_run(context), TVM_OK);
  DLTensor view;
  ASSERT_EQ(tvm_context_get_output(context, "z", &view), TVM_OK);
  DLManagedTensorVersioned *z, *again;
  ASSERT_EQ(tvm_context_take_output(context, "z", &z), TVM_OK);
  EXPECT_EQ(z->dl_tensor.data, view.data) << "without a copy";
  EXPECT_EQ(z->version.major, 1u);
  EXPECT_EQ(z->flags, 0u);
  EXPECT_EQ(tvm_context_take_output_at(context, 0, &again),
            TVM_INVALID_ARGUMENT);
  ASSERT_EQ(tvm_context_run(context), TVM_OK);
  expectResult(x, y);
  tvm_context_free(context);
  context = nullptr;
  std::thread([&] {
    EXPECT_EQ(static_cast<float *>(z->dl_tensor.data)[0], 101);
    EXPECT_EQ(z->dl_tensor.shape[0], 3);
    z->deleter(z);
  }).join();
}

TEST_F(Context, TakesACopyOfTheCallersMemory) {
  create();
  setBoth();
  Floats mine({3, 4}, 0);
  ASSERT_EQ(tvm_context_set_output(context, "z", &mine.tensor), TVM_OK);
  ASSERT_EQ(tvm_context_run(context), TVM_OK);
  DLManagedTensorVersioned *z;
  ASSERT_EQ(tvm_context_take_output(context, "z", &z), TVM_OK);
  EXPECT_NE(z->dl_tensor.data, mine.data.data());
  EXPECT_EQ(static_cast<float *>(z->dl_tensor.data)[0], 101);
  z->deleter(z);
}
