// Programs whose cycles were counted by hand, rule by rule.
#include "runtime/vta/CycleModel.h"

#include "test/runtime/vta/Bench.h"

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

// 128 instructions are 256 beats. The second burst is asked for in the cycle
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
