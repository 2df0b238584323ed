// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs whose cycles were counted by hand, rule by rule.
#include "runtime/vta/cycles/CycleModel.h"

#include "runtime/vta/cycles/TraceWriter.h"
#include "test/runtime/vta/Bench.h"

#include <numeric>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;
using namespace tvm::test;

namespace {

struct CycleBench : Bench<CycleModel> {
  using Bench::Bench;

  uint64_t cycles() {
    EXPECT_EQ(run(), TVM_OK) << lastError();
    return counters.cycles;
  }
  const Timing &timing() const { return simulator.timing(); }

  /// [begin, end) of an instruction.
  std::pair<uint64_t, uint64_t> slice(uint32_t instruction) const {
    for (const Timing::Slice &slice : timing().slices)
      if (slice.instruction == instruction)
        return {slice.begin, slice.end};
    ADD_FAILURE() << "no instruction " << instruction;
    return {};
  }
  uint64_t lengthOf(uint32_t instruction) const {
    auto [begin, end] = slice(instruction);
    return end - begin;
  }

  Load load(MemoryType type, uint32_t rows, uint32_t columns,
            uint64_t offset = 0) const {
    return {{type, 0, elementAt(type, offset), rows, columns, columns}};
  }
  Store store(uint32_t rows, uint32_t columns) const {
    return {{MemoryType::Out, 0, elementAt(MemoryType::Out), rows, columns,
             columns}};
  }
};

using Slice = std::pair<uint64_t, uint64_t>;

Gemm gemm(uint32_t uops, uint32_t out, uint32_t in) {
  return {{true, 0, uops, out, in}, 0, 0};
}

Alu alu(uint32_t uops, uint32_t out, uint32_t in, bool useImmediate) {
  Alu alu;
  static_cast<Loops &>(alu) = {false, 0, uops, out, in};
  alu.useImmediate = useImmediate;
  return alu;
}

} // namespace

// An address in cycle 0, 64 cycles, two beats, and one cycle for FINISH.
TEST(VtaCycleModel, FinishAlone) {
  CycleBench bench;
  EXPECT_EQ(bench.cycles(), 64u + 2 + 1);
  EXPECT_EQ(bench.slice(0), Slice(66, 67));
}

TEST(VtaCycleModel, InstructionsArriveAsTheirBeatsDo) {
  for (unsigned width : {1, 4, 8, 16, 32, 128}) {
    Configuration configuration;
    configuration.memReadBytesPerCycle = width;
    CycleBench bench(configuration);
    for (int i = 0; i < 4; ++i)
      bench.add(idle(Module::Load, {}));
    // One instruction is handed on per cycle, however many a beat has.
    uint64_t last =
        std::max<uint64_t>(5 * 16 / width, (16 + width - 1) / width + 4);
    EXPECT_EQ(bench.cycles(), 64 + last + 1) << width;
  }
}

// 128 instructions are 256 beats. The second burst is requested in the cycle
// after the last of them was handed on.
TEST(VtaCycleModel, FetchReadsBurstByBurst) {
  CycleBench bench;
  for (int i = 0; i < 127; ++i)
    bench.add(idle(Module::Load, {}));
  EXPECT_EQ(bench.cycles(), 64u + 256 + 1);
  bench.add(idle(Module::Load, {}));
  EXPECT_EQ(bench.cycles(), 64u + 256 + 1 + 64 + 2 + 1);
}

TEST(VtaCycleModel, GemmTakesACyclePerMicroOp) {
  CycleBench bench;
  bench.add({gemm(3, 5, 7), {}});
  bench.add({gemm(3, 0, 7), {}});
  bench.cycles();
  EXPECT_EQ(bench.lengthOf(0), 1u + 3 * 5 * 7 + 2);
  EXPECT_EQ(bench.lengthOf(1), 1u);
}

TEST(VtaCycleModel, AluTakesOneOrTwo) {
  Configuration configuration;
  configuration.accWriteLatency = 5;
  CycleBench bench(configuration);
  bench.add({bench.load(MemoryType::Uop, 1, 3), {}});
  bench.add({alu(3, 5, 7, true), {}});
  bench.add({alu(3, 5, 7, false), {}});
  bench.cycles();
  EXPECT_EQ(bench.lengthOf(1), 1u + 3 * 5 * 7 + 5);
  EXPECT_EQ(bench.lengthOf(2), 1u + 2 * 3 * 5 * 7 + 5);
}

// Weights of 256 bytes: 32 beats each.
TEST(VtaCycleModel, LoadWaitsForLatencyOnce) {
  CycleBench bench;
  bench.add({bench.load(MemoryType::Wgt, 1, 4), {}});
  bench.cycles();
  EXPECT_EQ(bench.lengthOf(0), 1u + 64 + 4 * 32);
}

