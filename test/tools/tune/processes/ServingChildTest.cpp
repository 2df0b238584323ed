// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/processes/ServingChild.h"
#include "test/tools/tune/processes/RunnerTest.h"

#include <thread>

namespace tvm::tvmc {
namespace {

/// A shell's commands instead of tvmc's.
class ServingChildTest : public RunnerTest {
protected:
  ServingChildTest() : RunnerTest("serving") {}

  /// A child that runs `script` with each line as $x, and its own number of
  /// lines as $n.
  ServingChild make(const std::string &script,
                    Limits limits = {/*seconds=*/20}) {
    return {runner,
            {"-c", "n=0; while read -r x; do n=$((n+1)); " + script + "; done"},
            limits};
  }
  static ChildResult ask(ServingChild &child, llvm::StringRef line) {
    return take(child.ask(line));
  }
};

TEST_F(ServingChildTest, AnswersLines) {
  ServingChild child = make("echo \"$n $x\"");
  EXPECT_EQ(ask(child, "a").output, "1 a\n");
  EXPECT_EQ(ask(child, "b").output, "2 b\n"); // by the same process
  std::string text(200'000, 'x');             // more than a pipe takes at once
  EXPECT_EQ(ask(child, text).output, "3 " + text + "\n");
}

TEST_F(ServingChildTest, EndsWhatNeverEnds) {
  ServingChild child =
      make("[ $x = a ] || sleep 100; echo $n", {/*seconds=*/1});
  EXPECT_EQ(ask(child, "a").output, "1\n");
  ChildResult result = ask(child, "b");
  EXPECT_EQ(result.failure, "time limit of 1 s");
  EXPECT_EQ(result.end, ChildResult::End::TimeLimit);
  EXPECT_LT(result.seconds, 1.9);           // it is not asked twice
  EXPECT_EQ(ask(child, "a").output, "1\n"); // by another process
}

TEST_F(ServingChildTest, SurvivesCrashes) {
  ServingChild child = make("[ $x = a ] || kill -SEGV $$; echo $n");
  EXPECT_EQ(ask(child, "b").end, ChildResult::End::Signal);
  EXPECT_EQ(ask(child, "a").output, "1\n");
  EXPECT_EQ(ask(child, "b").failure.substr(0, 26),
            "signal: Segmentation fault");
}

TEST_F(ServingChildTest, ReturnsTheFirstError) {
  ServingChild child =
      make("echo 'error: out of memory' >&2; exit 1", {20, /*megabytes=*/900});
  ChildResult result = ask(child, "a");
  EXPECT_EQ(result.failure, "memory limit of 900 MB");
  EXPECT_EQ(result.end, ChildResult::End::MemoryLimit);
  ServingChild other = make("exit 3");
  EXPECT_EQ(ask(other, "a").failure, "exit status 3");
}

TEST_F(ServingChildTest, AsksANewProcessAgain) {
  ServingChild child = make("[ $n = 1 ] || exit 3; echo $n");
  EXPECT_EQ(ask(child, "a").output, "1\n");
  EXPECT_EQ(ask(child, "a").output, "1\n");
}

TEST_F(ServingChildTest, LeavesNoFiles) {
  {
    ServingChild child = make("echo $n");
    ask(child, "a");
  }
  std::error_code error;
  llvm::sys::fs::directory_iterator files(folder, error);
  EXPECT_EQ(files, llvm::sys::fs::directory_iterator());
}

TEST_F(ServingChildTest, AnInterruptEndsAQuestion) {
  ServingChild slow = make("sleep 0.5; echo $n");
  std::thread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    isInterrupted = true;
  });
  EXPECT_EQ(ask(slow, "a").failure, "interrupted");
  user.join();
}

TEST_F(ServingChildTest, FailsWithoutAProgram) {
  ChildRunner none("/nowhere/tvmc", folder, nullptr);
  ServingChild child(none, {}, {20});
  EXPECT_EQ(ask(child, "a").failure.substr(0, 24), "cannot run '/nowhere/tvm");
}

} // namespace
} // namespace tvm::tvmc
