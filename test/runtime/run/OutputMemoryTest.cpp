// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A run writes no memory that it reads, and none twice.
#include "test/runtime/ToyContext.h"

#include "runtime/include/tvm_abi.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

using namespace tvm::test;

namespace {
/// A context whose outputs are placed in memory of the test.
class OutputMemory : public Context {
protected:
  void SetUp() override {
    create();
    setBoth();
  }

  /// One number, an element of `memory`.
  DLTensor elementOf(const DLTensor &memory, int64_t index) {
    DLTensor element = memory;
    element.ndim = 1;
    element.shape = one;
    element.strides = nullptr;
    element.byte_offset = index * sizeof(float);
    return element;
  }

  int64_t one[1] = {1};
};
} // namespace

TEST_F(OutputMemory, OverlapsNoInput) {
  ASSERT_EQ(tvm_context_set_output(context, "z", &y.tensor), TVM_OK);
  EXPECT_EQ(runError(TVM_INVALID_ARGUMENT),
            "output 'z' shares memory with input 'y': expected memory of its "
            "own");
  EXPECT_EQ(y.data[0], 100) << "it was written";

  // Its last element is the first of x.
  std::vector<float> memory(23, 1);
  DLTensor z = x.tensor, second = x.tensor;
  z.data = memory.data();
  second.data = memory.data();
  second.byte_offset = 11 * sizeof(float);
  ASSERT_EQ(tvm_context_set_output(context, "z", &z), TVM_OK);
  ASSERT_EQ(tvm_context_set_input(context, "x", &second), TVM_OK);
  EXPECT_EQ(runError(TVM_INVALID_ARGUMENT),
            "output 'z' shares memory with input 'x': expected memory of its "
            "own");
  second.byte_offset += sizeof(float);
  memory.resize(24, 1);
  z.data = second.data = memory.data();
  ASSERT_EQ(tvm_context_set_output(context, "z", &z), TVM_OK);
  ASSERT_EQ(tvm_context_set_input(context, "x", &second), TVM_OK);
  EXPECT_EQ(tvm_context_run(context), TVM_OK) << tvm_last_error();
  EXPECT_EQ(memory[0], 101);
}

TEST_F(OutputMemory, OverlapsNoOutput) {
  Floats z({3, 4}, 0);
  DLTensor s = elementOf(z.tensor, 11);
  ASSERT_EQ(tvm_context_set_output(context, "s", &s), TVM_OK);
  ASSERT_EQ(tvm_context_set_output(context, "z", &z.tensor), TVM_OK);
  EXPECT_EQ(runError(TVM_INVALID_ARGUMENT),
            "output 's' shares memory with output 'z': expected memory of its "
            "own");
  ASSERT_EQ(tvm_context_set_output(context, "z", nullptr), TVM_OK);
  ASSERT_EQ(tvm_context_run(context), TVM_OK);
  expectResult(x, y);
}

TEST_F(OutputMemory, MayLieInGapsOfInputs) {
  Floats wide({3, 5}, 0), expected({3, 4}, 0);
  for (int i = 0; i < 12; ++i)
    expected.data[i] = wide.data[i / 4 * 5 + i % 4];
  int64_t strides[] = {5, 1};
  DLTensor left = wide.tensor;
  left.shape = expected.shape.data();
  left.strides = strides;
  ASSERT_EQ(tvm_context_set_input(context, "x", &left), TVM_OK);
  for (int at = 0; at < 15; ++at) {
    DLTensor s = elementOf(wide.tensor, at);
    ASSERT_EQ(tvm_context_set_output(context, "s", &s), TVM_OK);
    if (at % 5 < 4) {
      EXPECT_EQ(runError(TVM_INVALID_ARGUMENT),
                "output 's' shares memory with input 'x': expected memory of "
                "its own");
      continue;
    }
    ASSERT_EQ(tvm_context_run(context), TVM_OK) << at << tvm_last_error();
    expectResult(expected, y);
  }
}

