// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Against all micro-ops in the order of their execution.
#include "runtime/vta/jit/AccumulatorLatency.h"

#include "test/runtime/vta/RandomInstructions.h"

#include <gtest/gtest.h>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;
using namespace tvm::test;

static bool isLegal(const Microkernel &kernel, bool readsSource,
                    unsigned latency) {
  const Loops &loops = kernel.loops();
  std::vector<uint32_t> written;
  for (uint32_t i = 0; i < loops.iterOut; ++i)
    for (uint32_t j = 0; j < loops.iterIn; ++j)
      for (const MicroOp &uop : kernel.microOps) {
        uint32_t dst = uop.dst + i * loops.dstFactorOut + j * loops.dstFactorIn;
        uint32_t src = uop.src + i * loops.srcFactorOut + j * loops.srcFactorIn;
        for (size_t k = 1; k < latency && k <= written.size(); ++k) {
          uint32_t before = written[written.size() - k];
          if (before == dst || (readsSource && before == src))
            return false;
        }
        written.push_back(dst);
      }
  return true;
}

static Microkernel randomKernel(Random &random, bool isAlu, bool readsSource) {
  Microkernel kernel;
  if (isAlu)
    kernel.instruction.body = Alu();
  else
    kernel.instruction.body = Gemm();
  if (auto *alu = std::get_if<Alu>(&kernel.instruction.body))
    alu->useImmediate = !readsSource;
  Loops &loops = kernel.loops();
  loops.uopEnd = 1 + random() % 4;
  loops.iterOut = 1 + random() % 4;
  loops.iterIn = 1 + random() % 6;
  loops.dstFactorOut = random() % 8;
  loops.dstFactorIn = random() % 8;
  loops.srcFactorOut = random() % 8;
  loops.srcFactorIn = random() % 8;
  for (uint32_t i = 0; i < loops.uopEnd; ++i)
    kernel.microOps.push_back(
        {uint32_t(random() % 12), uint32_t(random() % 40), 0});
  return kernel;
}

TEST(VtaAccumulatorLatency, EqualsAnEnumeration) {
  Random random(3);
  int numLegal = 0, count = 20000;
  for (int round = 0; round < count; ++round) {
    bool isAlu = random() % 2, readsSource = isAlu && random() % 2;
    Microkernel kernel = randomKernel(random, isAlu, readsSource);
    unsigned latency = 1 + random() % 6;
    bool expected = isLegal(kernel, readsSource, latency);
    ASSERT_EQ(!checkAccumulatorLatency(kernel, latency).failed(), expected);
    numLegal += expected;
  }
  EXPECT_GT(numLegal, count / 10);
  EXPECT_LT(numLegal, count * 9 / 10);
}

TEST(VtaAccumulatorLatency, ResetsReadNothing) {
  Microkernel kernel;
  Gemm gemm;
  gemm.reset = true;
  gemm.uopEnd = gemm.iterOut = 1;
  gemm.iterIn = 5;
  kernel.instruction.body = gemm;
  kernel.microOps = {{7, 0, 0}};
  EXPECT_EQ(checkAccumulatorLatency(kernel, 8), TVM_OK);
  kernel.loops().reset = false;
  EXPECT_EQ(checkAccumulatorLatency(kernel, 8), TVM_INVALID_ARGUMENT);
  EXPECT_EQ(lastError(),
            "micro-op 0 reads element 7 of the accumulator 1 after it is "
            "written, expected at least ACC_WRITE_LATENCY = 8");
}
