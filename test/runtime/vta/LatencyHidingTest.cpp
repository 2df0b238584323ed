// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two virtual threads hide latency: ResNet's convolutions, each tiled for one
// thread and for two.
#include "test/runtime/vta/Convolution.h"
#include "test/runtime/vta/LoadedProgram.h"

#include <gtest/gtest.h>

using namespace tvm::runtime::vta;
using namespace tvm::test;

static uint64_t cyclesOf(const Convolution &convolution, const Tiling &tiling) {
  Configuration configuration;
  EXPECT_TRUE(tiling.fits(configuration, convolution));
  Program program = makeConvolution(configuration, convolution, tiling);
  LoadedProgram loaded(program);
  EXPECT_EQ(loaded.run(0), VTA_OK) << vta_last_error();
  return loaded.counters.cycles;
}

TEST(VtaLatencyHiding, ReachesTheBounds) {
  uint64_t ideal = 0, single = 0, both = 0;
  for (const NamedConvolution &named : resNetConvolutions()) {
    uint64_t cycles = cyclesOf(named.convolution, named.tiling);
    ideal += named.convolution.gemmCycles(Configuration());
    single += cyclesOf(named.convolution, named.singleTiling);
    both += cycles;
    EXPECT_GE(named.convolution.computeCycles(Configuration()), 0.9 * cycles)
        << named.name;
  }
  EXPECT_GE(ideal, 0.88 * both);
  EXPECT_GE(single, 1.2 * both);
}
