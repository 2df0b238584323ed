// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every call of the C interface, with each of its allocations failing, once or
// from then on: it succeeds or says so, and what it worked on is usable.
#include "runtime/include/tvm_abi.h"
#include "runtime/include/tvm_device.h"
#include "test/runtime/Allocations.h"
#include "test/runtime/ToyContext.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <unistd.h>

using namespace tvm::test;

namespace {

/// The outcome of a call without memory.
struct Outcome {
  tvm_status status;
  int numLeft; // blocks that it allocated and did not free
};

/// Calls `prepare`, `call` and `check` for every allocation of `call`. The call
/// gives `expected` or TVM_OUT_OF_MEMORY.
template <typename Prepare, typename Call, typename Check>
void failEach(tvm_status expected, Prepare prepare, Call call, Check check) {
  for (bool isPersistent : {false, true}) {
    bool hasFailed = true;
    for (int first = 0; hasFailed; ++first) {
      SCOPED_TRACE((isPersistent ? "from allocation " : "allocation ") +
                   std::to_string(first));
      prepare();
      Outcome outcome;
      {
        AllocationFailure failure(first, isPersistent);
        outcome.status = call();
        hasFailed = failure.hasFailed();
        outcome.numLeft = failure.getNumLeft();
      }
      if (!hasFailed || outcome.status != TVM_OUT_OF_MEMORY)
        EXPECT_EQ(outcome.status, expected) << tvm_last_error();
      if (outcome.status != TVM_OK)
        EXPECT_STRNE(tvm_last_error(), "");
      check(outcome);
      ASSERT_LT(first, 10000);
      if (testing::Test::HasFailure())
        return;
    }
  }
}

void nothing() {}
void ignore(Outcome) {}

/// A call that has no effect.
template <typename Call> void failEach(tvm_status expected, Call call) {
  failEach(expected, nothing, call, ignore);
}

class AllocationFailures : public Context {
protected:
  void SetUp() override {
    path = toy.write();
    bytes = toy.bytes();
  }
  void TearDown() override {
    unlink(path.c_str());
    Context::TearDown();
  }

  void recreate(const std::function<void(ToyArtefact &)> &change = {}) {
    tvm_context_free(context);
    context = nullptr;
    tvm_context_options options = {sizeof(options), 1, nullptr};
    create(change, &options);
    setBoth();
  }

  /// Runs of a new context with the function `symbol`, prepared by `prepare`;
  /// afterwards it runs, where there is memory.
  void failRuns(
      tvm_status expected, const char *symbol,
      const std::function<void(ToyArtefact &)> &change = {},
      const std::function<void()> &prepare = [] {}) {
    auto create = [&] {
      recreate([&](ToyArtefact &toy) {
        toy.set("/entries/0/symbol", std::string("\"") + symbol + "\"");
        if (change)
          change(toy);
      });
      prepare();
    };
    failEach(
        expected, create, [&] { return tvm_context_run(context); },
        [&](Outcome outcome) {
          DLTensor tensor;
          EXPECT_EQ(tvm_context_get_output_at(context, 0, &tensor),
                    outcome.status == TVM_OK ? TVM_OK : TVM_INVALID_ARGUMENT);
          EXPECT_EQ(tvm_context_run(context), expected) << tvm_last_error();
        });
  }

  ToyArtefact toy;
  std::string path, bytes;
};

int32_t sum(const tvm_args *args) {
  *static_cast<float *>(args->buffers[1]) = 0;
  return 0;
}

/// Writes strings to the first output.
void writeStrings(ToyArtefact &toy) {
  toy.set("/externs", R"(["tvm_strings"])");
  toy.set("/outputs/0", R"({"name": "z", "dtype": "string", "shape": [2]})");
}

} // namespace

TEST_F(AllocationFailures, RegisteringFunctions) {
  const char *name = "a_function_whose_name_is_rather_long";
  failEach(
      TVM_OK, [&] { (void)tvm_register_function(name, nullptr); },
      [&] { return tvm_register_function(name, sum); }, ignore);
  ASSERT_EQ(tvm_register_function(name, nullptr), TVM_OK);
}

