// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C interface of the tuner with a method of search of a plug-in, in a
// program that exports the compiler's symbols.
#include "tuner/include/tvm_tuner.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace {

namespace fs = std::filesystem;

/// y = x + x, at level te.
constexpr const char *kSum = R"(
module attributes {tvm.level = "te"} {
  module @k {
    func.func @k(%x: tensor<480x640xf32>) -> tensor<480x640xf32> {
      %0 = te.compute [480, 640] spatial 2 {
      ^bb0(%i: index, %j: index):
        %a = te.read %x[%i, %j] : tensor<480x640xf32>
        %b = arith.addf %a, %a : f32
        te.yield %b : f32
      } : tensor<480x640xf32>
      return %0 : tensor<480x640xf32>
    }
  }
  func.func @main(%x: tensor<480x640xf32> {graph.name = "x"})
      -> (tensor<480x640xf32> {graph.name = "y"}) {
    %0 = tensor.empty() : tensor<480x640xf32>
    %1 = graph.launch @k::@k(%x : tensor<480x640xf32>)
        outs(%0 : tensor<480x640xf32>) -> tensor<480x640xf32>
    return %1 : tensor<480x640xf32>
  }
})";

class SearchPluginTest : public testing::Test {
protected:
  SearchPluginTest() {
    folder = testing::TempDir() + "/search" + std::to_string(getpid());
    fs::create_directories(folder);
    model = folder + "/model.mlir";
    std::ofstream(model) << kSum;
    database = folder + "/tuning.db";
    log = folder + "/log";
    setenv("TEST_SEARCH_LOG", log.c_str(), /*overwrite=*/1);
    options.struct_size = sizeof(options);
    options.database = database.c_str();
    options.machine = "test";
    options.max_trials = 3;
  }
  ~SearchPluginTest() override {
    tvm_tuner_close(tuner);
    fs::remove_all(folder);
  }

  tvm_tuner_status open(const char *search, const std::string &plugin) {
    std::string given = "--load-plugin=" + plugin;
    options.search = search;
    options.compile_options = given.c_str();
    return tvm_tuner_open(model.c_str(), &options, &tuner);
  }

  std::string folder, model, database, log;
  tvm_tuner_options options{};
  tvm_tuner *tuner = nullptr;
};

TEST_F(SearchPluginTest, AMethodOfAPluginProposes) {
  ASSERT_EQ(open("logged", std::getenv("TEST_PLUGIN")), TVM_TUNER_OK)
      << tvm_tuner_last_error();
  uint64_t id = 0;
  size_t count = 0;
  while (tvm_tuner_ask(tuner, 1, &id, &count) == TVM_TUNER_OK && count == 1) {
    tvm_tuner_result result{sizeof(result), nullptr, 1, 1, 1, 1, 1, 10, 0};
    ASSERT_EQ(tvm_tuner_tell(tuner, id, &result), TVM_TUNER_OK);
  }
  tvm_tuner_state state{};
  state.struct_size = sizeof(state);
  ASSERT_EQ(tvm_tuner_get_state(tuner, &state), TVM_TUNER_OK);
  EXPECT_EQ(state.trials, 3u);
  std::stringstream lines;
  lines << std::ifstream(log).rdbuf();
  EXPECT_EQ(lines.str().substr(0, 9), "proposed ");
}

TEST_F(SearchPluginTest, NamesTheMethodsOfPlugins) {
  EXPECT_EQ(open("luck", std::getenv("TEST_PLUGIN")), TVM_TUNER_WRONG_USE);
  EXPECT_STREQ(tvm_tuner_last_error(),
               "expected a method of search: random, grid, genetic, annealing, "
               "evolutionary, logged, got 'luck'");
}

TEST_F(SearchPluginTest, RefusesAPluginThatIsNotThere) {
  EXPECT_EQ(open("random", folder + "/none.so"), TVM_TUNER_WRONG_USE);
  EXPECT_NE(std::string(tvm_tuner_last_error()).find("cannot load plug-in"),
            std::string::npos);
}

} // namespace
