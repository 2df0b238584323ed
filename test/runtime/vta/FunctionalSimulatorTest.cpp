// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Features of the functional simulator alone: other orders, and its limit.
#include "runtime/vta/functional/FunctionalSimulator.h"

#include "test/runtime/vta/Bench.h"

using namespace tvm::runtime;
using namespace tvm::runtime::vta;
using namespace tvm::test;

using FunctionalBench = Bench<FunctionalSimulator>;

TEST(VtaFunctionalSimulator, StopsAtItsLimit) {
  FunctionalBench bench;
  bench.add(idle(Module::Load, {}));
  Alu alu;
  static_cast<Loops &>(alu) = {false, 0, 8192, 16383, 16383};
  bench.add({alu, {}});
  EXPECT_EQ(bench.run(0, 1000000), TVM_RUN_FAILED);
  EXPECT_EQ(lastError(),
            "instruction 1: ALU MIN: expected at most 1000000 cycles in all");
  bench.stream.resize(1);
  bench.add({Load{{MemoryType::Inp, 0, bench.elementAt(MemoryType::Inp), 2, 3,
                   4, 1, 0, 0, 0}},
             {}});
  // 1 for the first, 12 for the bytes, 3 for padding, 1 for FINISH.
  EXPECT_EQ(bench.run(0, 17), TVM_OK) << lastError();
  EXPECT_EQ(bench.run(0, 16), TVM_RUN_FAILED);
  EXPECT_EQ(lastError(),
            "instruction 2: FINISH: expected at most 16 cycles in all");
}

/// Stores what a GEMM with reset either has or has not yet cleared.
static uint8_t storedByRace(uint64_t seed) {
  FunctionalBench bench;
  bench.add(
      {Load{{MemoryType::Uop, 0, bench.elementAt(MemoryType::Uop), 1, 1, 1}},
       {}});
  bench.add(
      {Load{{MemoryType::Acc, 0, bench.elementAt(MemoryType::Acc, 1), 1, 1, 1}},
       bits(PushNext)});
  bench.add({Gemm{{true, 0, 1, 1, 1}, 0, 0}, {}});
  bench.add({Store{{MemoryType::Out, 0, bench.elementAt(MemoryType::Out, 100),
                    1, 1, 1}},
             bits(PopPrev)});
  uint8_t *memory = bench.dram.find(bench.address, 1 << 16);
  memory[64] = 7;
  EXPECT_EQ(bench.run(seed), TVM_OK) << lastError();
  return memory[100 * 16];
}

TEST(VtaFunctionalSimulator, TriesDifferentOrders) {
  bool isSeen[8] = {};
  for (uint64_t seed = 0; seed < 50; ++seed) {
    uint8_t value = storedByRace(seed);
    ASSERT_TRUE(value == 0 || value == 7);
    isSeen[value] = true;
    ASSERT_EQ(storedByRace(seed), value);
  }
  EXPECT_TRUE(isSeen[0]);
  EXPECT_TRUE(isSeen[7]);
}

// Programs must not rely on what is on the chip.
TEST(VtaFunctionalSimulator, BeginsWithAnythingOnTheChip) {
  FunctionalBench bench;
  bench.add(
      {Store{{MemoryType::Out, 0, bench.elementAt(MemoryType::Out), 1, 16, 16}},
       {}});
  uint8_t *memory = bench.dram.find(bench.address, 256);
  auto stored = [&](uint64_t seed) {
    EXPECT_EQ(bench.run(seed), TVM_OK) << lastError();
    return std::vector<uint8_t>(memory, memory + 256);
  };
  EXPECT_NE(stored(1), stored(2));
  EXPECT_EQ(stored(1), stored(1));
}
