// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The core through its registers, without the driver's checks.
#include "hardware/harness/RtlDevice.h"
#include "test/runtime/vta/Bench.h"

#include <gtest/gtest.h>

using namespace tvm::hardware;
using namespace tvm::runtime::vta;
using namespace tvm::test;

namespace {

/// The default core.
class CoreBench {
public:
  CoreBench() : dram(4096), memory({}, dram) {
    EXPECT_FALSE(dram.create(1 << 20).failed());
    EXPECT_FALSE(dram.allocate(4096, address).failed());
    core = rtlCores().front().make(1);
    driver = std::make_unique<RegisterDriver>(*core, memory);
    driver->reset();
  }

  void add(const Instruction &instruction) {
    Word word;
    ASSERT_FALSE(Encoding(Configuration()).encode(instruction, word).failed());
    stream.push_back(word);
  }

  void run() {
    memory.reset(stream);
    driver->write(Register::NumInstructions, stream.size());
    driver->write(Register::Control, 1);
    ASSERT_TRUE(driver->wait(100000));
  }

  uint32_t status() { return driver->read(Register::Status); }
  uint32_t error() { return driver->read(Register::Error); }

  Dram dram;
  AxiMemory memory;
  std::unique_ptr<RtlCore> core;
  std::unique_ptr<RegisterDriver> driver;
  std::vector<Word> stream;
  uint64_t address = 0;
};

constexpr uint32_t ofCompute = 1 << 4, ofStore = 2 << 4, ofFetch = 3 << 4;
constexpr uint32_t illegal = 1, ofBus = 3;

} // namespace

TEST(VtaCore, RegistersHoldWhatIsWritten) {
  CoreBench bench;
  EXPECT_EQ(bench.driver->read(Register::CommandLimit), 512u);
  EXPECT_EQ(bench.driver->read(Register::TokenLimit), 1024u);
  EXPECT_EQ(bench.driver->read(Register::BurstLimit), 8u);
  bench.driver->writeLong(Register::Stream, 0x123456789abcdef0);
  EXPECT_EQ(bench.driver->readLong(Register::Stream), 0x123456789abcdef0u);
  bench.driver->write(Register::TokenLimit, 3);
  EXPECT_EQ(bench.driver->read(Register::TokenLimit), 3u);
  bench.driver->reset();
  EXPECT_EQ(bench.driver->read(Register::TokenLimit), 1024u);
}

TEST(VtaCore, SaysWhatItHasDone) {
  CoreBench bench;
  for (int i = 0; i < 3; ++i)
    bench.add(idle(Module::Load, bits(PushNext)));
  bench.add(idle(Module::Compute, bits(PopPrev)));
  bench.add({Finish(), {}});
  bench.run();
  EXPECT_EQ(bench.status(), StatusBits::done);
  EXPECT_EQ(bench.driver->read(Register::NumFetched), 5u);
  EXPECT_EQ(bench.driver->read(Register::ModuleCounts, 0), 3u);
  EXPECT_EQ(bench.driver->read(Register::ModuleCounts, 1), 3u);
  EXPECT_EQ(bench.driver->read(Register::ModuleCounts, 2), 2u);
  EXPECT_EQ(bench.driver->read(Register::TokenCounts, 0), 2u);
  EXPECT_EQ(bench.driver->readLong(Register::Cycles), 64u + 10 + 1);
}

TEST(VtaCore, RefusesWhatIsNoInstruction) {
  // An unknown opcode; ALU with reset_reg; a LOAD INP with pop_prev.
  for (Word word :
       {Word{7, 0}, Word{4 | 1 << 7, 0}, Word{2 << 7 | 1 << 3, 0}}) {
    CoreBench bench;
    bench.add(idle(Module::Load, {}));
    bench.stream.push_back(word);
    bench.add({Finish(), {}});
    bench.run();
    EXPECT_EQ(bench.status(), StatusBits::done | StatusBits::failed);
    EXPECT_EQ(bench.error(), ofFetch | illegal);
    EXPECT_EQ(bench.driver->read(Register::NumFetched), 1u);
  }
}

TEST(VtaCore, RefusesFinishElsewhere) {
  CoreBench bench;
  bench.add({Finish(), {}});
  bench.add({Finish(), {}});
  bench.run();
  EXPECT_EQ(bench.error(), ofFetch | illegal);
  EXPECT_EQ(bench.driver->read(Register::NumFetched), 0u);
  bench.stream = {};
  bench.add(idle(Module::Load, {}));
  bench.run();
  EXPECT_EQ(bench.error(), ofFetch | illegal);
}

// Nothing is allocated there.
TEST(VtaCore, ReportsErrorsOfTheBus) {
  for (unsigned stalls : {0, 50}) {
    CoreBench bench;
    bench.memory.stall(stalls, 1);
    bench.add({Load{{MemoryType::Inp, 0, 1024, 4, 4, 300}}, {}});
    bench.add({Finish(), {}});
    bench.run();
    EXPECT_EQ(bench.error(), ofBus);
    bench.stream.clear();
    bench.add({Load{{MemoryType::Acc, 0, 1024, 4, 4, 300}}, {}});
    bench.add({Finish(), {}});
    bench.run();
    EXPECT_EQ(bench.error(), ofCompute | ofBus);
    bench.stream.clear();
    bench.add({Store{{MemoryType::Out, 0, 1024, 4, 4, 300}}, {}});
    bench.add({Finish(), {}});
    bench.run();
    EXPECT_EQ(bench.error(), ofStore | ofBus);
    // And goes on afterwards.
    bench.stream.clear();
    bench.add({Finish(), {}});
    bench.run();
    EXPECT_EQ(bench.status(), StatusBits::done);
  }
}

// The stream ends in the middle of memory.
TEST(VtaCore, ReportsErrorsOfFetch) {
  CoreBench bench;
  bench.add(idle(Module::Load, {}));
  bench.memory.reset(bench.stream);
  bench.driver->write(Register::NumInstructions, 200);
  bench.driver->write(Register::Control, 1);
  ASSERT_TRUE(bench.driver->wait(100000));
  EXPECT_EQ(bench.error(), ofFetch | ofBus);
}
