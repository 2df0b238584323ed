// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device's errors for programs that only hardware finds wrong.
#include "hardware/harness/RtlDevice.h"
#include "test/runtime/vta/Bench.h"

#include <gtest/gtest.h>

using namespace tvm::hardware;
using namespace tvm::runtime;
using namespace tvm::runtime::vta;
using namespace tvm::test;

namespace {

class RtlBench : public Bench<RtlDevice> {
public:
  /// Returns the error of a run of `instruction` after LOAD UOP of `uop`.
  std::string errorOf(uint32_t uop, const Instruction &instruction) {
    std::memcpy(dram.find(address, 4), &uop, 4);
    stream.clear();
    add({Load{{MemoryType::Uop, 0, elementAt(MemoryType::Uop), 1, 1, 1}}, {}});
    add(instruction);
    EXPECT_EQ(run(), TVM_RUN_FAILED);
    return lastError();
  }
};

} // namespace

// A micro-op of the default core has 11 bits each of accumulator and inputs,
// and 10 of weights.
TEST(VtaRtlDevice, NamesMicroOpsBeyondBuffers) {
  RtlBench bench;
  Loops loops{false, 0, 1, 1, 2};
  loops.dstFactorIn = 1;
  EXPECT_EQ(bench.errorOf(2047, {Gemm{loops}, {}}),
            "instruction 1: GEMM: micro-op 0: dst: expected indices below "
            "2048");
  EXPECT_EQ(bench.errorOf(2047, {Alu{loops}, {}}),
            "instruction 1: ALU MIN: micro-op 0: dst: expected indices below "
            "2048");
  loops.dstFactorIn = 0;
  loops.srcFactorIn = 1;
  EXPECT_EQ(bench.errorOf(2047 << 11, {Gemm{loops}, {}}),
            "instruction 1: GEMM: micro-op 0: src: expected indices below "
            "2048");
  EXPECT_EQ(bench.errorOf(2047 << 11, {Alu{loops}, {}}),
            "instruction 1: ALU MIN: micro-op 0: src: expected indices below "
            "2048");
  loops.srcFactorIn = 0;
  EXPECT_EQ(bench.errorOf(1023u << 22, {Gemm{loops, 0, 1}, {}}),
            "instruction 1: GEMM: micro-op 0: wgt: expected indices below "
            "1024");
}

// Buffers that are not read may have any address.
TEST(VtaRtlDevice, ChecksOnlyWhatIsRead) {
  RtlBench bench;
  uint32_t uop = 2047 << 11;
  std::memcpy(bench.dram.find(bench.address, 4), &uop, 4);
  bench.add(
      {Load{{MemoryType::Uop, 0, bench.elementAt(MemoryType::Uop), 1, 1, 1}},
       {}});
  Loops loops{true, 0, 1, 1, 2};
  loops.srcFactorIn = 1;
  bench.add({Gemm{loops, 0, 1023}, {}});
  Alu alu{loops};
  alu.reset = false;
  alu.useImmediate = true;
  bench.add({alu, {}});
  EXPECT_EQ(bench.run(), TVM_OK) << lastError();
  EXPECT_EQ(bench.counters.gemmIterations, 0u);
  EXPECT_EQ(bench.counters.aluIterations, 2u);
}

// Five bits for each index of that core.
TEST(VtaRtlDevice, RefusesWhatIsNoMicroOp) {
  Configuration configuration;
  for (const RtlCoreEntry &entry : rtlCores())
    if (std::string(entry.name) == "wide")
      ASSERT_EQ(Configuration::parse(entry.configuration, configuration),
                TVM_OK);
  Bench<RtlDevice> bench(configuration);
  uint32_t uop = 1 << 15;
  std::memcpy(bench.dram.find(bench.address, 4), &uop, 4);
  bench.add(
      {Load{{MemoryType::Uop, 0, bench.elementAt(MemoryType::Uop), 1, 1, 1}},
       {}});
  EXPECT_EQ(bench.run(), TVM_RUN_FAILED);
  EXPECT_EQ(lastError(), "instruction 0: LOAD UOP: expected micro-ops of at "
                         "most 15 bits");
}

TEST(VtaRtlDevice, StopsAtItsLimit) {
  Bench<RtlDevice> bench;
  bench.add(
      {Load{{MemoryType::Wgt, 0, bench.elementAt(MemoryType::Wgt), 1, 4, 4}},
       {}});
  ASSERT_EQ(bench.run(), TVM_OK) << lastError();
  uint64_t cycles = bench.counters.cycles;
  EXPECT_EQ(bench.run(0, cycles), TVM_OK);
  EXPECT_EQ(bench.run(0, cycles - 1), TVM_RUN_FAILED);
  EXPECT_EQ(lastError(), "expected at most " + std::to_string(cycles - 1) +
                             " cycles in all");
  bench.stream.clear();
  bench.add({Alu{{false, 0, 8192, 16383, 16383}}, {}});
  EXPECT_EQ(bench.run(0, 10000), TVM_RUN_FAILED);
  EXPECT_EQ(lastError(), "expected at most 10000 cycles in all");
  bench.stream.clear();
  EXPECT_EQ(bench.run(), TVM_OK);
}

TEST(VtaRtlDevice, RefusesConfigurationsWithoutACore) {
  Configuration configuration;
  configuration.accWriteLatency = 7;
  Dram dram(4096);
  RtlDevice device(configuration, dram);
  EXPECT_EQ(device.create(), TVM_INVALID_ARGUMENT);
  EXPECT_EQ(
      lastError().rfind("expected a configuration that a core was built for "
                        "(1x16_i8w8a32_15_15_18_17 (8 bytes read, 8 written "
                        "per cycle, write latency 2, queues of 512 and 1024);",
                        0),
      0u)
      << lastError();
  EXPECT_NE(lastError().find("got 1x16_i8w8a32_15_15_18_17 (8 bytes read, 8 "
                             "written per cycle, write latency 7,"),
            std::string::npos);
}
