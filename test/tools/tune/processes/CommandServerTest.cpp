// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/tools/tune/processes/RunnerTest.h"

#include <fstream>
#include <thread>

namespace tvm::tvmc {
namespace {

/// Plays tvmc. The server answers for commands that it does not run.
constexpr llvm::StringLiteral kTvmc = R"sh(#!/bin/sh
test "$1" = serve || { echo "alone $*"; exit 0; }
get() { echo "$line" | sed "s/.*\"$1\":\"\([^\"]*\)\".*/\1/"; }
n=0
while read -r line; do
  n=$((n + 1))
  case "$line" in
  *'"end":'*) echo '{"signal":"Killed"}' > "$(get end)" ;;
  *endless*) ;;
  *wrong*) echo 'error: no' > "$(get errors)"
           echo '{"status":3}' > "$(get answer)" ;;
  *large*) echo 'error: out of memory' > "$(get errors)"
           echo '{"status":1}' > "$(get answer)" ;;
  *crash*) echo '{"signal":"Aborted"}' > "$(get answer)" ;;
  *refused*) echo '{}' > "$(get answer)" ;;
  *odd*) echo '?' > "$(get answer)" ;;
  *last*) exit 0 ;;
  *) echo "$n ${line##*megabytes}" > "$(get output)"
     echo '{"status":0}' > "$(get answer)" ;;
  esac
done
)sh";

class CommandServerTest : public RunnerTest {
protected:
  CommandServerTest() : RunnerTest("served", getFolder("served") + "/tvmc") {
    std::ofstream(folder + "/tvmc") << kTvmc.str();
    (void)llvm::sys::fs::setPermissions(folder + "/tvmc",
                                        llvm::sys::fs::all_all);
  }

  ChildResult run(std::string command, Limits limits = {/*seconds=*/20}) {
    return take(runner.runCopy({"x", std::move(command)}, limits));
  }
};

TEST_F(CommandServerTest, ReturnsTheOutput) {
  EXPECT_EQ(run("a", {20, /*megabytes=*/70}).output.substr(0, 7), "1 \":70,");
  ChildResult second = run("b"); // by the same server
  EXPECT_EQ(second.output.substr(0, 6), "2 \":0,");
  EXPECT_EQ(second.failure, "");
  EXPECT_EQ(second.end, ChildResult::End::Success);
}

TEST_F(CommandServerTest, ReturnsTheFirstError) {
  EXPECT_EQ(run("wrong").failure, "no");
  EXPECT_EQ(run("wrong").end, ChildResult::End::Error);
  ChildResult result = run("large", {20, /*megabytes=*/900});
  EXPECT_EQ(result.failure, "memory limit of 900 MB");
  EXPECT_EQ(result.end, ChildResult::End::MemoryLimit);
}

TEST_F(CommandServerTest, ReturnsSignals) {
  EXPECT_EQ(run("crash").failure, "signal: Aborted");
  EXPECT_EQ(run("crash").end, ChildResult::End::Signal);
}

TEST_F(CommandServerTest, EndsWhatNeverEnds) {
  ChildResult result = run("endless", {/*seconds=*/1});
  EXPECT_EQ(result.failure, "time limit of 1 s");
  EXPECT_EQ(result.end, ChildResult::End::TimeLimit);
  EXPECT_EQ(run("a").output.substr(0, 2), "3 "); // by the same server
}

TEST_F(CommandServerTest, RunsCommandsAlongsideOthers) {
  std::thread slow([&] {
    EXPECT_EQ(run("endless", {/*seconds=*/2}).failure, "time limit of 2 s");
  });
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(run("a").failure, "");
  slow.join();
}

TEST_F(CommandServerTest, RunsAloneWhatIsNotServed) {
  EXPECT_EQ(run("refused").output, "alone x refused\n");
  EXPECT_EQ(run("odd").output, "alone x odd\n");
  EXPECT_EQ(run("\xff").output, "alone x \xff\n");
  EXPECT_EQ(run("last").output, "alone x last\n");
  EXPECT_EQ(run("a").output, "alone x a\n"); // there is no server any more
}

TEST_F(CommandServerTest, AnInterruptEndsACommand) {
  std::thread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    isInterrupted = true;
  });
  EXPECT_EQ(run("endless", {/*seconds=*/1}).failure, "interrupted");
  user.join();
  EXPECT_EQ(run("a").failure, "interrupted");
  runner.startLastPart();
  EXPECT_EQ(run("a").failure, "");
}

TEST_F(CommandServerTest, LeavesNoFiles) {
  std::string other = folder + "/other";
  (void)llvm::sys::fs::create_directories(other);
  {
    ChildRunner runner(folder + "/tvmc", other, nullptr);
    (void)llvm::cantFail(runner.runCopy({"a"}, {}));
  }
  std::error_code error;
  llvm::sys::fs::directory_iterator files(other, error);
  EXPECT_EQ(files, llvm::sys::fs::directory_iterator());
}

} // namespace
} // namespace tvm::tvmc
