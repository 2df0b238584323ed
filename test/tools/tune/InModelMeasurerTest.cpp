// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/InModelMeasurer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

#include <unistd.h>

#include <fstream>

namespace tvm::tvmc {
namespace {

/// Plays tvmc: a program is a script, "compiling" copies it, and "profiling"
/// runs the last one, as one model or two.
constexpr llvm::StringLiteral kTvmc = R"(#!/bin/sh
echo "$@" >> "${0%/*}/log"
case "$1" in
compile) grep -q refused "$2" && { echo "error: refused" >&2; exit 1; }
         cp "$2" "$4" ;;
profile) count=0
         for file; do
           case "$file" in *.so) last="$file"; count=$((count + 1)) ;; esac
         done
         test $count = 1 && exec sh "$last"
         one=$(sh "$last"); one="${one#[}"; one="${one%]}"
         echo "[$one,$one]" ;;
esac
)";

/// Prints the times of two runs with three kernels.
constexpr llvm::StringLiteral kTimes =
    R"(echo '[{"seconds":[6,7],"kernels":[{"name":"a","seconds":[1,2]},)"
    R"({"name":"b","seconds":[3,3]},{"name":"a_1","seconds":[0.5,0.5]}]}]')";

class FakeTunedModel : public TunedModel {
public:
  llvm::Error write(const tuner::Choice &choice,
                    llvm::StringRef path) override {
    ++numWritten;
    std::ofstream(path.str()) << llvm::join(choice, "\n");
    return llvm::Error::success();
  }
  std::vector<std::vector<std::string>> getKernels() const override {
    return {{"a", "a_1"}};
  }

  unsigned numWritten = 0;
};

class InModelMeasurerTest : public testing::Test {
protected:
  InModelMeasurerTest()
      : folder(makeFolder()), runner(folder + "/tvmc", folder, nullptr),
        alone(runner, folder, {}) {
    options.threads = 2;
    options.milliseconds = 50;
    options.runModel.seconds = 1;
  }

  static std::string makeFolder() {
    std::string test =
        testing::UnitTest::GetInstance()->current_test_info()->name();
    std::string folder =
        testing::TempDir() + "/model" + test + std::to_string(getpid());
    (void)llvm::sys::fs::create_directories(folder);
    std::ofstream(folder + "/tvmc") << kTvmc.str();
    (void)llvm::sys::fs::setPermissions(folder + "/tvmc",
                                        llvm::sys::fs::all_all);
    return folder;
  }

  InModelMeasurer make() { return {runner, alone, folder, options, model}; }

  tuner::ModelOutcome run(InModelMeasurer &measurer,
                          llvm::ArrayRef<tuner::Choice> choices) {
    auto outcome = measurer.run(choices);
    if (!outcome) {
      ADD_FAILURE() << llvm::toString(outcome.takeError());
      return {};
    }
    return *outcome;
  }

  std::string folder;
  ChildRunner runner;
  AloneMeasurer alone;
  MeasureOptions options;
  FakeTunedModel model;
};

TEST_F(InModelMeasurerTest, ReadsTimesOfTasksAndOthers) {
  InModelMeasurer measurer = make();
  tuner::ModelOutcome outcome = run(measurer, tuner::Choice{kTimes.str()});
  ASSERT_EQ(outcome.models.size(), 1u);
  const tuner::ModelTimes &times = outcome.models.front();
  EXPECT_EQ(times.runs, 2);
  ASSERT_EQ(times.tasks.size(), 1u); // all its kernels together
  EXPECT_EQ(times.tasks[0].lower, 1.5);
  EXPECT_EQ(times.tasks[0].upper, 2.5);
  ASSERT_EQ(times.others.size(), 1u);
  EXPECT_EQ(times.others[0].median, 3);
}

TEST_F(InModelMeasurerTest, KeepsTwoArtefacts) {
  options.inputs = "in.npz";
  InModelMeasurer measurer = make();
  tuner::Choice first{kTimes.str()}, second{kTimes.str() + " # 2"},
      third{kTimes.str() + " # 3"};
  run(measurer, first);
  run(measurer, {first, second});
  EXPECT_EQ(model.numWritten, 2u);
  run(measurer, {first, third}); // takes the place of the second
  EXPECT_EQ(model.numWritten, 3u);
  run(measurer, {first, third});
  EXPECT_EQ(model.numWritten, 3u);
  run(measurer, second);
  EXPECT_EQ(model.numWritten, 4u);
  std::ifstream log(folder + "/log");
  std::string text(std::istreambuf_iterator<char>(log), {});
  EXPECT_NE(text.find("profile " + folder + "/model0.so " + folder +
                      "/model1.so --json --pin --threads=2 --time=50 "
                      "--inputs=in.npz\n"),
            std::string::npos)
      << text;
}

TEST_F(InModelMeasurerTest, FailuresHaveCauses) {
  InModelMeasurer measurer = make();
  EXPECT_EQ(run(measurer, tuner::Choice{"# refused"}).failure,
            "compile error: refused");
  EXPECT_GT(measurer.getSteps().other, 0); // the compilation
  EXPECT_EQ(measurer.getSteps().running, 0);
  EXPECT_EQ(
      run(measurer, tuner::Choice{"echo 'error: no' >&2; exit 1"}).failure,
      "run error: no");
  EXPECT_EQ(run(measurer, tuner::Choice{"while true; do :; done"}).failure,
            "hang: time limit of 1 s");
  EXPECT_GE(measurer.getSteps().running, 1);
}

TEST_F(InModelMeasurerTest, OtherOutputIsAnError) {
  for (const char *text : {"{}", "[1]", "[{\"seconds\":[1]}]",
                           "[{\"seconds\":[1],\"kernels\":[{}]}]"})
    EXPECT_EQ(llvm::toString(parseProfiles(text).takeError()),
              "expected the times of models in '" + std::string(text) + "'");
  EXPECT_NE(llvm::toString(parseProfiles("x").takeError()), "");
  InModelMeasurer measurer = make();
  EXPECT_EQ(
      llvm::toString(measurer.run(tuner::Choice{"echo '[]'"}).takeError()),
      "expected the times of 1 models, got 0");
}

} // namespace
} // namespace tvm::tvmc
