// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running through the C interface.
#include "test/runtime/ToyContext.h"

#include "runtime/include/tvm_abi.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>

using namespace tvm::test;

TEST_F(Context, Runs) {
  create();
  setBoth();
  ASSERT_EQ(tvm_context_run(context), TVM_OK) << tvm_last_error();
  expectResult(x, y);
  // Inputs are read in each run.
  x.data[5] = 50;
  ASSERT_EQ(tvm_context_run(context), TVM_OK);
  expectResult(x, y);
}

TEST_F(Context, RunsByIndexWithAnyThreads) {
  for (int32_t threads : {0, 1, 2, 5}) {
    tvm_context_options options = {sizeof(options), threads, nullptr};
    create({}, &options);
    if (threads)
      EXPECT_EQ(tvm_context_num_threads(context), threads);
    ASSERT_EQ(tvm_context_set_input_at(context, 0, &x.tensor), TVM_OK);
    ASSERT_EQ(tvm_context_set_input_at(context, 1, &y.tensor), TVM_OK);
    ASSERT_EQ(tvm_context_run(context), TVM_OK) << tvm_last_error();
    expectResult(x, y);
    tvm_context_free(context);
    context = nullptr;
  }
}

TEST_F(Context, RunsOnTheHostsPool) {
  static int calls = 0;
  tvm_parallel pool = {nullptr, 3,
                       [](const tvm_parallel *,
                          void (*body)(void *, int64_t, int64_t), void *closure,
                          int64_t n) {
                         ++calls;
                         for (int64_t i = n - 1; i >= 0; --i)
                           body(closure, i, i + 1);
                       }};
  tvm_context_options options = {sizeof(options), 0, &pool};
  create({}, &options);
  EXPECT_EQ(tvm_context_num_threads(context), 3);
  setBoth();
  ASSERT_EQ(tvm_context_run(context), TVM_OK);
  expectResult(x, y);
  EXPECT_EQ(calls, 1);
}

TEST_F(Context, RejectsWrongOptions) {
  create();
  std::string bytes = ToyArtefact().bytes();
  tvm_module *module;
  const tvm_function *function;
  ASSERT_EQ(tvm_module_load_from_memory(bytes.data(), bytes.size(), &module),
            TVM_OK);
  ASSERT_EQ(tvm_module_get_function(module, "main", &function), TVM_OK);
  auto errorOf = [&](tvm_context_options options) {
    tvm_context *context;
    EXPECT_EQ(tvm_context_create(function, &options, &context),
              TVM_INVALID_ARGUMENT);
    return std::string(tvm_last_error());
  };
  size_t size = sizeof(tvm_context_options);
  EXPECT_EQ(errorOf({size, -1, nullptr}), "expected 0 to 1024 threads, got -1");
  EXPECT_EQ(errorOf({size, 1025, nullptr}),
            "expected 0 to 1024 threads, got 1025");
  EXPECT_EQ(errorOf({0, 1, nullptr}),
            "struct_size of tvm_context_options is not set");
  tvm_parallel empty = {};
  EXPECT_EQ(errorOf({size, 1, &empty}),
            "expected a thread pool of at least one thread");
  tvm_module_release(module);
}

TEST_F(Context, ShapesMayChangeBetweenRuns) {
  create();
  for (int64_t batch : {1, 7, 0, 2, 7}) {
    Floats x({batch, 4}, 0.5), y({batch, 4}, -3);
    ASSERT_EQ(tvm_context_set_input(context, "x", &x.tensor), TVM_OK);
    ASSERT_EQ(tvm_context_set_input(context, "y", &y.tensor), TVM_OK);
    ASSERT_EQ(tvm_context_run(context), TVM_OK) << tvm_last_error();
    expectResult(x, y);
  }
}

TEST_F(Context, NullsAreErrors) {
  DLTensor tensor;
  DLManagedTensorVersioned *managed;
  tvm_kernel_profile kernel = {sizeof(kernel)};
  tvm_context *created;
  EXPECT_EQ(tvm_context_create(nullptr, nullptr, &created),
            TVM_INVALID_ARGUMENT);
  EXPECT_EQ(tvm_context_set_input(nullptr, "x", &x.tensor),
            TVM_INVALID_ARGUMENT);
  EXPECT_EQ(tvm_context_set_output(nullptr, "z", nullptr),
            TVM_INVALID_ARGUMENT);
  EXPECT_EQ(tvm_context_run(nullptr), TVM_INVALID_ARGUMENT);
  EXPECT_EQ(tvm_context_get_output(nullptr, "z", &tensor),
            TVM_INVALID_ARGUMENT);
  EXPECT_EQ(tvm_context_take_output(nullptr, "z", &managed),
            TVM_INVALID_ARGUMENT);
  EXPECT_EQ(tvm_context_set_profiling(nullptr, 1), TVM_INVALID_ARGUMENT);
  EXPECT_EQ(tvm_context_num_kernels(nullptr), 0);
  EXPECT_EQ(tvm_context_num_threads(nullptr), 0);
  EXPECT_EQ(tvm_context_get_kernel_profile(nullptr, 0, &kernel),
            TVM_INVALID_ARGUMENT);
  EXPECT_STREQ(tvm_context_profile_table(nullptr), "");
  EXPECT_EQ(tvm_context_write_trace(nullptr, "x"), TVM_INVALID_ARGUMENT);
  tvm_context_free(nullptr);
  create();
  EXPECT_EQ(tvm_context_set_input(context, "x", nullptr), TVM_INVALID_ARGUMENT);
  EXPECT_EQ(tvm_context_set_input(context, nullptr, &x.tensor),
            TVM_INVALID_ARGUMENT);
}
