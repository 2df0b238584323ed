// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A convolution on the device that is linked equals the reference.
#ifndef TEST_RUNTIME_VTA_CONVOLUTIONCHECK_H
#define TEST_RUNTIME_VTA_CONVOLUTIONCHECK_H

#include "test/runtime/vta/Convolution.h"
#include "test/runtime/vta/LoadedProgram.h"
#include "test/runtime/vta/RandomInstructions.h"

#include <gtest/gtest.h>

namespace tvm::test {

inline std::vector<int8_t> randomBytes(uint64_t size, unsigned seed) {
  Random random(seed);
  std::vector<int8_t> bytes(size);
  for (int8_t &byte : bytes)
    byte = int8_t(random());
  return bytes;
}

inline void checkConvolution(const runtime::vta::Configuration &configuration,
                             const Convolution &convolution,
                             const Tiling &tiling, int numSeeds) {
  ASSERT_TRUE(tiling.fits(configuration, convolution));
  runtime::vta::Program program =
      makeConvolution(configuration, convolution, tiling);
  LoadedProgram loaded(program);
  std::vector<int8_t> data = randomBytes(loaded.sizeOf("data"), 1);
  std::vector<int8_t> weights = maskGroups(
      configuration, convolution, randomBytes(loaded.sizeOf("weights"), 2));
  loaded.write("data", data);
  loaded.write("weights", weights);
  std::vector<int8_t> expected =
      convolve(configuration, convolution, data, weights);
  for (int seed = 0; seed < numSeeds; ++seed) {
    loaded.write("result", std::vector<int8_t>(expected.size(), -1));
    ASSERT_EQ(loaded.run(seed), VTA_OK) << vta_last_error();
    ASSERT_EQ(loaded.read("result"), expected) << "seed " << seed;
  }
  EXPECT_EQ(loaded.counters.gemm_iterations,
            convolution.gemmCycles(configuration));
  EXPECT_EQ(loaded.counters.out_store_bytes, expected.size());
}

} // namespace tvm::test

#endif // TEST_RUNTIME_VTA_CONVOLUTIONCHECK_H