TEST_F(AllocationFailures, LoadingModules) {
  // The linker keeps the text of a thread's last error.
  EXPECT_EQ(dlopen("/no/such/library.so", RTLD_NOW), nullptr);
  EXPECT_NE(dlerror(), nullptr);
  tvm_module *module = nullptr, *other = nullptr;
  auto release = [&](Outcome outcome) {
    if (outcome.status != TVM_OK) {
      EXPECT_EQ(module, nullptr);
      // The linker does not give back all of what it failed with. It may give
      // back the text of its last error, and keeps all names of an object.
      if (!std::strstr(tvm_last_error(), "cannot load the code"))
        EXPECT_LE(outcome.numLeft, other ? 1 : 0) << tvm_last_error();
    }
    tvm_module_release(module);
    module = nullptr;
  };
  auto loadFile = [&] { return tvm_module_load(path.c_str(), &module); };
  failEach(TVM_OK, nothing, loadFile, release);
  // The code of a file that is loaded already is copied.
  ASSERT_EQ(tvm_module_load(path.c_str(), &other), TVM_OK);
  failEach(TVM_OK, nothing, loadFile, release);
  tvm_module_release(other);
  other = nullptr;
  failEach(
      TVM_OK, nothing,
      [&] {
        return tvm_module_load_from_memory(bytes.data(), bytes.size(), &module);
      },
      release);
}

TEST_F(AllocationFailures, LoadingWhatIsNoModule) {
  tvm_module *module = nullptr;
  auto load = [&] {
    return tvm_module_load_from_memory(bytes.data(), bytes.size(), &module);
  };
  for (auto [pointer, value] :
       {std::pair("/inputs/0/dtype", R"("float31")"),
        std::pair("/kernels", R"([[[[]]], {"nested": [1, {"a": []}]}])"),
        std::pair("/externs", R"(["toy_missing", "another_missing_one"])"),
        std::pair("/entries/0/features", R"(["avx4096"])"),
        std::pair("/entries/0/symbol", R"("no_symbol_of_this_name_exists")")}) {
    ToyArtefact wrong;
    wrong.set(pointer, value);
    bytes = wrong.bytes();
    tvm_status status = load();
    EXPECT_NE(status, TVM_OK);
    failEach(status, load);
  }
  failEach(TVM_IO_ERROR,
           [&] { return tvm_module_load("/no/such/file.so", &module); });
}

TEST_F(AllocationFailures, ModulesAndFunctions) {
  tvm_module *module;
  const tvm_function *function;
  tvm_tensor_info info = {sizeof(info)};
  ASSERT_EQ(tvm_module_load(path.c_str(), &module), TVM_OK);
  failEach(TVM_OK,
           [&] { return tvm_module_get_function(module, "main", &function); });
  failEach(TVM_INVALID_ARGUMENT,
           [&] { return tvm_module_get_function(module, "other", &function); });
  ASSERT_EQ(tvm_module_get_function(module, "main", &function), TVM_OK);
  failEach(TVM_INVALID_ARGUMENT,
           [&] { return tvm_function_get_input_info(function, 7, &info); });
  std::string copy = temporaryPath();
  failEach(TVM_OK, [&] { return tvm_module_save(module, copy.c_str()); });
  EXPECT_EQ(readFile(copy), bytes);
  unlink(copy.c_str());
  failEach(TVM_IO_ERROR,
           [&] { return tvm_module_save(module, "/no/such/folder/model.so"); });
  tvm_module_release(module);
}

