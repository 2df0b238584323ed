#include "codegen/Isolation.h"

#include "llvm/Support/ErrorHandling.h"
#include "gtest/gtest.h"

#include <csignal>
#include <thread>

using namespace llvm;
using tvm::codegen::runIsolated;

static std::string run(function_ref<Error()> work, bool expectCrash) {
  bool crashed = !expectCrash;
  Error error = runIsolated(work, crashed);
  EXPECT_EQ(crashed, expectCrash);
  return toString(std::move(error));
}

TEST(IsolationTest, ReturnsResults) {
  EXPECT_EQ(run([] { return Error::success(); }, false), "");
  EXPECT_EQ(run([] { return createStringError("no"); }, false), "no");
}

TEST(IsolationTest, SaysTheFirstLine) {
  auto fail = []() -> Error {
    report_fatal_error("cannot select: t1\n  t1: i32 = add t2, t3\n");
  };
  EXPECT_EQ(run(fail, true), "code generation: cannot select: t1");
}

TEST(IsolationTest, SurvivesCrashes) {
  auto crash = []() -> Error {
    raise(SIGSEGV);
    return Error::success();
  };
  auto fail = []() -> Error { report_fatal_error("cannot select"); };
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      EXPECT_EQ(run(crash, true), "the code generator crashed");
      EXPECT_EQ(run(fail, true), "code generation: cannot select");
    });
  for (std::thread &thread : threads)
    thread.join();
}
