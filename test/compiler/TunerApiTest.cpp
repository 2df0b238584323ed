// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/include/tvm_tuner.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;

/// y = a * b, at level te.
constexpr const char *kProduct = R"(
module attributes {tvm.level = "te"} {
  module @k {
    func.func @k(%a: tensor<24x32xf32>, %b: tensor<32x48xf32>) -> tensor<24x48xf32> {
      %0 = te.compute [24, 48, 32] spatial 2 reduce sum {
      ^bb0(%i: index, %j: index, %r: index):
        %x = te.read %a[%i, %r] : tensor<24x32xf32>
        %y = te.read %b[%r, %j] : tensor<32x48xf32>
        %p = arith.mulf %x, %y : f32
        te.yield %p : f32
      } : tensor<24x48xf32>
      return %0 : tensor<24x48xf32>
    }
  }
  func.func @main(%a: tensor<24x32xf32> {graph.name = "a"},
                  %b: tensor<32x48xf32> {graph.name = "b"})
      -> (tensor<24x48xf32> {graph.name = "y"}) {
    %0 = tensor.empty() : tensor<24x48xf32>
    %1 = graph.launch @k::@k(%a, %b : tensor<24x32xf32>, tensor<32x48xf32>)
        outs(%0 : tensor<24x48xf32>) -> tensor<24x48xf32>
    return %1 : tensor<24x48xf32>
  }
})";

/// y has the bits of x, whose bytes exceed those that are recorded.
constexpr const char *kLargeBits = R"(
module attributes {tvm.level = "te"} {
  module @k {
    func.func @k(%x: tensor<100000000xf32>) -> tensor<100000000xi32> {
      %0 = te.compute [100000000] spatial 1 {
      ^bb0(%i: index):
        %a = te.read %x[%i] : tensor<100000000xf32>
        %b = arith.bitcast %a : f32 to i32
        te.yield %b : i32
      } : tensor<100000000xi32>
      return %0 : tensor<100000000xi32>
    }
  }
  func.func @main(%x: tensor<100000000xf32> {graph.name = "x"})
      -> (tensor<100000000xi32> {graph.name = "y"}) {
    %0 = tensor.empty() : tensor<100000000xi32>
    %1 = graph.launch @k::@k(%x : tensor<100000000xf32>)
        outs(%0 : tensor<100000000xi32>) -> tensor<100000000xi32>
    return %1 : tensor<100000000xi32>
  }
})";

class TunerApiTest : public testing::Test {
protected:
  TunerApiTest() {
    auto name = testing::UnitTest::GetInstance()->current_test_info()->name();
    folder = testing::TempDir() + "/" + name + std::to_string(getpid());
    fs::create_directories(folder);
    model = write("model.mlir", kProduct);
    database = folder + "/tuning.db";
    options.struct_size = sizeof(options);
    options.database = database.c_str();
    options.search = "random";
    options.machine = "test";
    options.max_trials = 6;
  }
  ~TunerApiTest() override {
    tvm_tuner_close(tuner);
    fs::remove_all(folder);
  }

  std::string write(const std::string &name, const char *text) {
    std::ofstream(folder + "/" + name) << text;
    return folder + "/" + name;
  }

  static std::string read(const std::string &path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }

  tvm_tuner_status open() {
    return tvm_tuner_open(model.c_str(), &options, &tuner);
  }

  std::vector<uint64_t> ask(size_t count) {
    std::vector<uint64_t> ids(count);
    EXPECT_EQ(tvm_tuner_ask(tuner, count, ids.data(), &count), TVM_TUNER_OK);
    ids.resize(count);
    return ids;
  }

  tvm_tuner_status tell(uint64_t id, double share) {
    tvm_tuner_result result{sizeof(result), nullptr, share, share, share, 1,
                            share,          10,      0};
    return tvm_tuner_tell(tuner, id, &result);
  }

  tvm_tuner_state getState() {
    tvm_tuner_state state{};
    state.struct_size = sizeof(state);
    EXPECT_EQ(tvm_tuner_get_state(tuner, &state), TVM_TUNER_OK);
    return state;
  }

