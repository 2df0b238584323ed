// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/MachineLimits.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>

using namespace tvm::runtime;

using Clock = std::chrono::steady_clock;

/// The number of independent chains of products and sums, which hides a latency
/// of 5 cycles at 2 per cycle and fits 16 registers with its operands; and the
/// number of steps. Values converge to 1.
static constexpr int kChains = 12, kSteps = 20000;

template <int numBytes> struct VectorOf {
  typedef float Type __attribute__((vector_size(numBytes)));
};

static volatile float source = 0.5F, sink;

template <int numBytes>
__attribute__((always_inline)) static inline void multiplyAndAdd() {
  using Vector = typename VectorOf<numBytes>::Type;
  Vector scale = {}, offset = {}, chain[kChains];
  scale += source;
  offset += source;
  for (int c = 0; c < kChains; ++c)
    chain[c] = offset * float(c);
  for (int step = 0; step < kSteps; ++step)
#pragma clang loop unroll(full)
    for (Vector &values : chain)
      values = values * scale + offset;
  for (int c = 1; c < kChains; ++c)
    chain[0] += chain[c];
  sink = chain[0][0];
}

#if defined(__x86_64__)
__attribute__((target("avx512f"))) static void multiply512() {
  multiplyAndAdd<64>();
}
__attribute__((target("avx2,fma"))) static void multiply256() {
  multiplyAndAdd<32>();
}
#endif
static void multiply128() { multiplyAndAdd<16>(); }

namespace {
/// The work of one thread, and its amount.
struct Multiplication {
  void (*run)();
  double flops;
};
} // namespace

static Multiplication chooseMultiplication() {
  constexpr double perByte = 2.0 * kChains * kSteps / sizeof(float);
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f"))
    return {multiply512, 64 * perByte};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return {multiply256, 32 * perByte};
#endif
  return {multiply128, 16 * perByte};
}

/// The shortest of several times, in nanoseconds, in which all threads finish
/// `work(thread)`.
static double measure(const tvm_parallel &parallel,
                      const std::function<void(int64_t)> &work) {
  constexpr int kRepeats = 5;
  auto body = [](void *closure, int64_t begin, int64_t end) {
    for (int64_t thread = begin; thread < end; ++thread)
      (*static_cast<const std::function<void(int64_t)> *>(closure))(thread);
  };
  double shortest = 0;
  for (int i = 0; i < kRepeats; ++i) {
    auto begin = Clock::now();
    parallel.parallel_for(&parallel, body,
                          const_cast<std::function<void(int64_t)> *>(&work),
                          parallel.num_threads);
    std::chrono::duration<double, std::nano> time = Clock::now() - begin;
    shortest = i ? std::min(shortest, time.count()) : time.count();
  }
  return std::max(shortest, 1.0);
}

MachineLimits tvm::runtime::measureLimits(const tvm_parallel &parallel) {
  MachineLimits limits;
  double numThreads = parallel.num_threads;
  Multiplication multiplication = chooseMultiplication();
  limits.flops = numThreads * multiplication.flops /
                 measure(parallel, [&](int64_t) { multiplication.run(); });
  constexpr size_t kBytes = size_t(64) << 20; // of all threads together
  size_t part = kBytes / parallel.num_threads;
  std::unique_ptr<char, decltype(&std::free)> memory(
      static_cast<char *>(std::calloc(2, kBytes)), std::free);
  if (!memory)
    return limits;
  char *from = memory.get(), *to = from + kBytes;
  std::memset(from, 1, 2 * kBytes); // allocates pages
  limits.bytes = 2.0 * numThreads * part / measure(parallel, [&](int64_t i) {
                   std::memcpy(to + i * part, from + i * part, part);
                 });
  return limits;
}
