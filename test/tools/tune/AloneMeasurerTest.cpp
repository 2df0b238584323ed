// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/AloneMeasurer.h"
#include "tools/npz/Npz.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <unistd.h>

#include <fstream>

namespace tvm::tvmc {
namespace {

/// Plays tvmc: a program is a script, "compiling" copies it, and "comparing"
/// runs the second one.
constexpr llvm::StringLiteral kTvmc = R"(#!/bin/sh
case "$1" in
compile) grep -q refused "$2" && { echo "error: refused" >&2; exit 1; }
         grep -q endless "$2" && while true; do :; done
         grep -q large "$2" && { echo "error: out of memory" >&2; exit 1; }
         grep -q code "$2" && exec cp /proc/self/exe "$4"
         echo '{"scheduled":0.25,"pack":0.5}' > "${6#--times=}"
         echo "$@" >> "${4%/*}/log"; cp "$2" "$4" ;;
compare) echo "$@" >> "${3%/*}/log"; exec sh "$3" "$@" ;;
run) test "${2##*/}" = inputs.so && exec cp "$2" "${4#--outputs=}"
     grep -q unbounded "$2" && { echo "error: no end" >&2; exit 1; }
     echo "$@" >> "${2%/*}/log" ;;
esac
)";

constexpr llvm::StringLiteral kTimes =
    R"(echo '{"first":{"median":2,"lower":1,"upper":3},"second":{"median":1.5,)"
    R"("lower":1.25,"upper":1.75},"share":0.75,"rounds":7}')";

/// A strategy whose results differ from the default's.
constexpr llvm::StringLiteral kWrong =
    R"(echo '{"cause":"wrong result","fault":"y differs"}'; exit 1)";

class AloneMeasurerTest : public testing::Test {
protected:
  AloneMeasurerTest() {
    std::string test =
        testing::UnitTest::GetInstance()->current_test_info()->name();
    folder = testing::TempDir() + "/" + test + std::to_string(getpid());
    (void)llvm::sys::fs::create_directories(folder);
    write(folder + "/tvmc", kTvmc);
    (void)llvm::sys::fs::setPermissions(folder + "/tvmc",
                                        llvm::sys::fs::all_all);
    write(folder + "/default", kTimes);
    options.run.seconds = 1;
    options.compile.kilobytes = 0; // artefacts are scripts
    options.threads = 2;
    options.milliseconds = 50;
    options.maxSpread = 0.5;
    options.compileOptions = {"--load-plugin=x.so"};
  }

  static void write(const std::string &path, llvm::StringRef text) {
    std::ofstream(path) << text.str();
  }