  std::string folder, model, database;
  tvm_tuner_options options{};
  tvm_tuner *tuner = nullptr;
};

TEST_F(TunerApiTest, TunesAModel) {
  ASSERT_EQ(open(), TVM_TUNER_OK) << tvm_tuner_last_error();
  ASSERT_EQ(tvm_tuner_num_tasks(tuner), 1u);
  tvm_tuner_task task{};
  task.struct_size = sizeof(task);
  ASSERT_EQ(tvm_tuner_get_task(tuner, 0, &task), TVM_TUNER_OK);
  EXPECT_STREQ(task.name, "k");
  EXPECT_EQ(task.launches, 1u);
  EXPECT_GT(task.points, 1000u);
  EXPECT_TRUE(fs::exists(task.program));

  ASSERT_EQ(ask(2).size(), 1u); // the default
  EXPECT_EQ(tell(1, 1), TVM_TUNER_OK);
  for (uint64_t id : ask(3))
    EXPECT_EQ(tell(id, 1 - 0.1 * id), TVM_TUNER_OK);
  tvm_tuner_best best{};
  best.struct_size = sizeof(best);
  ASSERT_EQ(tvm_tuner_get_best(tuner, 0, &best), TVM_TUNER_OK);
  EXPECT_DOUBLE_EQ(best.share, 0.6);
  EXPECT_EQ(best.results, 1u);
  EXPECT_EQ(best.default_seconds, 1);
  EXPECT_EQ(std::string(best.strategy).substr(0, 16), "#schedule.blocks");

  tvm_tuner_result failure{};
  failure.struct_size = sizeof(failure);
  failure.failure = "run: signal";
  for (;;) {
    std::vector<uint64_t> ids = ask(2);
    if (ids.empty())
      break;
    for (uint64_t id : ids)
      EXPECT_EQ(tvm_tuner_tell(tuner, id, &failure), TVM_TUNER_OK);
  }
  tvm_tuner_state state = getState();
  EXPECT_EQ(state.trials, 6u);
  EXPECT_EQ(state.open, 0u);
  EXPECT_EQ(state.is_done, 1);
  EXPECT_NE(std::string(state.target), "");
}

TEST_F(TunerApiTest, WritesThePrograms) {
  ASSERT_EQ(open(), TVM_TUNER_OK) << tvm_tuner_last_error();
  uint64_t id = ask(1).front();
  tvm_tuner_candidate candidate{};
  candidate.struct_size = sizeof(candidate);
  ASSERT_EQ(tvm_tuner_get_candidate(tuner, id, &candidate), TVM_TUNER_OK);
  EXPECT_EQ(candidate.task, 0u);
  std::string path = folder + "/candidate.mlir";
  ASSERT_EQ(tvm_tuner_write_program(tuner, id, path.c_str()), TVM_TUNER_OK);
  EXPECT_NE(read(path).find("schedule.strategy"), std::string::npos);
  EXPECT_EQ(tvm_tuner_write_program(tuner, id, (folder + "/no/x").c_str()),
            TVM_TUNER_FAILED);
}

TEST_F(TunerApiTest, WritesProgramsForComparisons) {
  ASSERT_EQ(open(), TVM_TUNER_OK) << tvm_tuner_last_error();
  tvm_tuner_task task{};
  task.struct_size = sizeof(task);
  ASSERT_EQ(tvm_tuner_get_task(tuner, 0, &task), TVM_TUNER_OK);
  ASSERT_TRUE(task.exact_program && task.inputs_program);
  EXPECT_NE(read(task.exact_program).find("-> (tensor<24x48xf64>"),
            std::string::npos);
  std::string inputs = read(task.inputs_program);
  for (const char *name : {"graph.name = \"k:x0\"", "graph.name = \"k:x1\""})
    EXPECT_NE(inputs.find(name), std::string::npos) << inputs;
}

