// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/ThreadPool.h"
#include "runtime/core/ContainerQuota.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <omp.h>

using namespace tvm::runtime;

using Body = void (*)(void *closure, int64_t begin, int64_t end);

/// The start of range `index` of `count` equal ranges.
static int64_t rangeBegin(int64_t n, int64_t count, int64_t index) {
  return n / count * index + std::min(n % count, index);
}

static void runSerially(const tvm_parallel *, Body body, void *closure,
                        int64_t n) {
  if (n > 0)
    body(closure, 0, n);
}

namespace {
/// The ranges with which a thread begins, in order. Other threads continue with
/// them after their own.
struct alignas(64) Share { // a cache line each
  std::atomic<int64_t> next;
  int64_t end;
};
} // namespace

/// The largest number of shares. They are on the caller's stack, which may be
/// small; with more threads, several begin with the same share.
static constexpr int64_t maxShares = 64;

static void runOnThreads(const tvm_parallel *parallel, Body body, void *closure,
                         int64_t n) {
  int64_t threads = parallel->num_threads;
  int64_t ranges = std::min(threads * rangesPerThread, n);
  if (ranges <= 1)
    return runSerially(parallel, body, closure, n);
  int64_t count = std::min(threads, maxShares);
  std::array<Share, maxShares> shares;
  for (int64_t s = 0; s < count; ++s) {
    shares[s].next = rangeBegin(ranges, count, s);
    shares[s].end = rangeBegin(ranges, count, s + 1);
  }
  // Ranges, and therefore results, do not depend on the number of threads that
  // OpenMP provides. The team always has the same size, because OpenMP is slow
  // in changing it.
#pragma omp parallel num_threads(parallel->num_threads)
  for (int64_t s = 0, self = omp_get_thread_num(); s < count; ++s) {
    Share &share = shares[(self + s) % count];
    for (int64_t i; (i = share.next.fetch_add(1)) < share.end;)
      body(closure, rangeBegin(n, ranges, i), rangeBegin(n, ranges, i + 1));
  }
}

int32_t tvm::runtime::defaultThreadCount() {
  int64_t quota = getContainerQuota().value_or(maxThreads);
  return static_cast<int32_t>(std::clamp<int64_t>(
      std::min<int64_t>(omp_get_max_threads(), quota), 1, maxThreads));
}

tvm_parallel tvm::runtime::openMPParallel(int32_t numThreads) {
  return {nullptr, numThreads, numThreads > 1 ? runOnThreads : runSerially};
}
