// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Isolation.h"

#include "codegen/OutOfMemory.h"
#include "llvm/Support/ErrorHandling.h"
#include "gtest/gtest.h"

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
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

/// Limits the addresses of the process to what it has and `bytes` more.
class AddressLimit {
public:
  explicit AddressLimit(size_t bytes) {
    size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    getrlimit(RLIMIT_AS, &before);
    rlimit limit = before;
    limit.rlim_cur = pages * sysconf(_SC_PAGESIZE) + bytes;
    setrlimit(RLIMIT_AS, &limit);
  }
  ~AddressLimit() { setrlimit(RLIMIT_AS, &before); }

private:
  rlimit before;
};

TEST(IsolationTest, SaysThatMemoryRanOut) {
  EXPECT_FALSE(tvm::codegen::isMemoryExhausted());
  AddressLimit limit(32 << 20);
  EXPECT_TRUE(tvm::codegen::isMemoryExhausted());
  auto crash = []() -> Error {
    raise(SIGSEGV);
    return Error::success();
  };
  EXPECT_EQ(run(crash, false), "out of memory");
}

TEST(IsolationTest, SurvivesFailedAllocations) {
  tvm::codegen::installBadAllocHandler("error: out of memory\n");
  auto allocate = []() -> Error {
    report_bad_alloc_error("Allocation failed");
    return Error::success();
  };
  EXPECT_EQ(run(allocate, false), "out of memory");
  remove_bad_alloc_error_handler();
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
