// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ALU and the GEMM core, beside the same in C++.
#include "test/hardware/ModuleBench.h"

#include "Vvta_alu.h"
#include "Vvta_gemm_core.h"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <random>

using namespace tvm::test;

static int32_t expectedOf(unsigned opcode, int32_t a, int32_t b) {
  switch (opcode) {
  case 0:
    return std::min(a, b);
  case 1:
    return std::max(a, b);
  case 2:
    return int32_t(uint32_t(a) + uint32_t(b));
  case 3:
    if (b >= 0)
      return a >> std::min(b, 31);
    return b > -32 ? int32_t(uint32_t(a) << -b) : 0;
  default:
    return int32_t(uint32_t(a) * uint32_t(b));
  }
}

TEST(VtaAlu, AllOperations) {
  VerilatedContext context;
  Vvta_alu alu(&context);
  std::mt19937 random(1);
  const int32_t edges[] = {0,   1,   -1,  31,        32,       33,
                           -31, -32, -33, INT32_MAX, INT32_MIN};
  auto number = [&] {
    return random() % 2 ? edges[random() % std::size(edges)]
                        : int32_t(random()) >> random() % 32;
  };
  for (int i = 0; i < 100000; ++i) {
    int32_t a = number(), b = number();
    alu.opcode = random() % 5;
    alu.a = uint32_t(a);
    alu.b = uint32_t(b);
    alu.eval();
    ASSERT_EQ(int32_t(alu.result), expectedOf(alu.opcode, a, b))
        << a << " " << int(alu.opcode) << " " << b;
  }
}

// The default core: a row of 16, a stage.
TEST(VtaGemmCore, SumsOfProducts) {
  ModuleBench<Vvta_gemm_core> core;
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i) {
    int8_t inputs[16], weights[16][16];
    for (int8_t &input : inputs)
      input = i == 0 ? -128 : int8_t(random());
    for (auto &row : weights)
      for (int8_t &weight : row)
        weight = i == 0 ? -128 : int8_t(random());
    std::memcpy(&core->inputs, inputs, sizeof(inputs));
    std::memcpy(&core->weights, weights, sizeof(weights));
    core.tick();
    for (int o = 0; o < 16; ++o) {
      int32_t sum = 0;
      for (int k = 0; k < 16; ++k)
        sum += inputs[k] * weights[o][k];
      ASSERT_EQ(int32_t(core->sums[o]), sum);
    }
  }
}