TEST_F(TunerApiTest, WarnsOfWeakComparisons) {
  model = write("model.mlir", kLargeBits);
  std::string warnings;
  options.user = &warnings;
  options.handler = [](void *user, int severity, const char *text) {
    if (severity == 1)
      *static_cast<std::string *>(user) += text + std::string("\n");
  };
  ASSERT_EQ(open(), TVM_TUNER_OK) << tvm_tuner_last_error();
  tvm_tuner_task task{};
  task.struct_size = sizeof(task);
  ASSERT_EQ(tvm_tuner_get_task(tuner, 0, &task), TVM_TUNER_OK);
  EXPECT_EQ(task.exact_program, nullptr);
  EXPECT_EQ(task.inputs_program, nullptr);
  for (const char *warning :
       {"kernel 'k' has no exact results: expected an operation that is also "
        "defined for f64",
        "kernel 'k' is compared with random inputs only: "})
    EXPECT_NE(warnings.find(warning), std::string::npos) << warnings;
}

TEST_F(TunerApiTest, ASessionGoesOn) {
  options.max_trials = 3;
  for (uint64_t replayed : {0, 3}) {
    ASSERT_EQ(open(), TVM_TUNER_OK) << tvm_tuner_last_error();
    for (std::vector<uint64_t> ids; !(ids = ask(1)).empty();)
      tell(ids[0], 1);
    EXPECT_EQ(getState().replayed, replayed);
    tvm_tuner_close(std::exchange(tuner, nullptr));
  }
}

TEST_F(TunerApiTest, OtherThreadsAndLevelsHaveOtherRecords) {
  auto countReplayed = [&] {
    EXPECT_EQ(open(), TVM_TUNER_OK) << tvm_tuner_last_error();
    for (std::vector<uint64_t> ids; !(ids = ask(1)).empty();)
      tell(ids[0], 1);
    uint64_t replayed = getState().replayed;
    tvm_tuner_close(std::exchange(tuner, nullptr));
    return replayed;
  };
  options.max_trials = 1;
  EXPECT_EQ(countReplayed(), 0u);
  EXPECT_EQ(countReplayed(), 1u);
  options.threads = 1;
  EXPECT_EQ(countReplayed(), 0u);
  options.compile_options = "-O2";
  EXPECT_EQ(countReplayed(), 0u);
  EXPECT_EQ(countReplayed(), 1u);
}

TEST_F(TunerApiTest, NoiseIsNoFailure) {
  ASSERT_EQ(open(), TVM_TUNER_OK) << tvm_tuner_last_error();
  EXPECT_EQ(tell(ask(1).front(), 1), TVM_TUNER_OK);
  uint64_t id = ask(1).front();
  tvm_tuner_result noise{};
  noise.struct_size = sizeof(noise);
  noise.is_noisy = 1;
  noise.failure = "crash: signal";
  EXPECT_EQ(tvm_tuner_tell(tuner, id, &noise), TVM_TUNER_WRONG_USE);
  EXPECT_STREQ(tvm_tuner_last_error(), "expected a failure or noise, got both");
  noise.failure = nullptr;
  EXPECT_EQ(tvm_tuner_tell(tuner, id, &noise), TVM_TUNER_OK);
  EXPECT_EQ(getState().noisy, 1u);
  EXPECT_EQ(getState().failed, 0u);
  EXPECT_EQ(getState().trials, 1u);
}

TEST_F(TunerApiTest, ResultsOfOlderCallersAreNoNoise) {
  ASSERT_EQ(open(), TVM_TUNER_OK) << tvm_tuner_last_error();
  tvm_tuner_result result{offsetof(tvm_tuner_result, is_noisy),
                          nullptr,
                          /*median=*/1,
                          /*lower=*/1,
                          /*upper=*/1,
                          /*reference=*/1,
                          /*share=*/1,
                          /*runs=*/10,
                          /*is_noisy=*/1};
  EXPECT_EQ(tvm_tuner_tell(tuner, ask(1).front(), &result), TVM_TUNER_OK);
  EXPECT_EQ(getState().noisy, 0u);
}

TEST_F(TunerApiTest, CandidatesAreTakenBack) {
  ASSERT_EQ(open(), TVM_TUNER_OK) << tvm_tuner_last_error();
  EXPECT_EQ(tvm_tuner_release(tuner, ask(1).front()), TVM_TUNER_OK);
  EXPECT_EQ(ask(1).front(), 2u);
  EXPECT_EQ(tvm_tuner_release(tuner, 1), TVM_TUNER_WRONG_USE);
  EXPECT_STREQ(tvm_tuner_last_error(),
               "expected a candidate without a result, got 1");
}

