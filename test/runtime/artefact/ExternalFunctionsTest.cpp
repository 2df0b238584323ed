// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that the host provides to models, through the C interface.
#include "runtime/include/tvm_abi.h"
#include "runtime/include/tvm_mlir.h"
#include "test/runtime/ToyArtefact.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>
#include <vector>

using namespace tvm::test;

static int32_t sum(const tvm_args *args) {
  // All dims of all buffers: x[batch,4], s[1].
  if (args->dims[2] != 1 || args->workspace)
    return -1;
  const auto *x = static_cast<const float *>(args->buffers[0]);
  auto *s = static_cast<float *>(args->buffers[1]);
  *s = 0;
  for (int64_t i = 0; i < args->dims[0] * args->dims[1]; ++i)
    *s += x[i];
  return 0;
}

static int32_t fail(const tvm_args *) { return 42; }

/// A function of a library: of this program, which exports it.
extern "C" __attribute__((visibility("default"))) int32_t
toyLinked(const tvm_args *args) {
  return sum(args);
}

/// The toy, calling toy_sum; says that it calls `externs` as well.
static ToyArtefact makeToy(const char *externs = "[\"toy_sum\"]") {
  ToyArtefact toy;
  toy.set("/entries/0/symbol", "\"tvm_calls_extern\"");
  toy.set("/externs", externs);
  return toy;
}

static tvm_module *load(const ToyArtefact &toy, tvm_status expected = TVM_OK) {
  std::string bytes = toy.bytes();
  tvm_module *module = nullptr;
  EXPECT_EQ(tvm_module_load_from_memory(bytes.data(), bytes.size(), &module),
            expected)
      << tvm_last_error();
  return module;
}

/// Runs the toy; its output s, the sum of x.
static tvm_status run(tvm_module *module, float &result) {
  const tvm_function *function;
  tvm_context *context;
  EXPECT_EQ(tvm_module_get_function(module, "main", &function), TVM_OK);
  EXPECT_EQ(tvm_context_create(function, nullptr, &context), TVM_OK);
  std::vector<float> x(8, 1.5F);
  int64_t shape[] = {2, 4};
  DLTensor tensor = {x.data(), {kDLCPU, 0}, 2, {kDLFloat, 32, 1},
                     shape,    nullptr,     0};
  EXPECT_EQ(tvm_context_set_input(context, "x", &tensor), TVM_OK);
  EXPECT_EQ(tvm_context_set_input(context, "y", &tensor), TVM_OK);
  tvm_status status = tvm_context_run(context);
  if (status == TVM_OK) {
    DLTensor s;
    EXPECT_EQ(tvm_context_get_output(context, "s", &s), TVM_OK);
    result = *static_cast<float *>(s.data);
  }
  tvm_context_free(context);
  return status;
}

TEST(ExternalFunctions, RegisteredOneIsCalled) {
  ASSERT_EQ(tvm_register_function("toy_sum", sum), TVM_OK);
  tvm_module *module = load(makeToy());
  // A module keeps what it found.
  ASSERT_EQ(tvm_register_function("toy_sum", nullptr), TVM_OK);
  float result = 0;
  EXPECT_EQ(run(module, result), TVM_OK) << tvm_last_error();
  EXPECT_EQ(result, 12);
  tvm_module_release(module);
}

TEST(ExternalFunctions, FailureNamesTheFunction) {
  ASSERT_EQ(tvm_register_function("toy_sum", fail), TVM_OK);
  tvm_module *module = load(makeToy());
  ASSERT_EQ(tvm_register_function("toy_sum", nullptr), TVM_OK);
  float result = 0;
  EXPECT_EQ(run(module, result), TVM_RUN_FAILED);
  EXPECT_STREQ(tvm_last_error(),
               "external function 'toy_sum' failed with status 42");
  tvm_module_release(module);
}