TEST_F(AllocationFailures, CreatingContexts) {
  tvm_module *module;
  const tvm_function *function;
  tvm_context_options options = {sizeof(options), 1, nullptr};
  ASSERT_EQ(tvm_module_load(path.c_str(), &module), TVM_OK);
  ASSERT_EQ(tvm_module_get_function(module, "main", &function), TVM_OK);
  for (int32_t threads : {1, 0}) {
    options.num_threads = threads;
    failEach(
        TVM_OK, [&] { context = nullptr; },
        [&] { return tvm_context_create(function, &options, &context); },
        [&](Outcome outcome) {
          if (outcome.status != TVM_OK)
            EXPECT_EQ(outcome.numLeft, 0);
          tvm_context_free(context);
          context = nullptr;
        });
  }
  options.num_threads = -1;
  failEach(TVM_INVALID_ARGUMENT,
           [&] { return tvm_context_create(function, &options, &context); });
  tvm_module_release(module);
}

TEST_F(AllocationFailures, BindingTensors) {
  recreate();
  Floats z({3, 4}, 0), wide({3, 5}, 0);
  failEach(TVM_OK,
           [&] { return tvm_context_set_input(context, "x", &x.tensor); });
  failEach(TVM_OK,
           [&] { return tvm_context_set_output(context, "z", &z.tensor); });
  failEach(TVM_OK,
           [&] { return tvm_context_set_output_at(context, 0, nullptr); });
  failEach(TVM_INVALID_ARGUMENT,
           [&] { return tvm_context_set_input(context, "w", &x.tensor); });
  failEach(TVM_INVALID_ARGUMENT,
           [&] { return tvm_context_set_input_at(context, 0, &wide.tensor); });
  failEach(TVM_INVALID_ARGUMENT,
           [&] { return tvm_context_set_output(context, "w", &z.tensor); });
  failEach(TVM_INVALID_ARGUMENT,
           [&] { return tvm_context_set_output_at(context, 0, &wide.tensor); });
  ASSERT_EQ(tvm_context_run(context), TVM_OK);
  expectResult(x, y);
}

TEST_F(AllocationFailures, Runs) {
  failRuns(TVM_OK, "tvm_main");
  expectResult(x, y);
  // Inputs with gaps are packed.
  int64_t strides[] = {1, 3};
  failRuns(TVM_OK, "tvm_main", {}, [&] {
    DLTensor strided = x.tensor;
    strided.strides = strides;
    ASSERT_EQ(tvm_context_set_input(context, "x", &strided), TVM_OK);
  });
  failRuns(TVM_OK, "tvm_main", {},
           [&] { ASSERT_EQ(tvm_context_set_profiling(context, 1), TVM_OK); });
  expectResult(x, y);
}

TEST_F(AllocationFailures, RunsThatFail) {
  failRuns(TVM_INVALID_ARGUMENT, "tvm_main", {}, [&] {
    ASSERT_EQ(tvm_context_set_output(context, "z", &x.tensor), TVM_OK);
  });
  failRuns(TVM_RUN_FAILED, "tvm_grows_slots");
  failRuns(TVM_RUN_FAILED, "tvm_writes_nothing");
  failRuns(TVM_RUN_FAILED, "tvm_has_wrong_output");
  failRuns(TVM_RUN_FAILED, "tvm_has_unknown_output");
  failRuns(TVM_RUN_FAILED, "tvm_fails_unknown_check");
  failRuns(TVM_OUT_OF_MEMORY, "tvm_wants_huge_slot");
  failRuns(TVM_OUT_OF_MEMORY, "tvm_wants_slots_without_end");
  x.data[3] = NAN;
  failRuns(TVM_RUN_FAILED, "tvm_main");
}

TEST_F(AllocationFailures, RunsThatCallFunctions) {
  failRuns(TVM_OK, "tvm_writes_strings", writeStrings);
  failRuns(TVM_UNSUPPORTED, "tvm_calls_library",
           [](ToyArtefact &toy) { toy.set("/externs", R"(["tvm_unique"])"); });
}

