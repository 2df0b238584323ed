// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A context of the toy artefact, and tensors for it.
#ifndef TEST_RUNTIME_TOYCONTEXT_H
#define TEST_RUNTIME_TOYCONTEXT_H

#include "runtime/include/tvm_mlir.h"
#include "test/runtime/ToyArtefact.h"

#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace tvm::test {

/// A tensor of floats with its shape.
struct Floats {
  Floats(std::vector<int64_t> shape, float first)
      : shape(std::move(shape)),
        data(std::accumulate(this->shape.begin(), this->shape.end(), int64_t(1),
                             std::multiplies<int64_t>())) {
    std::iota(data.begin(), data.end(), first);
    tensor = {data.data(),
              {kDLCPU, 0},
              int32_t(this->shape.size()),
              {kDLFloat, 32, 1},
              this->shape.data(),
              nullptr,
              0};
  }
  Floats(const Floats &) = delete;

  std::vector<int64_t> shape;
  std::vector<float> data;
  DLTensor tensor;
};

class Context : public testing::Test {
protected:
  /// Creates a context of the toy, changed by `change`.
  void create(const std::function<void(ToyArtefact &)> &change = {},
              const tvm_context_options *options = nullptr) {
    ToyArtefact toy;
    if (change)
      change(toy);
    std::string bytes = toy.bytes();
    tvm_module *module;
    ASSERT_EQ(tvm_module_load_from_memory(bytes.data(), bytes.size(), &module),
              TVM_OK)
        << tvm_last_error();
    const tvm_function *function;
    ASSERT_EQ(tvm_module_get_function(module, "main", &function), TVM_OK);
    ASSERT_EQ(tvm_context_create(function, options, &context), TVM_OK)
        << tvm_last_error();
    tvm_module_release(module); // the context holds it
  }
  void createWithEntry(const char *symbol) {
    create([&](ToyArtefact &toy) {
      toy.set("/entries/0/symbol", std::string("\"") + symbol + "\"");
    });
    setBoth();
  }
  void TearDown() override { tvm_context_free(context); }

  void setBoth() {
    ASSERT_EQ(tvm_context_set_input(context, "x", &x.tensor), TVM_OK);
    ASSERT_EQ(tvm_context_set_input(context, "y", &y.tensor), TVM_OK);
  }

  /// Expects z = (x + y) * {1, 2, 3, 4} and s to be its sum.
  void expectResult(const Floats &x, const Floats &y) {
    DLTensor z, s;
    ASSERT_EQ(tvm_context_get_output(context, "z", &z), TVM_OK)
        << tvm_last_error();
    ASSERT_EQ(tvm_context_get_output(context, "s", &s), TVM_OK);
    ASSERT_EQ(z.ndim, 2);
    EXPECT_EQ(z.shape[0], x.shape[0]);
    EXPECT_EQ(z.shape[1], 4);
    EXPECT_EQ(z.strides[0], 4);
    EXPECT_EQ(z.strides[1], 1);
    double sum = 0;
    for (size_t i = 0; i < x.data.size(); ++i) {
      float expected = (x.data[i] + y.data[i]) * float(1 + i % 4);
      EXPECT_EQ(static_cast<float *>(z.data)[i], expected) << i;
      sum += expected;
    }
    EXPECT_EQ(*static_cast<float *>(s.data), float(sum));
  }

  std::string inputError(const char *name, const DLTensor &tensor) {
    EXPECT_EQ(tvm_context_set_input(context, name, &tensor),
              TVM_INVALID_ARGUMENT);
    return tvm_last_error();
  }
  std::string runError(tvm_status expected) {
    EXPECT_EQ(tvm_context_run(context), expected);
    std::string text = tvm_last_error();
    DLTensor tensor;
    EXPECT_EQ(tvm_context_get_output(context, "z", &tensor),
              TVM_INVALID_ARGUMENT)
        << "an output has a value after an error";
    return text;
  }

  tvm_context *context = nullptr;
  Floats x{{3, 4}, 1}, y{{3, 4}, 100};
};

} // namespace tvm::test

#endif // TEST_RUNTIME_TOYCONTEXT_H