TEST(VtaCycleModel, RowsAreAGapApart) {
  for (unsigned gap : {0, 1, 9}) {
    Configuration configuration;
    configuration.memRowGap = gap;
    CycleBench bench(configuration);
    bench.add({bench.load(MemoryType::Inp, 5, 3), {}});
    bench.cycles();
    EXPECT_EQ(bench.lengthOf(0), 1u + 64 + 5 * 3 * 2 + 4 * gap);
  }
}

// Rows of one beat: the second address goes out when the first burst is there.
TEST(VtaCycleModel, OneBurstAtATime) {
  Configuration configuration;
  configuration.memOutstandingBursts = 1;
  configuration.memReadBytesPerCycle = 16;
  CycleBench bench(configuration);
  bench.add({bench.load(MemoryType::Inp, 5, 1), {}});
  bench.cycles();
  EXPECT_EQ(bench.lengthOf(0), 1u + 5 * (64 + 1));
}

// Two are on their way: the third address goes out when the first is there,
// the fourth a cycle and a gap later.
TEST(VtaCycleModel, AFewBurstsAtATime) {
  Configuration configuration;
  configuration.memOutstandingBursts = 2;
  configuration.memReadBytesPerCycle = 16;
  CycleBench bench(configuration);
  bench.add({bench.load(MemoryType::Inp, 4, 1), {}});
  bench.cycles();
  EXPECT_EQ(bench.lengthOf(0), 1u + 2 * (64 + 1) + 2);
}

TEST(VtaCycleModel, PaddingIsWrittenFirst) {
  CycleBench bench;
  Load load = bench.load(MemoryType::Inp, 2, 3);
  load.padTop = 1;
  load.padLeft = 2;
  load.padRight = 4;
  bench.add({load, {}});
  bench.cycles();
  EXPECT_EQ(bench.lengthOf(0), 1u + (9 + 2 * 6) + 64 + 2 * 3 * 2 + 1);
}

TEST(VtaCycleModel, PaddingAlone) {
  CycleBench bench;
  Load load = bench.load(MemoryType::Inp, 0, 3);
  load.padTop = 2;
  bench.add({load, {}});
  load.xSize = 0;
  bench.add({load, {}});
  bench.cycles();
  EXPECT_EQ(bench.lengthOf(0), 1u + 6);
  EXPECT_EQ(bench.lengthOf(1), 1u);
}

// Data leave at once, and the response comes after the latency.
TEST(VtaCycleModel, StoreWaitsForTheResponse) {
  CycleBench bench;
  bench.add({bench.store(2, 3), {}});
  bench.cycles();
  EXPECT_EQ(bench.lengthOf(0), 1u + 2 * 3 * 2 + 1 + 64);
}

// 16 beats each, of which the second are requested two cycles later.
TEST(VtaCycleModel, AChannelServesOneAfterTheOther) {
  CycleBench bench;
  bench.add({bench.load(MemoryType::Inp, 1, 8), {}});
  bench.add({bench.load(MemoryType::Acc, 1, 2), {}});
  bench.cycles();
  EXPECT_EQ(bench.slice(0), Slice(66, 66 + 1 + 64 + 16));
  EXPECT_EQ(bench.slice(1), Slice(68, 66 + 1 + 64 + 16 + 16));
  EXPECT_EQ(bench.timing().of(Unit::Compute).channelWaits, 14u);
  EXPECT_EQ(bench.timing().of(Unit::Load).channelWaits, 0u);
}

static uint64_t endOfStore(bool isShared) {
  Configuration configuration;
  configuration.memSharedChannel = isShared;
  CycleBench bench(configuration);
  // 512 beats of reads, from the cycle 66 + 1 + 64 on; the store is ready in
  // cycle 66 + 2 + 70 + 1, when the channel moves the first 256.
  bench.add({bench.load(MemoryType::Wgt, 1, 16), {}});
  Load wait = bench.load(MemoryType::Uop, 0, 69);
  wait.padTop = 1;
  bench.add({wait, bits(PushNext)});
  bench.add({bench.store(1, 4), bits(PopPrev)});
  EXPECT_EQ(bench.run(), TVM_OK) << lastError();
  EXPECT_EQ(bench.slice(2).first, 66u + 2 + 70);
  EXPECT_EQ(bench.slice(0).second, 66u + 1 + 64 + 512);
  return bench.slice(2).second;
}

// The second burst of the load was ready before the store was.
TEST(VtaCycleModel, ReadsAndWritesMayShareAChannel) {
  EXPECT_EQ(endOfStore(false), 66u + 2 + 70 + 1 + 8 + 64);
  EXPECT_EQ(endOfStore(true), 66u + 1 + 64 + 512 + 8 + 64);
}

TEST(VtaCycleModel, TokensCanBePoppedAtOnce) {
  CycleBench bench;
  bench.add({bench.load(MemoryType::Wgt, 1, 4), bits(PushNext)});
  bench.add({gemm(1, 1, 1), bits(PopPrev)});
  bench.cycles();
  EXPECT_EQ(bench.slice(1).first, bench.slice(0).second);
  EXPECT_EQ(bench.timing()
                .of(Unit::Compute)
                .cyclesOf(Activity::waitForToken(TokenQueue::LoadToCompute)),
            66u + 1 + 64 + 128 - 68);
}

