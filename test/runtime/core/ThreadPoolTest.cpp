// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/ThreadPool.h"

#include <atomic>
#include <gtest/gtest.h>
#include <vector>

using namespace tvm::runtime;

namespace {
struct Ranges {
  std::vector<std::atomic<int>> visits;
  std::atomic<int> calls{0};
};
} // namespace

static void visit(void *closure, int64_t begin, int64_t end) {
  auto *ranges = static_cast<Ranges *>(closure);
  ++ranges->calls;
  for (int64_t i = begin; i < end; ++i)
    ++ranges->visits[i];
}

TEST(ThreadPool, VisitsEachIndexOnce) {
  // There are fewer shares than 100.
  for (int32_t threads : {1, 2, 3, 7, 100}) {
    tvm_parallel parallel = openMPParallel(threads);
    for (int64_t n : {0, 1, 2, 7, 100}) {
      Ranges ranges{std::vector<std::atomic<int>>(n), {}};
      parallel.parallel_for(&parallel, visit, &ranges, n);
      for (std::atomic<int> &count : ranges.visits)
        EXPECT_EQ(count, 1);
      EXPECT_EQ(ranges.calls, threads == 1 ? std::min<int64_t>(n, 1)
                                           : std::min<int64_t>(8 * threads, n));
    }
    parallel.parallel_for(&parallel, visit, nullptr, -5);
  }
}

TEST(ThreadPool, NestedCallsAreSerial) {
  static tvm_parallel parallel = openMPParallel(2);
  std::atomic<int64_t> sum{0};
  auto outer = [](void *sum, int64_t, int64_t) {
    auto inner = [](void *sum, int64_t begin, int64_t end) {
      *static_cast<std::atomic<int64_t> *>(sum) += end - begin;
    };
    parallel.parallel_for(&parallel, inner, sum, 10);
  };
  parallel.parallel_for(&parallel, outer, &sum, 2);
  EXPECT_EQ(sum, 20);
}

TEST(ThreadPool, DefaultIsPossible) {
  EXPECT_GE(defaultThreadCount(), 1);
  EXPECT_LE(defaultThreadCount(), maxThreads);
}
