// Tokens, queues, limits, and errors that say where.
#include "runtime/vta/FunctionalSimulator.h"

#include "runtime/vta/Encoding.h"
#include "test/runtime/vta/Tokens.h"

#include <cstring>
#include <gtest/gtest.h>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;
using namespace tvm::test;

namespace {

class Bench {
public:
  explicit Bench(const Configuration &configuration = {})
      : configuration(configuration), dram(4096),
        simulator(configuration, dram) {
    EXPECT_FALSE(dram.create(1 << 20).failed());
    EXPECT_FALSE(dram.allocate(1 << 16, address).failed());
    EXPECT_FALSE(simulator.create().failed());
    std::memset(dram.find(address, 1 << 16), 0, 1 << 16);
  }

  void add(const Instruction &instruction) {
    Word word;
    EXPECT_FALSE(Encoding(configuration).encode(instruction, word).failed())
        << lastError();
    stream.push_back(word);
  }

  Status run(uint64_t seed = 0, uint64_t maxCycles = UINT64_MAX) {
    std::vector<Word> all = stream;
    all.push_back(Word{3, 0});
    simulator.seed(seed);
    return simulator.run(all, maxCycles, counters);
  }

  std::string error() {
    EXPECT_EQ(run(), TVM_RUN_FAILED);
    std::string text = lastError();
    for (uint64_t seed = 1; seed < 20; ++seed) {
      EXPECT_EQ(run(seed), TVM_RUN_FAILED);
      EXPECT_EQ(lastError(), text);
    }
    return text;
  }

  uint32_t elementAt(MemoryType type, uint64_t offset = 0) const {
    return address / configuration.elementBytes(type) + offset;
  }

  Configuration configuration;
  Dram dram;
  FunctionalSimulator simulator;
  std::vector<Word> stream;
  Counters counters;
  uint64_t address = 0;
};

/// Instructions that only carry tokens.
Instruction idle(Module module, Dependencies bits) {
  switch (module) {
  case Module::Load:
    return {Load{{MemoryType::Inp}}, bits};
  case Module::Compute:
    return {Load{{MemoryType::Uop}}, bits};
  case Module::Store:
    return {Store{{MemoryType::Out}}, bits};
  }
  __builtin_unreachable();
}

} // namespace

TEST(VtaFunctionalSimulator, PassesTokensBothWays) {
  Bench bench;
  for (int i = 0; i < 50; ++i) {
    bench.add(idle(Module::Load, bits(PushNext | (i > 0 ? PopNext : 0))));
    bench.add(
        idle(Module::Compute, bits(PopPrev | PushNext | (i > 0 ? PopNext : 0) |
                                   (i < 49 ? PushPrev : 0))));
    bench.add(idle(Module::Store, bits(PopPrev | (i < 49 ? PushPrev : 0))));
  }
  for (uint64_t seed = 0; seed < 100; ++seed)
    ASSERT_EQ(bench.run(seed), TVM_OK) << lastError();
}

TEST(VtaFunctionalSimulator, ReportsDeadlocks) {
  Bench bench;
  bench.add(idle(Module::Load, bits(PopNext | PushNext)));
  bench.add(idle(Module::Compute, bits(PopPrev | PushPrev)));
  bench.add(idle(Module::Store, bits(PopPrev)));
  EXPECT_EQ(bench.error(),
            "deadlock: load waits at instruction 0: LOAD INP for a token "
            "compute->load; compute waits at instruction 1: LOAD UOP for a "
            "token load->compute; store waits at instruction 2: STORE OUT for "
            "a token compute->store");
}

TEST(VtaFunctionalSimulator, ReportsAllTokensThatAreMissing) {
  Bench bench;
  bench.add(idle(Module::Compute, {}));
  bench.add(idle(Module::Compute, bits(PopPrev | PopNext)));
  EXPECT_EQ(bench.error(),
            "deadlock: load has no instruction; compute waits at instruction "
            "1: LOAD UOP for a token load->compute for a token "
            "store->compute; store has no instruction");
}

