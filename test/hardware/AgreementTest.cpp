// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The core does what the simulators do, in the cycles that the model says.
#include "hardware/harness/RtlDevice.h"
#include "test/runtime/vta/fuzz/Execution.h"

#include <gtest/gtest.h>

using namespace tvm::hardware;
using namespace tvm::runtime::vta;
using namespace tvm::test;

static std::unique_ptr<Device> makeRtl(const Configuration &configuration,
                                       Dram &dram) {
  return std::make_unique<RtlDevice>(configuration, dram);
}

/// With a memory that stalls in half of the cycles.
static std::unique_ptr<Device> makeStalled(const Configuration &configuration,
                                           Dram &dram) {
  auto device = std::make_unique<RtlDevice>(configuration, dram);
  device->stall(50, 1);
  return device;
}

/// Takes the parameters that programs do not depend on from the core for them.
static void takeHardware(Configuration &configuration) {
  for (const RtlCoreEntry &entry : rtlCores()) {
    Configuration built;
    ASSERT_EQ(Configuration::parse(entry.configuration, built), TVM_OK);
    if (!built.hasSameIsa(configuration))
      continue;
    configuration.memReadBytesPerCycle = built.memReadBytesPerCycle;
    configuration.memWriteBytesPerCycle = built.memWriteBytesPerCycle;
    configuration.accWriteLatency = built.accWriteLatency;
  }
}

/// Whether it runs, and does the same whatever the order of modules is, and
/// whatever is on the chip.
static bool isDetermined(const FuzzCase &fuzzCase) {
  Outcome outcome = execute(fuzzCase, 0);
  for (uint64_t seed = 1; seed < 20 && outcome.error.empty(); ++seed)
    if (!(execute(fuzzCase, seed) == outcome))
      return false;
  return outcome.error.empty();
}

static std::vector<FuzzCase> legalCases(uint64_t seed, size_t count) {
  std::vector<FuzzCase> cases;
  for (; cases.size() < count; ++seed) {
    Random random(seed);
    FuzzCase fuzzCase = randomCase(random);
    takeHardware(fuzzCase.configuration);
    if (isDetermined(fuzzCase))
      cases.push_back(fuzzCase);
  }
  return cases;
}

static void checkCycles(uint64_t rtl, uint64_t model) {
  EXPECT_LE(rtl, 1.05 * model);
  EXPECT_GE(rtl, 0.95 * model);
}

static void checkCase(const FuzzCase &fuzzCase) {
  Outcome expected = execute(fuzzCase, 0);
  Outcome timed = executeTimed(fuzzCase, 0);
  Outcome rtl = executeOn(makeRtl, fuzzCase, 0);
  ASSERT_EQ(rtl.error, "");
  EXPECT_EQ(rtl.memory, expected.memory);
  EXPECT_FALSE(rtl.isOutside);
  EXPECT_EQ(rtl.counters.gemmIterations, timed.counters.gemmIterations);
  EXPECT_EQ(rtl.counters.aluIterations, timed.counters.aluIterations);
  EXPECT_EQ(rtl.counters.outStoreBytes, timed.counters.outStoreBytes);
  checkCycles(rtl.counters.cycles, timed.counters.cycles);
}

TEST(VtaRtlAgreement, LegalStreams) {
  size_t i = 0;
  for (const FuzzCase &fuzzCase : legalCases(0, 100)) {
    SCOPED_TRACE(std::to_string(i++) + " " + fuzzCase.configuration.key());
    checkCase(fuzzCase);
  }
}

/// Settings of memory that no core was written for.
TEST(VtaRtlAgreement, OtherMemories) {
  for (auto [latency, gap, bursts, shared] :
       {std::array<unsigned, 4>{0, 0, 1, 0},
        {0, 1, 8, 1},
        {17, 5, 2, 1},
        {200, 3, 16, 1}}) {
    for (FuzzCase &fuzzCase : legalCases(1000, 20)) {
      SCOPED_TRACE(fuzzCase.configuration.key());
      fuzzCase.configuration.memLatency = latency;
      fuzzCase.configuration.memRowGap = gap;
      fuzzCase.configuration.memOutstandingBursts = bursts;
      fuzzCase.configuration.memSharedChannel = shared;
      checkCase(fuzzCase);
    }
  }
}

TEST(VtaRtlAgreement, MemoryThatStalls) {
  for (const FuzzCase &fuzzCase : legalCases(2000, 50)) {
    Outcome rtl = executeOn(makeStalled, fuzzCase, 0);
    EXPECT_EQ(rtl.error, "");
    EXPECT_EQ(rtl.memory, execute(fuzzCase, 0).memory);
  }
}

// Which of several errors is found first depends on the order of modules.
TEST(VtaRtlAgreement, RefusesWhatSimulatorsRefuse) {
  unsigned numRefused = 0;
  for (uint64_t seed = 5000; numRefused < 100; ++seed) {
    Random random(seed);
    FuzzCase fuzzCase = randomCase(random);
    takeHardware(fuzzCase.configuration);
    Outcome timed = executeTimed(fuzzCase, 0);
    if (timed.error.empty())
      continue;
    ++numRefused;
    SCOPED_TRACE(timed.error);
    Outcome rtl = executeOn(makeRtl, fuzzCase, 0);
    EXPECT_NE(rtl.error, "") << seed;
    EXPECT_FALSE(rtl.isOutside);
  }
}
