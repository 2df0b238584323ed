// Whole programs, with the tokens that they need.
#include "test/runtime/vta/Convolution.h"
#include "test/runtime/vta/LoadedProgram.h"
#include "test/runtime/vta/RandomInstructions.h"

#include <gtest/gtest.h>

using namespace tvm::runtime::vta;
using namespace tvm::test;

static std::vector<int8_t> randomBytes(uint64_t size, unsigned seed) {
  Random random(seed);
  std::vector<int8_t> bytes(size);
  for (int8_t &byte : bytes)
    byte = int8_t(random());
  return bytes;
}

static void check(const Configuration &configuration,
                  const Convolution &convolution, const Tiling &tiling,
                  int numSeeds) {
  Program program = makeConvolution(configuration, convolution, tiling);
  LoadedProgram loaded(program);
  std::vector<int8_t> data = randomBytes(loaded.sizeOf("data"), 1);
  std::vector<int8_t> weights = randomBytes(loaded.sizeOf("weights"), 2);
  loaded.write("data", data);
  loaded.write("weights", weights);
  std::vector<int8_t> expected =
      convolve(configuration, convolution, data, weights);
  for (int seed = 0; seed < numSeeds; ++seed) {
    loaded.write("result", std::vector<int8_t>(expected.size(), -1));
    ASSERT_EQ(loaded.run(seed), VTA_OK) << vta_last_error();
    ASSERT_EQ(loaded.read("result"), expected) << "seed " << seed;
  }
  uint64_t block = configuration.block();
  EXPECT_EQ(loaded.counters.gemm_iterations,
            convolution.macs() / (block * block));
  EXPECT_EQ(loaded.counters.out_store_bytes, expected.size());
}

TEST(VtaConvolution, EqualsTheReferenceInAnyOrder) {
  for (size_t i = 0; i < 4; ++i) {
    const Configuration &configuration = testConfigurations()[i];
    SCOPED_TRACE(configuration.key());
    for (unsigned threads : {1, 2})
      for (unsigned blocks : {1, 2}) {
        check(configuration, {8, 64, 64, 3, 1, 1, 7}, {2, blocks, threads}, 10);
        check(configuration, {8, 64, 64, 3, 2, 1, 7}, {2, blocks, threads}, 10);
      }
  }
}

TEST(VtaConvolution, ThreadsMayHaveDifferentNumbersOfTiles) {
  for (unsigned threads : {1, 2, 3})
    check(Configuration(), {5, 48, 16, 3, 1, 1, 7}, {1, 1, threads}, 20);
}

TEST(VtaConvolution, SeveralBlocksOfInputsAtOnce) {
  for (unsigned threads : {1, 2})
    for (unsigned inputs : {2, 4}) {
      check(Configuration(), {8, 64, 32, 3, 2, 1, 7}, {2, 2, threads, inputs},
            10);
      check(Configuration(), {8, 64, 32, 1, 2, 0, 7}, {2, 2, threads, inputs},
            10);
    }
}

TEST(VtaConvolution, MatrixProducts) {
  for (unsigned threads : {1, 2})
    check(Configuration(), {1, 128, 128, 1, 1, 0, 6}, {1, 2, threads}, 20);
}

TEST(VtaConvolution, OfResNet) {
  for (const NamedConvolution &named : resNetConvolutions()) {
    SCOPED_TRACE(named.name);
    check(Configuration(), named.convolution, named.tiling, 2);
    check(Configuration(), named.convolution, named.singleTiling, 1);
  }
}
