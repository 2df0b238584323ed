// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_THREADS_H
#define TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_THREADS_H

#include "test/transforms/Schedule/fuzz/generator/Program.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

namespace tvm::fuzz {

/// The threads of one block of a GPU. One of them runs at a time; another one
/// takes over at barriers and, at random, at accesses to memory.
class ThreadGroup {
public:
  ThreadGroup(unsigned count, Random &random);

  /// Runs `body` on every thread. What was wrong with barriers, or nothing.
  std::string run(const std::function<void(unsigned)> &body);

  /// Lets the running thread wait until all are at `barrier`.
  void wait(const void *barrier);
  void access();

private:
  enum class State { Ready, Waiting, Done };
  void start(unsigned thread, const std::function<void(unsigned)> &body);
  void release();
  void handOver(std::unique_lock<std::mutex> &lock, unsigned thread);
  void choose();

  Random &random;
  std::mutex mutex;
  std::deque<std::condition_variable> turns; // one per thread
  std::vector<State> states;
  std::vector<const void *> barriers;
  unsigned current = 0;
  std::string error;
};

} // namespace tvm::fuzz

#endif // TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_THREADS_H
