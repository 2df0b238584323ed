// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/vta/programs/MatrixProduct.h"

#include "test/runtime/vta/programs/ProgramTest.h"

using namespace tvm::test;

static void check(Jit &jit, const MatrixProduct &product,
                  const MatrixTiling &tiling, uint64_t seed = 0) {
  std::vector<int8_t> data = randomBytes(product.rows * product.inputs, 1);
  std::vector<int8_t> weights =
      randomBytes(product.outputs * product.inputs, 2);
  EXPECT_EQ(multiplyOn(jit, product, tiling, data, weights, seed),
            multiply(product, data, weights));
  EXPECT_EQ(jit.counters.gemm_iterations,
            uint64_t(product.rows) * product.inputs * product.outputs /
                (jit.configuration.batch() * jit.configuration.block() *
                 jit.configuration.block()));
}

TEST_P(VtaProgram, OneTile) {
  Jit jit(GetParam());
  unsigned block = GetParam().block();
  for (uint64_t seed = 0; seed < 10; ++seed)
    check(jit, {4 * GetParam().batch(), 2 * block, 3 * block}, {4, 3, 2, 1},
          seed);
}

TEST_P(VtaProgram, BlockedWithThreads) {
  for (unsigned threads : {1, 2})
    for (uint64_t seed = 0; seed < 3; ++seed) {
      Jit jit(GetParam());
      check(jit, {32, 256, 256, 10}, {8, 2, 2, threads}, seed);
    }
}

// The outputs are padded to whole blocks.
TEST_P(VtaProgram, Dense) {
  unsigned block = GetParam().block();
  unsigned blocks = (1008 + block - 1) / block;
  for (unsigned threads : {1, 2}) {
    Jit jit(GetParam());
    check(jit, {16, 512, blocks * block, 10},
          {16 / GetParam().batch(), blocks % 9 ? 8u : 9u, 4, threads});
  }
}
