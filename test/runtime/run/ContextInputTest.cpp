// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inputs of a run, through the C interface.
#include "test/runtime/ToyContext.h"

#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <vector>

using namespace tvm::test;

TEST_F(Context, PacksInputsWithGapsAndOffsets) {
  create();
  // x as the transpose of 4x3, one element into its memory.
  Floats transposed({4, 3}, 1), expected({3, 4}, 0);
  transposed.data.insert(transposed.data.begin(), -1);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j)
      expected.data[i * 4 + j] = transposed.data[1 + j * 3 + i];
  int64_t shape[] = {3, 4}, strides[] = {1, 3};
  DLTensor tensor = transposed.tensor;
  tensor.data = transposed.data.data();
  tensor.byte_offset = 4;
  tensor.shape = shape;
  tensor.strides = strides;
  ASSERT_EQ(tvm_context_set_input(context, "x", &tensor), TVM_OK);
  ASSERT_EQ(tvm_context_set_input(context, "y", &y.tensor), TVM_OK);
  strides[0] = strides[1] = shape[0] = 77; // they are not kept
  ASSERT_EQ(tvm_context_run(context), TVM_OK);
  expectResult(expected, y);
}

TEST_F(Context, PacksInputsThatAreNotAligned) {
  create();
  std::vector<char> bytes(x.data.size() * 4 + 1);
  std::memcpy(bytes.data() + 1, x.data.data(), bytes.size() - 1);
  DLTensor tensor = x.tensor;
  tensor.data = bytes.data();
  tensor.byte_offset = 1;
  ASSERT_EQ(tvm_context_set_input(context, "x", &tensor), TVM_OK);
  ASSERT_EQ(tvm_context_set_input(context, "y", &y.tensor), TVM_OK);
  ASSERT_EQ(tvm_context_run(context), TVM_OK);
  expectResult(x, y);
}

TEST_F(Context, RejectsWrongInputs) {
  create();
  EXPECT_EQ(inputError("w", x.tensor),
            "no input is called 'w': the model has 'x', 'y'");
  EXPECT_EQ(tvm_context_set_input_at(context, 2, &x.tensor),
            TVM_INVALID_ARGUMENT);
  EXPECT_STREQ(tvm_last_error(), "no input has index 2: the model has 2 "
                                 "inputs");
  EXPECT_EQ(tvm_context_set_input_at(context, -1, &x.tensor),
            TVM_INVALID_ARGUMENT);

  DLTensor tensor = x.tensor;
  tensor.dtype = {kDLFloat, 64, 1};
  EXPECT_EQ(inputError("x", tensor),
            "input 'x': expected float32[batch,4], got float64[3,4]");
  tensor.dtype = {kDLFloat, 32, 4};
  EXPECT_EQ(inputError("x", tensor),
            "input 'x': expected float32[batch,4], got (code 2 bits 32 lanes "
            "4)[3,4]");
  tensor = x.tensor;
  tensor.ndim = 1;
  EXPECT_EQ(inputError("x", tensor),
            "input 'x': expected float32[batch,4], got float32[3]");
  Floats wide({3, 5}, 0), negative({0, 4}, 0), huge({0, 4}, 0);
  EXPECT_EQ(inputError("y", wide.tensor),
            "input 'y': expected float32[batch,4], got float32[3,5]");
  negative.shape[0] = -3;
  EXPECT_EQ(inputError("y", negative.tensor),
            "input 'y': expected float32[batch,4], got float32[-3,4]");
  huge.shape[0] = INT64_MAX / 2;
  EXPECT_EQ(inputError("y", huge.tensor),
            "input 'y': float32[4611686018427387903,4] is larger than memory");
  tensor = x.tensor;
  tensor.data = nullptr;
  EXPECT_EQ(inputError("x", tensor),
            "input 'x': expected float32[batch,4], got no data");
  tensor = x.tensor;
  tensor.device = {kDLCUDA, 0};
  EXPECT_EQ(inputError("x", tensor), "input 'x': expected a tensor on the CPU, "
                                     "got one on DLPack device type 2");
  tensor = x.tensor;
  tensor.ndim = -1;
  EXPECT_EQ(inputError("x", tensor), "input 'x': expected float32[batch,4], "
                                     "got an impossible tensor of -1 dims");
  tensor = x.tensor;
  tensor.shape = nullptr;
  EXPECT_EQ(inputError("x", tensor), "input 'x': expected float32[batch,4], "
                                     "got an impossible tensor of 2 dims");
}

TEST_F(Context, AFailedSetKeepsTheInput) {
  create();
  setBoth();
  Floats wide({3, 5}, 0);
  inputError("x", wide.tensor);
  ASSERT_EQ(tvm_context_run(context), TVM_OK);
  expectResult(x, y);
}

TEST_F(Context, NeedsAllInputs) {
  create();
  ASSERT_EQ(tvm_context_set_input(context, "x", &x.tensor), TVM_OK);
  EXPECT_EQ(runError(TVM_INVALID_ARGUMENT),
            "input 'y' is not set: expected float32[batch,4]");
}

TEST_F(Context, SymbolsHaveOneValue) {
  create();
  setBoth();
  Floats other({5, 4}, 0);
  ASSERT_EQ(tvm_context_set_input(context, "y", &other.tensor), TVM_OK);
  EXPECT_EQ(runError(TVM_INVALID_ARGUMENT),
            "input 'y': dim 0 ('batch') is 5, but dim 0 of input 'x' is 3");
}

TEST_F(Context, AnonymousDimsAreFree) {
  create([](ToyArtefact &toy) {
    toy.set("/entries/0/symbol", R"("tvm_fails_silently")");
    toy.set("/inputs/0/shape", R"(["?", "?"])");
    toy.set("/inputs/1/shape", R"(["?", "?"])");
  });
  Floats other({5, 3}, 0);
  ASSERT_EQ(tvm_context_set_input(context, "x", &x.tensor), TVM_OK);
  ASSERT_EQ(tvm_context_set_input(context, "y", &other.tensor), TVM_OK);
  EXPECT_EQ(runError(TVM_RUN_FAILED), "the model's code failed with status 7");
}
