// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convolutions of ResNet: the core takes the cycles that the model says. (The
// larger ones are in benchmarks/vta.)
#include "hardware/harness/RtlDevice.h"
#include "runtime/vta/cycles/CycleModel.h"
#include "test/hardware/ProgramRun.h"
#include "test/runtime/vta/Convolution.h"

#include <gtest/gtest.h>

using namespace tvm::hardware;
using namespace tvm::runtime::vta;
using namespace tvm::test;

template <typename Simulator>
static std::unique_ptr<Device> make(const Configuration &configuration,
                                    Dram &dram) {
  return std::make_unique<Simulator>(configuration, dram);
}

static void check(const Program &program) {
  ProgramResult model = runProgram(program, make<CycleModel>);
  ProgramResult rtl = runProgram(program, make<RtlDevice>);
  EXPECT_EQ(rtl.bytes, model.bytes);
  EXPECT_LE(rtl.counters.cycles, 1.05 * model.counters.cycles);
  EXPECT_GE(rtl.counters.cycles, 0.95 * model.counters.cycles);
  EXPECT_EQ(rtl.counters.gemmIterations, model.counters.gemmIterations);
  EXPECT_EQ(rtl.counters.aluIterations, model.counters.aluIterations);
  EXPECT_EQ(rtl.counters.wgtLoadBytes, model.counters.wgtLoadBytes);
}

TEST(VtaRtlLayers, SmallOnes) {
  for (const NamedConvolution &layer : resNetConvolutions()) {
    if (layer.convolution.kernel != 1)
      continue;
    SCOPED_TRACE(layer.name);
    for (const Tiling &tiling : {layer.tiling, layer.singleTiling})
      check(makeConvolution(Configuration(), layer.convolution, tiling));
  }
}

/// Settings of memory that were not used while the model was written.
TEST(VtaRtlLayers, OtherMemories) {
  for (auto [latency, gap, bursts, shared] :
       {std::array<unsigned, 4>{20, 4, 2, 1}, {150, 0, 4, 0}, {300, 9, 1, 1}}) {
    Configuration configuration;
    configuration.memLatency = latency;
    configuration.memRowGap = gap;
    configuration.memOutstandingBursts = bursts;
    configuration.memSharedChannel = shared;
    check(makeConvolution(configuration, {14, 64, 128, 3, 1, 1, 7},
                          {7, 4, 2, 1}));
  }
}
