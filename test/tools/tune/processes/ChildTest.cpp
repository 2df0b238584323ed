// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/processes/Child.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

#include <unistd.h>

#include <csignal>

namespace tvm::tvmc {
namespace {

/// Runs a shell's commands instead of tvmc's.
class ChildTest : public testing::Test {
protected:
  ChildTest() {
    folder = testing::TempDir() + "/child" + std::to_string(getpid());
    (void)llvm::sys::fs::create_directories(folder);
  }

  ChildResult run(std::string script, Limits limits = {/*seconds=*/20}) {
    auto result = ChildRunner("/bin/sh", folder, nullptr)
                      .run({"-c", std::move(script)}, limits);
    EXPECT_TRUE(static_cast<bool>(result));
    return *result;
  }

  std::string folder;
};

TEST_F(ChildTest, ReturnsTheOutput) {
  ChildResult result = run("echo a; echo b; echo warning >&2");
  EXPECT_EQ(result.output, "a\nb\n");
  EXPECT_EQ(result.failure, "");
  EXPECT_EQ(run("echo c").output, "c\n"); // nothing is left of the first one
}

TEST_F(ChildTest, ReturnsTheFirstError) {
  EXPECT_EQ(run("echo 'remark: x' >&2; echo 'error: a is b' >&2; "
                "echo 'error: c' >&2; exit 1")
                .failure,
            "a is b");
  EXPECT_EQ(run("echo 'no memory' >&2; exit 1").failure, "no memory");
  EXPECT_EQ(run("exit 3").failure, "exit status 3");
  EXPECT_EQ(run("exit 3").end, ChildResult::End::Error);
  EXPECT_EQ(run("exit 0").end, ChildResult::End::Success);
}

TEST_F(ChildTest, SurvivesCrashes) {
  EXPECT_EQ(run("kill -SEGV $$").failure.substr(0, 28),
            "signal: Segmentation fault");
  EXPECT_EQ(run("kill -KILL $$").failure.substr(0, 14), "signal: Killed");
  EXPECT_EQ(run("kill -KILL $$").end, ChildResult::End::Signal);
}

TEST_F(ChildTest, EndsWhatNeverEnds) {
  ChildResult result = run("while true; do :; done", {/*seconds=*/1});
  EXPECT_EQ(result.failure, "time limit of 1 s");
  EXPECT_EQ(result.end, ChildResult::End::TimeLimit);
}

TEST_F(ChildTest, LimitsMemory) {
  std::string script =
      "head -c 400000000 /dev/zero | tail -c 300000000 | wc -c";
  EXPECT_EQ(run(script).failure, "");
  EXPECT_NE(run(script, {/*seconds=*/20, /*megabytes=*/50}).output,
            run(script).output);
}

TEST_F(ChildTest, TellsTheLimitOfMemory) {
  std::string script = "echo 'error: out of memory' >&2; exit 1";
  EXPECT_EQ(run(script).failure, "out of memory");
  EXPECT_EQ(run(script).end, ChildResult::End::Error);
  ChildResult limited = run(script, {/*seconds=*/20, /*megabytes=*/500});
  EXPECT_EQ(limited.failure, "memory limit of 500 MB");
  EXPECT_EQ(limited.end, ChildResult::End::MemoryLimit);
}

TEST_F(ChildTest, FailsWithoutAProgram) {
  auto result = ChildRunner("/none", folder, nullptr).run({}, {});
  ASSERT_FALSE(result);
  EXPECT_EQ(llvm::StringRef(llvm::toString(result.takeError()))
                .starts_with("cannot run '/none': "),
            true);
}

TEST_F(ChildTest, AFullDiskIsNoFailureOfTheCommand) {
  ChildRunner runner("/bin/sh", folder, nullptr);
  for (const char *reason :
       {"No space left on device", "File too large", "Disk quota exceeded"}) {
    std::string message = std::string("cannot write 'a.so': ") + reason;
    auto result =
        runner.run({"-c", "echo \"error: " + message + "\" >&2; exit 1"}, {});
    ASSERT_FALSE(result);
    EXPECT_EQ(llvm::toString(result.takeError()), message);
  }
  // The folder cannot be written when the command has failed.
  auto result = runner.run({"-c", "rm -r " + folder + "; exit 1"}, {});
  ASSERT_FALSE(result);
  EXPECT_EQ(llvm::StringRef(llvm::toString(result.takeError()))
                .starts_with("cannot write '" + folder),
            true);
}

TEST_F(ChildTest, TellsInterruptionsFromFailures) {
  static std::atomic<bool> isInterrupted;
  isInterrupted = false;
  std::signal(SIGUSR1, [](int) { isInterrupted = true; });
  ChildRunner runner("/bin/sh", folder, &isInterrupted);
  auto result = runner.run({"-c", "kill -USR1 $PPID; exit 1"}, {});
  ASSERT_FALSE(result);
  EXPECT_EQ(llvm::toString(result.takeError()), "interrupted");
  result = runner.run({"-c", "echo ok"}, {});
  ASSERT_FALSE(result);
  EXPECT_EQ(llvm::toString(result.takeError()), "interrupted");
  runner.startLastPart();
  auto last = runner.run({"-c", "echo ok"}, {});
  ASSERT_TRUE(static_cast<bool>(last));
  EXPECT_EQ(last->output, "ok\n");
}

} // namespace
} // namespace tvm::tvmc