TEST_F(TunerApiTest, StructsOfOtherVersions) {
  // The caller's version has no further fields than the size.
  tvm_tuner_state state{};
  state.struct_size = sizeof(state.struct_size);
  state.trials = 42;
  ASSERT_EQ(open(), TVM_TUNER_OK) << tvm_tuner_last_error();
  EXPECT_EQ(tvm_tuner_get_state(tuner, &state), TVM_TUNER_OK);
  EXPECT_EQ(state.trials, 42u);
  state.struct_size = 0;
  EXPECT_EQ(tvm_tuner_get_state(tuner, &state), TVM_TUNER_WRONG_USE);
}

TEST_F(TunerApiTest, RefusesWrongOptions) {
  auto expectError = [&](const char *text) {
    EXPECT_EQ(open(), TVM_TUNER_WRONG_USE);
    EXPECT_EQ(std::string(tvm_tuner_last_error()).substr(0, strlen(text)),
              text);
  };
  options.search = "luck";
  expectError("expected a method of search: random, grid,");
  options.search = nullptr;
  options.max_seconds = -1;
  expectError("expected 0 seconds or more");
  options.max_seconds = 0;
  options.compile_options = "-O3 --frob";
  expectError("unknown option '--frob'");
  options.compile_options = "--database=x";
  expectError("expected the database as an option of its own");
  options.compile_options = nullptr;
  options.database = nullptr;
  expectError("expected the names of a model and a database");
  options.struct_size = 0;
  expectError("expected options with their size");
}

TEST_F(TunerApiTest, ReportsWrongFiles) {
  model = write("bad.mlir", "module {");
  EXPECT_EQ(open(), TVM_TUNER_FAILED);
  EXPECT_NE(std::string(tvm_tuner_last_error()).find("bad.mlir:1:"),
            std::string::npos);
  write("tuning.db", "something else");
  EXPECT_EQ(open(), TVM_TUNER_FAILED);
  EXPECT_NE(std::string(tvm_tuner_last_error()).find("tuning.db"),
            std::string::npos);
}

TEST_F(TunerApiTest, RefusesWrongResults) {
  ASSERT_EQ(open(), TVM_TUNER_OK) << tvm_tuner_last_error();
  uint64_t id = ask(1).front();
  EXPECT_EQ(tell(id, -1), TVM_TUNER_WRONG_USE);
  EXPECT_EQ(tell(id + 1, 1), TVM_TUNER_WRONG_USE);
  EXPECT_EQ(tvm_tuner_tell(tuner, id, nullptr), TVM_TUNER_WRONG_USE);
  EXPECT_EQ(tell(id, 1), TVM_TUNER_OK);
  EXPECT_EQ(tell(id, 1), TVM_TUNER_WRONG_USE);
}

TEST_F(TunerApiTest, RefusesNull) {
  size_t count;
  tvm_tuner_task task{sizeof(task)};
  EXPECT_EQ(tvm_tuner_num_tasks(nullptr), 0u);
  EXPECT_EQ(tvm_tuner_get_task(nullptr, 0, &task), TVM_TUNER_WRONG_USE);
  EXPECT_EQ(tvm_tuner_ask(nullptr, 0, nullptr, &count), TVM_TUNER_WRONG_USE);
  EXPECT_EQ(tvm_tuner_release(nullptr, 1), TVM_TUNER_WRONG_USE);
  EXPECT_EQ(tvm_tuner_open("m", &options, nullptr), TVM_TUNER_WRONG_USE);
  ASSERT_EQ(open(), TVM_TUNER_OK) << tvm_tuner_last_error();
  EXPECT_EQ(tvm_tuner_get_task(tuner, 1, &task), TVM_TUNER_WRONG_USE);
  EXPECT_STREQ(tvm_tuner_last_error(), "expected a task below 1, got 1");
}

} // namespace
