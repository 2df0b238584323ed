// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/hardware/ModuleBench.h"

#include "Vvta_command_queue.h"

#include <deque>
#include <gtest/gtest.h>
#include <random>

using namespace tvm::test;

static uint64_t lowOf(const VlWide<4> &word) {
  return word[0] | uint64_t(word[1]) << 32;
}

// A command that is offered to an empty queue may start in that cycle, and a
// command that starts makes room in that cycle.
TEST(VtaCommandQueue, HandsOnInOrder) {
  std::mt19937 random(1);
  for (unsigned limit : {1, 2, 16}) {
    ModuleBench<Vvta_command_queue> queue;
    queue->limit = limit;
    queue->clear = 1;
    queue.tick();
    queue->clear = 0;
    std::deque<uint64_t> expected;
    uint64_t next = uint64_t(1) << 40;
    for (int cycle = 0; cycle < 5000; ++cycle) {
      queue->offered = random() % 2;
      queue->instruction[0] = uint32_t(next);
      queue->instruction[1] = uint32_t(next >> 32);
      bool hasFirst = !expected.empty() || queue->offered;
      queue->start = hasFirst && random() % 3 == 0;
      queue.settle();
      ASSERT_EQ(queue->first_valid, hasFirst);
      if (hasFirst)
        ASSERT_EQ(lowOf(queue->first),
                  expected.empty() ? next : expected.front());
      ASSERT_EQ(queue->has_room, queue->start || expected.size() < limit);
      queue->push = queue->offered && queue->has_room;
      if (queue->push)
        expected.push_back(next++);
      if (queue->start)
        expected.pop_front();
      queue.tick();
    }
  }
}