TEST_F(AllocationFailures, TakingOutputs) {
  DLManagedTensorVersioned *taken;
  auto run = [&] {
    taken = nullptr;
    ASSERT_EQ(tvm_context_run(context), TVM_OK);
  };
  auto take = [&] { return tvm_context_take_output(context, "z", &taken); };
  auto check = [&](Outcome outcome) {
    DLTensor tensor;
    if (outcome.status == TVM_OK)
      return taken->deleter(taken);
    EXPECT_EQ(outcome.numLeft, 0);
    // It is still there.
    EXPECT_EQ(tvm_context_get_output(context, "z", &tensor), TVM_OK);
    expectResult(x, y);
  };
  recreate();
  failEach(TVM_OK, run, take, check);
  Floats z({3, 4}, 0);
  ASSERT_EQ(tvm_context_set_output(context, "z", &z.tensor), TVM_OK);
  failEach(TVM_OK, run, take, check);
  ASSERT_EQ(tvm_context_run(context), TVM_OK);
  failEach(TVM_INVALID_ARGUMENT,
           [&] { return tvm_context_take_output(context, "w", &taken); });
}

TEST_F(AllocationFailures, Profiles) {
  failEach(
      TVM_OK, [&] { recreate(); },
      [&] { return tvm_context_set_profiling(context, 1); },
      [&](Outcome) {
        ASSERT_EQ(tvm_context_run(context), TVM_OK);
        expectResult(x, y);
      });
  tvm_kernel_profile profile = {sizeof(profile)};
  failEach(TVM_INVALID_ARGUMENT, [&] {
    return tvm_context_get_kernel_profile(context, 9, &profile);
  });
  std::string trace = temporaryPath();
  failEach(TVM_OK,
           [&] { return tvm_context_write_trace(context, trace.c_str()); });
  unlink(trace.c_str());
  const char *text;
  failEach(
      TVM_OK, nothing,
      [&] {
        text = tvm_context_profile_table(context);
        return *text ? TVM_OK : TVM_OUT_OF_MEMORY;
      },
      [&](Outcome outcome) {
        if (outcome.status == TVM_OK)
          EXPECT_NE(std::strstr(text, "fused_add_mul"), nullptr);
      });
}

TEST_F(AllocationFailures, Devices) {
  ASSERT_EQ(setenv("TVM_MLIR_LIBCUDA", "/no/such/libcuda.so.1", 1), 0);
  tvm_device *device;
  failEach(TVM_UNSUPPORTED,
           [&] { return tvm_device_get({kDLCUDA, 0}, &device); });
  failEach(TVM_INVALID_ARGUMENT,
           [&] { return tvm_device_get({kDLCPU, 0}, &device); });
}

/// On a thread that had no error before, and for texts that are long.
TEST_F(AllocationFailures, TextsOfErrors) {
  recreate();
  std::string name(10000, 'n');
  auto setInput = [&](const char *name) {
    return tvm_context_set_input(context, name, &x.tensor);
  };
  std::thread([&] {
    AllocationFailure failure(0, true);
    EXPECT_EQ(tvm_context_set_input(nullptr, "x", &x.tensor),
              TVM_INVALID_ARGUMENT);
    EXPECT_STREQ(tvm_last_error(), "an argument is null");
    EXPECT_EQ(setInput("w"), TVM_INVALID_ARGUMENT);
    EXPECT_STREQ(tvm_last_error(), "no input is called 'w': the model has 'x', "
                                   "'y'");
    EXPECT_EQ(setInput(name.c_str()), TVM_INVALID_ARGUMENT);
  }).join();
  std::string whole =
      "no input is called '" + name + "': the model has 'x', 'y'";
  std::string cut = whole.substr(0, 508) + "...";
  failEach(
      TVM_INVALID_ARGUMENT, nothing, [&] { return setInput(name.c_str()); },
      [&](Outcome) {
        std::string text = tvm_last_error();
        EXPECT_TRUE(text == whole || text == cut) << text;
        EXPECT_EQ(setInput(name.c_str()), TVM_INVALID_ARGUMENT);
        EXPECT_EQ(tvm_last_error(), whole);
      });
}
