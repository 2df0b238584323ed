// Running through the C interface.
#include "runtime/include/tvm_abi.h"
#include "runtime/include/tvm_runtime.h"
#include "test/runtime/ToyArtefact.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <numeric>
#include <thread>
#include <unistd.h>

using namespace tvm::test;

namespace {

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

} // namespace

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

TEST_F(Context, ChecksOfTheModel) {
  create();
  setBoth();
  x.data[6] = NAN;
  EXPECT_EQ(runError(TVM_RUN_FAILED),
            "node 'add1': row 1, column 2 of 'x' is not a number");
  x.data[6] = 1;
  ASSERT_EQ(tvm_context_run(context), TVM_OK);
  expectResult(x, y);
}

TEST_F(Context, CodeThatFailsSilently) {
  createWithEntry("tvm_fails_silently");
  EXPECT_EQ(runError(TVM_RUN_FAILED), "the model's code failed with status 7");
}
TEST_F(Context, CodeThatFailsAnUnknownCheck) {
  createWithEntry("tvm_fails_unknown_check");
  EXPECT_EQ(runError(TVM_RUN_FAILED), "run-time check 99 failed");
}
TEST_F(Context, CodeThatWritesNothing) {
  createWithEntry("tvm_writes_nothing");
  EXPECT_EQ(runError(TVM_RUN_FAILED),
            "output 'z': the model's code wrote no value");
}
TEST_F(Context, NoMemoryForTheArena) {
  createWithEntry("tvm_wants_huge_arena");
  EXPECT_EQ(runError(TVM_OUT_OF_MEMORY),
            "no memory for an arena of 4611686018427387903 bytes");
}
TEST_F(Context, NoMemoryForATemporary) {
  createWithEntry("tvm_wants_huge_pool");
  EXPECT_EQ(runError(TVM_OUT_OF_MEMORY),
            "no memory for a temporary of 4611686018427387903 bytes");
}
TEST_F(Context, NegativeTemporary) {
  createWithEntry("tvm_wants_negative_pool");
  EXPECT_EQ(runError(TVM_OUT_OF_MEMORY),
            "no memory for a temporary of -1 bytes");
}
TEST_F(Context, NoMemoryForAnOutput) {
  createWithEntry("tvm_wants_huge_output");
  EXPECT_EQ(runError(TVM_OUT_OF_MEMORY),
            "output 'z': no memory for 2305843009213693936 bytes");
}
TEST_F(Context, OutputOfAnotherShape) {
  createWithEntry("tvm_has_wrong_output");
  EXPECT_EQ(runError(TVM_RUN_FAILED),
            "output 'z': expected float32[batch,4], the result is "
            "float32[1,5]");
}
TEST_F(Context, UnknownOutput) {
  createWithEntry("tvm_has_unknown_output");
  EXPECT_EQ(runError(TVM_RUN_FAILED),
            "no output has index 2: the model has 2 outputs");
}

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

TEST_F(Context, ProfilesKernels) {
  create();
  setBoth();
  ASSERT_EQ(tvm_context_run(context), TVM_OK);
  ASSERT_EQ(tvm_context_num_kernels(context), 2);
  tvm_kernel_profile kernel;
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
}

TEST_F(Context, NullsAreErrors) {
  DLTensor tensor;
  DLManagedTensorVersioned *managed;
  tvm_kernel_profile kernel;
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