// The second load has been executed long before there is room for its token.
TEST(VtaCycleModel, AFullTokenQueueHoldsTheModule) {
  Configuration configuration;
  configuration.tokenQueueDepth = 1;
  CycleBench bench(configuration);
  bench.add({gemm(1, 1, 97), {}});
  for (int i = 0; i < 3; ++i)
    bench.add(idle(Module::Load, bits(PushNext)));
  for (int i = 0; i < 3; ++i)
    bench.add(idle(Module::Compute, bits(PopPrev)));
  bench.cycles();
  EXPECT_EQ(bench.slice(0), Slice(66, 166));
  EXPECT_EQ(bench.slice(1), Slice(68, 69));
  EXPECT_EQ(bench.slice(2), Slice(70, 166));
  EXPECT_EQ(bench.slice(3), Slice(166, 167));
  EXPECT_EQ(bench.slice(4), Slice(166, 167));
  EXPECT_EQ(bench.slice(6), Slice(168, 169));
  EXPECT_EQ(bench.timing()
                .of(Unit::Load)
                .cyclesOf(Activity::waitForRoom(TokenQueue::LoadToCompute)),
            166u - 71);
}

// Fetch waits for room in the queue of compute, so that the load behind it
// does not get to its idle module.
TEST(VtaCycleModel, AFullCommandQueueHoldsAllBehindIt) {
  Configuration configuration;
  configuration.commandQueueDepth = 1;
  CycleBench bench(configuration);
  bench.add({gemm(1, 1, 97), {}});
  bench.add(idle(Module::Compute, {}));
  bench.add(idle(Module::Compute, {}));
  bench.add(idle(Module::Load, {}));
  bench.cycles();
  EXPECT_EQ(bench.slice(0), Slice(66, 166));
  // The second waits in the queue, the third in fetch from cycle 70 on.
  EXPECT_EQ(bench.slice(1), Slice(166, 167));
  EXPECT_EQ(bench.slice(3), Slice(167, 168));
  EXPECT_EQ(bench.timing()
                .of(Unit::Fetch)
                .cyclesOf(Activity::waitForRoom(Module::Compute)),
            166u - 70);
}

TEST(VtaCycleModel, StopsAtItsLimit) {
  CycleBench bench;
  bench.add({bench.load(MemoryType::Wgt, 1, 4), {}});
  uint64_t cycles = bench.cycles();
  EXPECT_EQ(bench.run(0, cycles), TVM_OK);
  EXPECT_EQ(bench.run(0, cycles - 1), TVM_RUN_FAILED);
  EXPECT_EQ(lastError(), "expected at most " + std::to_string(cycles - 1) +
                             " cycles in all");
  bench.stream.clear();
  bench.add({alu(8192, 16383, 16383, true), {}});
  EXPECT_EQ(bench.run(0, 1000000), TVM_RUN_FAILED);
  EXPECT_EQ(lastError(),
            "instruction 0: ALU MIN: expected at most 1000000 cycles in all");
}

TEST(VtaCycleModel, EveryCycleIsAccountedForOnce) {
  CycleBench bench;
  bench.add({bench.load(MemoryType::Wgt, 1, 4), bits(PushNext)});
  bench.add({gemm(3, 5, 7), bits(PopPrev | PushNext)});
  bench.add({bench.store(1, 4), bits(PopPrev)});
  uint64_t cycles = bench.cycles();
  for (const Timing::UnitTiming &unit : bench.timing().units)
    EXPECT_EQ(
        std::accumulate(unit.cycles.begin(), unit.cycles.end(), uint64_t(0)),
        cycles);
  EXPECT_EQ(bench.timing().of(Unit::Compute).busy(), 1u + 105 + 2 + 1);
}

TEST(VtaCycleModel, WritesATraceAndASummary) {
  CycleBench bench;
  bench.add({gemm(1, 1, 1), {}});
  bench.cycles();
  EXPECT_EQ(summaryOf(bench.timing()), "cycles: 71\n"
                                       "load: busy 0 (0.0 %), idle 71\n"
                                       "compute: busy 5 (7.0 %), idle 66\n"
                                       "store: busy 0 (0.0 %), idle 71\n"
                                       "fetch: busy 68 (95.8 %), idle 3\n");
  std::vector<Instruction> instructions = {{gemm(1, 1, 1), {}}, {Finish(), {}}};
  std::string trace = traceOf(bench.timing(), instructions);
  EXPECT_EQ(trace.rfind("{\"traceEvents\":[", 0), 0u);
  EXPECT_NE(trace.find("{\"args\":{\"instruction\":0},\"dur\":4,\"name\":"
                       "\"GEMM\",\"ph\":\"X\",\"pid\":0,\"tid\":1,\"ts\":66}"),
            std::string::npos)
      << trace;
  EXPECT_NE(trace.find("\"dur\":1,\"name\":\"FINISH\""), std::string::npos);
}
