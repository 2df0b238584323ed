// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/hardware/ModuleBench.h"

#include "Vvta_semaphore.h"

#include <gtest/gtest.h>
#include <random>

using namespace tvm::test;

TEST(VtaSemaphore, ATokenCanBePoppedAtOnce) {
  ModuleBench<Vvta_semaphore> semaphore;
  semaphore->limit = 3;
  semaphore->push = semaphore->pop = 0;
  semaphore->clear = 1;
  semaphore.tick();
  semaphore->clear = 0;
  semaphore.settle();
  EXPECT_FALSE(semaphore->has_token);
  semaphore->push = 1;
  semaphore.settle();
  EXPECT_TRUE(semaphore->has_token);
  semaphore->pop = 1;
  semaphore.tick();
  EXPECT_EQ(semaphore->count, 0u);
}

TEST(VtaSemaphore, CountsToItsLimit) {
  std::mt19937 random(1);
  for (unsigned limit : {1, 2, 7, 1024}) {
    ModuleBench<Vvta_semaphore> semaphore;
    semaphore->limit = limit;
    semaphore->push = semaphore->pop = 0;
    semaphore->clear = 1;
    semaphore.tick();
    semaphore->clear = 0;
    unsigned count = 0;
    for (int cycle = 0; cycle < 5000; ++cycle) {
      semaphore->push = count < limit && random() % 2;
      semaphore->pop = (count > 0 || semaphore->push) && random() % 3 == 0;
      semaphore.settle();
      ASSERT_EQ(semaphore->has_room, count < limit);
      ASSERT_EQ(semaphore->has_token, count > 0 || semaphore->push);
      count += semaphore->push - semaphore->pop;
      semaphore.tick();
      ASSERT_EQ(semaphore->count, count);
    }
  }
}