TEST_F(OutputMemory, OfEmptyTensorsOverlapsNothing) {
  Floats memory({3, 4}, 0);
  DLTensor empty = memory.tensor;
  int64_t none[] = {0, 4};
  empty.shape = none;
  empty.byte_offset = 4;
  DLTensor s = elementOf(memory.tensor, 1);
  ASSERT_EQ(tvm_context_set_input(context, "x", &empty), TVM_OK);
  ASSERT_EQ(tvm_context_set_input(context, "y", &empty), TVM_OK);
  ASSERT_EQ(tvm_context_set_output(context, "z", &empty), TVM_OK);
  ASSERT_EQ(tvm_context_set_output(context, "s", &s), TVM_OK);
  EXPECT_EQ(tvm_context_run(context), TVM_OK) << tvm_last_error();
}

TEST_F(OutputMemory, OfValuesIsNoInput) {
  ASSERT_EQ(tvm_context_run(context), TVM_OK);
  DLTensor z;
  ASSERT_EQ(tvm_context_get_output(context, "z", &z), TVM_OK);
  ASSERT_EQ(tvm_context_set_input(context, "x", &z), TVM_OK);
  EXPECT_EQ(runError(TVM_INVALID_ARGUMENT),
            "input 'x' lies in the value of output 'z', which the run "
            "replaces: take that output, or copy it");
  // Nor are they outputs.
  setBoth();
  DLTensor s = elementOf(z, 0);
  ASSERT_EQ(tvm_context_set_output(context, "s", &s), TVM_OK);
  EXPECT_EQ(runError(TVM_INVALID_ARGUMENT),
            "output 's' lies in the value of output 'z', which the run "
            "replaces: take that output, or copy it");
  ASSERT_EQ(tvm_context_set_output(context, "s", nullptr), TVM_OK);

  // An output that is taken out may be an input.
  ASSERT_EQ(tvm_context_run(context), TVM_OK);
  DLManagedTensorVersioned *taken;
  ASSERT_EQ(tvm_context_take_output(context, "z", &taken), TVM_OK);
  ASSERT_EQ(tvm_context_set_input(context, "x", &taken->dl_tensor), TVM_OK);
  ASSERT_EQ(tvm_context_run(context), TVM_OK) << tvm_last_error();
  taken->deleter(taken);
}

/// Outputs do not overlap elements that x refers to, also in an optional of a
/// sequence.
TEST_F(Context, OutputsOverlapNoElementsOfSequences) {
  create([](ToyArtefact &toy) {
    toy.set("/entries/0/symbol", R"("tvm_fails_silently")");
    toy.set("/inputs/0/dtype", R"("handle")");
    toy.set("/inputs/0/shape", R"(["?"])");
  });
  const DLTensor *elements[] = {nullptr, &x.tensor};
  int64_t two[] = {2}, single[] = {1};
  DLTensor sequence = {static_cast<void *>(elements),
                       {kDLCPU, 0},
                       1,
                       {TVM_TENSOR_HANDLE, 64, 1},
                       two,
                       nullptr,
                       0};
  const DLTensor *inner[] = {&sequence};
  DLTensor optional = sequence;
  optional.data = static_cast<void *>(inner);
  optional.shape = single;
  ASSERT_EQ(tvm_context_set_input(context, "y", &y.tensor), TVM_OK);
  for (const DLTensor &input : {sequence, optional}) {
    ASSERT_EQ(tvm_context_set_input(context, "x", &input), TVM_OK);
    ASSERT_EQ(tvm_context_set_output(context, "z", &x.tensor), TVM_OK);
    EXPECT_EQ(runError(TVM_INVALID_ARGUMENT),
              "output 'z' shares memory with input 'x': expected memory of its "
              "own");
    ASSERT_EQ(tvm_context_set_output(context, "z", nullptr), TVM_OK);
    EXPECT_EQ(runError(TVM_RUN_FAILED),
              "the model's code failed with status 7");
  }
}

TEST_F(OutputMemory, OfInputsIsWithinAddresses) {
  int64_t strides[] = {INT64_MAX / 4, 1};
  DLTensor tensor = x.tensor;
  tensor.strides = strides;
  EXPECT_EQ(inputError("x", tensor),
            "input 'x': expected strides within memory, got larger ones");
}
