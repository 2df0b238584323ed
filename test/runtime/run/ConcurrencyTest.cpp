// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One module, many threads. Also built with ThreadSanitizer, where contexts
// have one thread each because libomp is not instrumented.
#include "runtime/include/tvm_mlir.h"
#include "test/runtime/ToyArtefact.h"

#include <gtest/gtest.h>
#include <thread>

using namespace tvm::test;

static constexpr int64_t batch = 64;

/// The bytes of z after some runs in a context of its own.
static std::vector<float> runOften(const tvm_function *function, float start) {
  tvm_context *context;
  tvm_context_options options = {sizeof(options), 1, nullptr};
  EXPECT_EQ(tvm_context_create(function, &options, &context), TVM_OK);
  std::vector<float> x(batch * 4, start), y(batch * 4), result;
  int64_t shape[] = {batch, 4};
  for (int i = 0; i < 50; ++i) {
    y[i] += float(i);
    DLTensor tensor = {x.data(), {kDLCPU, 0}, 2, {kDLFloat, 32, 1},
                       shape,    nullptr,     0};
    EXPECT_EQ(tvm_context_set_input(context, "x", &tensor), TVM_OK);
    tensor.data = y.data();
    EXPECT_EQ(tvm_context_set_input(context, "y", &tensor), TVM_OK);
    EXPECT_EQ(tvm_context_run(context), TVM_OK) << tvm_last_error();
    DLTensor z;
    EXPECT_EQ(tvm_context_get_output(context, "z", &z), TVM_OK);
    const float *data = static_cast<float *>(z.data);
    result.assign(data, data + batch * 4);
    // Errors are per thread as well.
    EXPECT_EQ(tvm_context_set_input(context, "w", &tensor),
              TVM_INVALID_ARGUMENT);
  }
  tvm_context_free(context);
  return result;
}

static tvm_module *load() {
  std::string bytes = ToyArtefact().bytes();
  tvm_module *module = nullptr;
  EXPECT_EQ(tvm_module_load_from_memory(bytes.data(), bytes.size(), &module),
            TVM_OK)
      << tvm_last_error();
  return module;
}

TEST(Concurrency, SameBytesAsAlone) {
  tvm_module *module = load();
  const tvm_function *function;
  ASSERT_EQ(tvm_module_get_function(module, "main", &function), TVM_OK);
  std::vector<std::vector<float>> alone(4), together(4);
  for (int i = 0; i < 4; ++i)
    alone[i] = runOften(function, float(i));
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i)
    threads.emplace_back(
        [&, i] { together[i] = runOften(function, float(i)); });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(alone, together);
  tvm_module_release(module);
}

TEST(Concurrency, TheLastReferenceMayBeAnywhere) {
  tvm_module *module = load();
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i) {
    tvm_module_retain(module);
    threads.emplace_back([module] {
      const tvm_function *function;
      EXPECT_EQ(tvm_module_get_function(module, "main", &function), TVM_OK);
      runOften(function, 1);
      tvm_module_release(module);
    });
  }
  tvm_module_release(module);
  for (std::thread &thread : threads)
    thread.join();
}

TEST(Concurrency, LoadsInParallel) {
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([] {
      for (int j = 0; j < 10; ++j)
        tvm_module_release(load());
    });
  for (std::thread &thread : threads)
    thread.join();
}
