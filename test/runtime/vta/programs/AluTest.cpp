// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every operation of the ALU, with an immediate and with two tensors.
#include "test/runtime/vta/programs/AccumulatorBench.h"
#include "test/runtime/vta/programs/ProgramTest.h"

#include <algorithm>

using namespace tvm::test;

static constexpr vta_jit_alu_opcode kOpcodes[] = {
    VTA_ALU_MIN, VTA_ALU_MAX, VTA_ALU_ADD, VTA_ALU_SHR, VTA_ALU_MUL};
static constexpr uint32_t kElements = 64;

/// With as many bits as it takes.
static int64_t shift(int64_t value, int32_t amount) {
  if (amount >= 0)
    return value >> std::min(amount, 63);
  return int64_t(uint64_t(value) << std::min(-amount, 63));
}

static int32_t apply(vta_jit_alu_opcode opcode, int64_t a, int32_t b) {
  switch (opcode) {
  case VTA_ALU_MIN:
    return int32_t(std::min<int64_t>(a, b));
  case VTA_ALU_MAX:
    return int32_t(std::max<int64_t>(a, b));
  case VTA_ALU_ADD:
    return int32_t(a + b);
  case VTA_ALU_SHR:
    return int32_t(shift(a, b));
  case VTA_ALU_MUL:
    return int32_t(a * b);
  }
  __builtin_unreachable();
}

static std::vector<int32_t> randomNumbers(size_t count, unsigned seed) {
  Random random(seed);
  std::vector<int32_t> numbers(count);
  for (int32_t &number : numbers)
    number = int32_t(random()) >> random() % 32;
  return numbers;
}

TEST_P(VtaProgram, Immediates) {
  for (vta_jit_alu_opcode opcode : kOpcodes)
    for (int32_t value : {0, 1, 7, -3, 31, 33, -40, 32767, -32768}) {
      SCOPED_TRACE(std::to_string(opcode) + " of " + std::to_string(value));
      Jit jit(GetParam());
      AccumulatorBench bench(jit);
      std::vector<int32_t> x = randomNumbers(kElements * bench.width(), value);
      bench.load(0, x);
      bench.immediate(opcode, 0, kElements, value);
      for (int32_t &number : x)
        number = apply(opcode, number, value);
      EXPECT_EQ(bench.runWhole(0, kElements), x);
    }
}

TEST_P(VtaProgram, TwoTensors) {
  for (vta_jit_alu_opcode opcode : kOpcodes) {
    SCOPED_TRACE(opcode);
    Jit jit(GetParam());
    AccumulatorBench bench(jit);
    size_t count = kElements * bench.width();
    std::vector<int32_t> x = randomNumbers(count, opcode),
                         y = randomNumbers(count, 10 + opcode);
    bench.load(0, x);
    bench.load(kElements, y);
    bench.alu(opcode, 0, kElements, kElements);
    for (size_t i = 0; i < count; ++i)
      x[i] = apply(opcode, x[i], y[i]);
    EXPECT_EQ(bench.runWhole(0, kElements), x);
    EXPECT_EQ(jit.counters.alu_iterations, 4 * kElements);
  }
}