/// A function of the library, and one that replaces it.
TEST(ExternalFunctions, TheFunctionThatRanDecidesWhatItsStatusIs) {
  ToyArtefact toy;
  toy.set("/entries/0/symbol", "\"tvm_calls_library\"");
  toy.set("/externs", "[\"tvm_unique\"]");
  float result = 0;
  tvm_module *own = load(toy);
  ASSERT_EQ(tvm_register_function("tvm_unique", fail), TVM_OK);
  tvm_module *replaced = load(toy);
  ASSERT_EQ(tvm_register_function("tvm_unique", nullptr), TVM_OK);
  EXPECT_EQ(run(own, result), TVM_UNSUPPORTED);
  EXPECT_STREQ(tvm_last_error(), "no order of elements of type 'none'");
  EXPECT_EQ(run(replaced, result), TVM_RUN_FAILED);
  EXPECT_STREQ(tvm_last_error(),
               "external function 'tvm_unique' failed with status 42");
  EXPECT_EQ(run(own, result), TVM_UNSUPPORTED);
  EXPECT_STREQ(tvm_last_error(), "no order of elements of type 'none'");
  tvm_module_release(own);
  tvm_module_release(replaced);
}

static int32_t sumTenfold(const tvm_args *args) {
  int32_t status = sum(args);
  *static_cast<float *>(args->buffers[1]) *= 10;
  return status;
}

static tvm_module *loadWith(tvm_extern_function function,
                            const std::string &path) {
  EXPECT_EQ(tvm_register_function("toy_sum", function), TVM_OK);
  tvm_module *module = nullptr;
  EXPECT_EQ(tvm_module_load(path.c_str(), &module), TVM_OK) << tvm_last_error();
  EXPECT_EQ(tvm_register_function("toy_sum", nullptr), TVM_OK);
  return module;
}

/// Returns the result of the module's function for x, and frees the module.
static float runLast(tvm_module *module) {
  float result = 0;
  EXPECT_EQ(run(module, result), TVM_OK) << tvm_last_error();
  tvm_module_release(module);
  return result;
}

TEST(ExternalFunctions, ModulesOfOneFileHaveTheirOwn) {
  std::string path = makeToy().write(), link = temporaryPath();
  ASSERT_EQ(::link(path.c_str(), link.c_str()), 0);
  for (const std::string &other : {path, link, "/proc/self/root" + path}) {
    tvm_module *first = loadWith(sum, path);
    tvm_module *second = loadWith(sumTenfold, other);
    tvm_module *third = loadWith(sum, path);
    float result = 0;
    EXPECT_EQ(run(first, result), TVM_OK);
    EXPECT_EQ(result, 12);
    EXPECT_EQ(runLast(third), 12);
    EXPECT_EQ(runLast(first), 12);
    tvm_module *fourth = loadWith(sum, path);
    EXPECT_EQ(runLast(second), 120);
    EXPECT_EQ(runLast(fourth), 12);
  }
  unlink(path.c_str());
  unlink(link.c_str());
}

TEST(ExternalFunctions, AllMissingOnesAreNamed) {
  load(makeToy("[\"toy_sum\", \"toy_other\"]"), TVM_UNSUPPORTED);
  EXPECT_STREQ(tvm_last_error(),
               "the model calls external functions that this process does not "
               "have: 'toy_sum', 'toy_other': load a library that defines "
               "them, or register them with tvm_register_function");
}

TEST(ExternalFunctions, LibrariesProvideThem) {
  // Found, so the artefact is the next to blame: it has no such slot.
  load(makeToy("[\"toyLinked\"]"), TVM_BAD_ARTEFACT);
  EXPECT_STREQ(tvm_last_error(),
               "damaged: the code has no symbol 'tvm_extern_toyLinked'");
}

TEST(ExternalFunctions, WrongOnesAreErrors) {
  EXPECT_EQ(tvm_register_function(nullptr, sum), TVM_INVALID_ARGUMENT);
  load(makeToy("[1]"), TVM_BAD_ARTEFACT);
  EXPECT_STREQ(tvm_last_error(),
               "damaged manifest: externs[0]: expected a string, got 1");
  load(makeToy("[\"\"]"), TVM_BAD_ARTEFACT);
  EXPECT_STREQ(tvm_last_error(),
               "damaged manifest: externs[0]: expected a name, got \"\"");
}