  static std::string read(const std::string &path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  /// What `call` returns of a measurer with two tasks.
  template <typename T, typename F> T call(F call) {
    ChildRunner runner(folder + "/tvmc", folder, nullptr);
    AloneMeasurer measurer(runner, folder, options);
    measurer.record(model);
    measurer.onWarning([&](llvm::StringRef text) { warning = text.str(); });
    auto writeProgram = [](llvm::StringRef strategy, llvm::StringRef path) {
      write(path.str(), strategy);
      return llvm::Error::success();
    };
    std::vector<tuner::Task> tasks(2);
    tasks[0].name = "kernel";
    tasks[1].name = "other";
    for (const tuner::Task &task : tasks)
      measurer.add(task.name, folder + "/default", writeProgram, exact);
    llvm::Expected<T> result = call(measurer, tasks);
    steps = measurer.getSteps();
    if (!result) {
      ADD_FAILURE() << llvm::toString(result.takeError());
      return {};
    }
    return *result;
  }

  /// Measures a strategy whose program is the script `strategy`.
  tuner::Outcome measure(llvm::StringRef strategy) {
    return call<tuner::Outcome>([&](auto &measurer, const auto &tasks) {
      return measurer.measure(tasks.front(), strategy);
    });
  }

  /// Checks strategies of the first tasks.
  std::vector<std::string> check(llvm::ArrayRef<llvm::StringRef> strategies) {
    return call<std::vector<std::string>>(
        [&](auto &measurer, const auto &tasks) {
          std::vector<tuner::Candidate> candidates;
          for (auto [task, strategy] : llvm::zip(tasks, strategies))
            candidates.push_back({&task, strategy});
          return measurer.check(candidates);
        });
  }

  std::string folder, exact, model, warning;
  MeasureOptions options;
  tuner::StepSeconds steps; // of the last call
};

TEST_F(AloneMeasurerTest, ReadsTimes) {
  tuner::Outcome outcome = measure(kTimes);
  ASSERT_TRUE(outcome.times);
  EXPECT_EQ(outcome.times->median, 1.5);
  EXPECT_EQ(outcome.times->lower, 1.25);
  EXPECT_EQ(outcome.times->upper, 1.75);
  EXPECT_EQ(outcome.times->reference, 2);
  EXPECT_EQ(outcome.times->share, 0.75);
  EXPECT_EQ(outcome.times->runs, 7);
  auto compile = [&](const std::string &program, const std::string &artefact) {
    return "compile " + folder + program + " -o " + folder + artefact +
           " -q --times=" + folder + artefact +
           ".json --load-plugin=x.so --threads=1\n";
  };
  std::string compare = "compare " + folder + "/kernel.so " + folder +
                        "/candidate0.so --json --threads=2 ";
  EXPECT_EQ(read(folder + "/log"),
            compile("/default", "/kernel.so") +
                compile("/candidate0.mlir", "/candidate0.so") + compare +
                "--guard --only-results\n" + compare +
                "--time=50 --max-spread=0.5\n");
  EXPECT_EQ(steps.applying, 2 * 0.25);
  EXPECT_EQ(steps.packing, 2 * 0.5);
}

TEST_F(AloneMeasurerTest, EmptiesCaches) {
  options.coldCaches = true;
  EXPECT_TRUE(measure(kTimes).times);
  EXPECT_NE(read(folder + "/log").find(" --cold-caches\n"), std::string::npos);
}

TEST_F(AloneMeasurerTest, NoiseIsNoResult) {
  std::string noisy = llvm::StringRef(kTimes).str();
  noisy.replace(noisy.find(R"("rounds")"), 0, R"("is_noisy":true,)");
  tuner::Outcome outcome = measure(noisy);
  EXPECT_TRUE(outcome.isNoisy);
  EXPECT_FALSE(outcome.times);
  EXPECT_EQ(outcome.failure, "");
}

TEST_F(AloneMeasurerTest, LimitsHaveTimeForRepetitions) {
  options.milliseconds = 500; // three measurements take up to 3.5 s
  std::string timed = R"(case "$*" in *--time=*) sleep 2 ;; esac; )";
  EXPECT_TRUE(measure(timed + kTimes.str()).times);
}

TEST_F(AloneMeasurerTest, ChecksResults) {
  using Failures = std::vector<std::string>;
  EXPECT_EQ(check({"exit 0"}), Failures{""});
  EXPECT_GT(steps.checking, 0);
  std::string log = read(folder + "/log");
  EXPECT_NE(log.find(" --json --threads=2 --guard --only-results\n"),
            std::string::npos);
  EXPECT_EQ(check({"# refused"}), Failures{"compile error: refused"});
  EXPECT_EQ(check({"echo 'error: output y differs' >&2; exit 1", "exit 0"}),
            Failures({"run error: output y differs", ""}));
}

/// A strategy whose results are right if they are compared with exact ones.
std::string makeNearExact() {
  return "case \"$*\" in *--exact=*) exit 0 ;; esac; " + kWrong.str();
}

TEST_F(AloneMeasurerTest, ComparesWithExactResultsIfOthersDiffer) {
  exact = folder + "/f64.mlir";
  write(exact, "");
  EXPECT_EQ(check({"exit 0"}), std::vector<std::string>{""});
  std::string log = read(folder + "/log");
  EXPECT_EQ(log.find("f64.mlir"), std::string::npos) << log;
  EXPECT_EQ(check({makeNearExact()}), std::vector<std::string>{""});
  log = read(folder + "/log");
  std::string results = folder + "/kernel.exact0.npz";
  EXPECT_NE(
      log.find(" --load-plugin=x.so --threads=1 --level=loops\nrun " + folder +
               "/kernel.exact.so --fill=random --outputs=" + results + "\n"),
      std::string::npos)
      << log;
  EXPECT_NE(log.find("--only-results --exact=" + results + "\n"),
            std::string::npos)
      << log;
  EXPECT_EQ(warning, "");
  EXPECT_EQ(check({kWrong}),
            std::vector<std::string>{"wrong result: y differs"});
}

TEST_F(AloneMeasurerTest, WarnsThatExactResultsAreMissing) {
  exact = folder + "/f64.mlir";
  write(exact, "# unbounded");
  std::vector<std::string> failures{"wrong result: y differs"};
  EXPECT_EQ(check({makeNearExact()}), failures);
  EXPECT_EQ(warning, "kernel 'kernel' has no exact results: no end");
  EXPECT_EQ(read(folder + "/log").find("--exact"), std::string::npos);
  write(exact, "# refused");
  EXPECT_EQ(check({makeNearExact()}), failures);
  EXPECT_EQ(warning,
            "kernel 'kernel' has no exact results: compile error: refused");
}

TEST_F(AloneMeasurerTest, ComparesWithRecordedInputs) {
  model = folder + "/model.npz";
  exact = folder + "/exact.mlir";
  write(exact, "");
  std::vector<Array> recorded;
  for (const char *name : {"kernel:x0", "kernel:x1", "skipped:x0"}) {
    Array array;
    array.name = name;
    array.dtype = "float32";
    array.shape = {1};
    array.data = {0, 0, 0, 0};
    recorded.push_back(array);
  }
  ASSERT_FALSE(writeArrays(model, recorded));
  EXPECT_EQ(check({makeNearExact()}), std::vector<std::string>{""});
  EXPECT_EQ(warning, "");
  std::string log = read(folder + "/log"), base = folder + "/kernel.",
              inputs = base + "recorded.npz";
  for (const std::string &options :
       {llvm::formatv(" --fill=random --outputs={0}exact0.npz --inputs={1}",
                      base, inputs)
            .str(),
        " --fill=random --outputs=" + base + "exact1.npz",
        llvm::formatv(" --only-results --inputs={1} --exact={0}exact0.npz",
                      base, inputs)
            .str(),
        " --only-results --exact=" + base + "exact1.npz"})
    EXPECT_NE(log.find(options + "\n"), std::string::npos) << options << log;
  auto arrays = readArrays(inputs);
  ASSERT_TRUE(static_cast<bool>(arrays));
  ASSERT_EQ(arrays->size(), 2);
  EXPECT_EQ(arrays->back().name, "x1");
}

TEST_F(AloneMeasurerTest, WarnsThatNoInputsAreRecorded) {
  model = folder + "/model.mlir";
  write(model, "# refused");
  EXPECT_EQ(check({"exit 0"}), std::vector<std::string>{""});
  EXPECT_EQ(warning, "strategies are compared with random inputs only: compile "
                     "error: refused");
}

TEST_F(AloneMeasurerTest, ChecksSeveralCandidatesAtATime) {
  if (llvm::hardware_concurrency().compute_thread_count() < 2)
    GTEST_SKIP() << "there is one core";
  options.run.seconds = 20;
  // Each waits for the other one.
  auto wait = [&](const char *other) {
    return "touch $0.here; until test -e " + folder + "/" + other +
           ".here; do sleep 0.01; done";
  };
  std::string first = wait("candidate1.so"), second = wait("candidate0.so");
  EXPECT_EQ(check({first, second}), std::vector<std::string>({"", ""}));
}

TEST_F(AloneMeasurerTest, FailuresHaveCauses) {
  EXPECT_EQ(measure("# refused").failure, "compile error: refused");
  EXPECT_EQ(measure("echo 'error: output y differs' >&2; exit 1").failure,
            "run error: output y differs");
  EXPECT_EQ(measure("while true; do :; done").failure,
            "hang: time limit of 1 s");
  EXPECT_EQ(measure("kill -SEGV $$").failure.substr(0, 33),
            "crash: signal: Segmentation fault");
  EXPECT_FALSE(measure("exit 1").times);
  EXPECT_EQ(measure(kWrong).failure, "wrong result: y differs");
  EXPECT_EQ(measure("echo '{}'; echo 'error: no' >&2; exit 1").failure,
            "run error: no");
}

TEST_F(AloneMeasurerTest, LimitsCompilations) {
  options.compile.seconds = 1;
  options.compile.megabytes = 500;
  EXPECT_EQ(measure("# endless").failure, "compile limit: time limit of 1 s");
  EXPECT_EQ(measure("# large").failure,
            "compile limit: memory limit of 500 MB");
  EXPECT_EQ(check({"# large"}).front(),
            "compile limit: memory limit of 500 MB");
  options.compile = {{/*seconds=*/20, /*megabytes=*/0}, /*kilobytes=*/1};
  write(folder + "/default", "# code");
  std::string text = measure("# code").failure;
  llvm::StringRef failure = text;
  EXPECT_TRUE(failure.starts_with("compile limit: code of ")) << text;
  EXPECT_TRUE(failure.ends_with(" kB, expected at most 1 kB")) << text;
}

TEST_F(AloneMeasurerTest, ADefaultThatFailsIsTheCause) {
  write(folder + "/default", "# refused");
  EXPECT_EQ(measure(kTimes).failure, "compile error: refused");
}

TEST_F(AloneMeasurerTest, OtherOutputIsAnError) {
  EXPECT_EQ(llvm::toString(parseOutcome("{}").takeError()),
            "expected times in '{}'");
  EXPECT_NE(llvm::toString(parseOutcome("x").takeError()), "");
}

} // namespace
} // namespace tvm::tvmc