TEST(VtaFunctionalSimulator, ReportsTokensThatAreLeft) {
  Bench bench;
  bench.add(idle(Module::Load, bits(PushNext)));
  bench.add(idle(Module::Load, bits(PushNext)));
  bench.add(idle(Module::Store, bits(PushPrev)));
  EXPECT_EQ(bench.error(), "expected no tokens at the end, got 2 "
                           "load->compute, 1 store->compute");
}

// Two pushes in a row do not fit, and the one who pops waits for the pusher.
TEST(VtaFunctionalSimulator, ReportsFullTokenQueues) {
  Configuration configuration;
  configuration.tokenQueueDepth = 1;
  Bench bench(configuration);
  bench.add(idle(Module::Load, bits(PushNext)));
  bench.add(idle(Module::Load, bits(PushNext)));
  bench.add(idle(Module::Store, bits(PopPrev)));
  EXPECT_EQ(bench.error(),
            "deadlock: load waits at instruction 1: LOAD INP for room in "
            "load->compute; compute has no instruction; store waits at "
            "instruction 2: STORE OUT for a token compute->store");
}

TEST(VtaFunctionalSimulator, FullTokenQueuesAreNoDeadlockIfSomeonePops) {
  Configuration configuration;
  configuration.tokenQueueDepth = 1;
  Bench bench(configuration);
  for (int i = 0; i < 10; ++i)
    bench.add(idle(Module::Load, bits(PushNext)));
  for (int i = 0; i < 10; ++i)
    bench.add(idle(Module::Compute, bits(PopPrev)));
  for (uint64_t seed = 0; seed < 20; ++seed)
    ASSERT_EQ(bench.run(seed), TVM_OK) << lastError();
}

// The load module's queue is full of what waits for the compute module, whose
// instruction is behind it.
TEST(VtaFunctionalSimulator, ReportsFullCommandQueues) {
  Configuration configuration;
  configuration.commandQueueDepth = 2;
  Bench bench(configuration);
  for (int i = 0; i < 3; ++i)
    bench.add(idle(Module::Load, bits(PopNext)));
  for (int i = 0; i < 3; ++i)
    bench.add(idle(Module::Compute, bits(PushPrev)));
  EXPECT_EQ(bench.error(),
            "deadlock: load waits at instruction 0: LOAD INP for a token "
            "compute->load; compute has no instruction; store has no "
            "instruction; fetch waits at instruction 2: LOAD INP for room in "
            "the queue of load");
  bench.configuration.commandQueueDepth = 3;
  Bench deeper(bench.configuration);
  deeper.stream = bench.stream;
  EXPECT_EQ(deeper.run(), TVM_OK) << lastError();
}

TEST(VtaFunctionalSimulator, ErrorsSayWhere) {
  Bench bench;
  bench.add(idle(Module::Load, {}));
  bench.add(
      {Load{{MemoryType::Inp, 2047, bench.elementAt(MemoryType::Inp), 1, 2, 2}},
       {}});
  EXPECT_EQ(bench.error(), "instruction 1: LOAD INP: expected elements below "
                           "2048 of the buffer, got 2047 to 2049");
  bench.stream.resize(1);
  bench.add({Load{{MemoryType::Inp, 0, 0, 1, 1, 1}}, {}});
  EXPECT_EQ(bench.error(),
            "instruction 1: LOAD INP: DRAM: expected addresses within one "
            "allocation, got 0x0 to 0x10");
  bench.stream.resize(1);
  bench.add({Gemm{{true, 0, 8193, 1, 1}, 0, 0}, {}});
  EXPECT_EQ(bench.error(), "instruction 1: GEMM: uop_end: expected at most "
                           "8192 micro-ops, got 8193");
}

TEST(VtaFunctionalSimulator, RefusesMalformedStreams) {
  Bench bench;
  bench.stream = {Word{6, 0}};
  EXPECT_EQ(bench.run(), TVM_INVALID_ARGUMENT);
  EXPECT_EQ(lastError(), "instruction 0: unknown opcode 6");
  bench.stream = {Word{3, 0}};
  EXPECT_EQ(bench.run(), TVM_INVALID_ARGUMENT);
  EXPECT_EQ(lastError(), "instruction 0: FINISH: expected FINISH at the end "
                         "and nowhere else");
}

TEST(VtaFunctionalSimulator, StopsAtItsLimit) {
  Bench bench;
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
  Bench bench;
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
  Bench bench;
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
