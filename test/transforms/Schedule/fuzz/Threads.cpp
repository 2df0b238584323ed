// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/transforms/Schedule/fuzz/Threads.h"

#include "llvm/ADT/STLExtras.h"

#include <thread>

namespace tvm::fuzz {

ThreadGroup::ThreadGroup(unsigned count, Random &random)
    : random(random), turns(count), states(count, State::Ready),
      barriers(count) {}

/// All threads wait or are done.
void ThreadGroup::release() {
  const void *barrier = nullptr;
  for (auto [state, at] : llvm::zip(states, barriers)) {
    if (state == State::Done) {
      error = "a thread ends in front of a barrier";
      continue;
    }
    if (barrier && barrier != at)
      error = "threads wait at different barriers";
    barrier = at;
    state = State::Ready;
  }
}

/// Chooses the thread that runs next.
void ThreadGroup::choose() {
  if (!llvm::is_contained(states, State::Ready) &&
      llvm::is_contained(states, State::Waiting))
    release();
  std::vector<unsigned> ready;
  for (auto [i, state] : llvm::enumerate(states))
    if (state == State::Ready)
      ready.push_back(i);
  if (ready.empty())
    return;
  current = ready[random.between(0, ready.size() - 1)];
  turns[current].notify_one();
}

void ThreadGroup::handOver(std::unique_lock<std::mutex> &lock,
                           unsigned thread) {
  choose();
  turns[thread].wait(lock, [&] {
    return current == thread && states[thread] == State::Ready;
  });
}

void ThreadGroup::wait(const void *barrier) {
  std::unique_lock<std::mutex> lock(mutex);
  unsigned thread = current;
  states[thread] = State::Waiting;
  barriers[thread] = barrier;
  handOver(lock, thread);
}

void ThreadGroup::access() {
  if (random.between(0, 3) != 0)
    return;
  std::unique_lock<std::mutex> lock(mutex);
  handOver(lock, current);
}

void ThreadGroup::start(unsigned thread,
                        const std::function<void(unsigned)> &body) {
  {
    std::unique_lock<std::mutex> lock(mutex);
    turns[thread].wait(lock, [&] { return current == thread; });
  }
  body(thread);
  std::unique_lock<std::mutex> lock(mutex);
  states[thread] = State::Done;
  choose();
}

std::string ThreadGroup::run(const std::function<void(unsigned)> &body) {
  std::vector<std::thread> threads;
  threads.reserve(states.size());
  current = random.between(0, states.size() - 1);
  for (unsigned i = 0; i < states.size(); ++i)
    threads.emplace_back([this, i, &body] { start(i, body); });
  for (std::thread &thread : threads)
    thread.join();
  return error;
}

} // namespace tvm::fuzz
