// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/core/AluUnit.h"

#include "test/runtime/vta/RandomInstructions.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;
using namespace tvm::test;

namespace {

class Bench {
public:
  explicit Bench(const Configuration &configuration)
      : configuration(configuration), scratchpads(configuration),
        unit(configuration, scratchpads, counters) {
    EXPECT_FALSE(scratchpads.create().failed());
    scratchpads.fill(3);
    makeSpecial();
  }

  uint64_t numbers() const {
    return uint64_t(configuration.batch()) * configuration.block();
  }

  std::vector<int32_t> acc() const {
    const int32_t *begin = scratchpads.acc();
    return {begin, begin + configuration.depth(MemoryType::Acc) * numbers()};
  }

  Configuration configuration;
  Scratchpads scratchpads;
  Counters counters;
  AluUnit unit;

private:
  /// Every other number: amounts of shifts and extremes.
  void makeSpecial() {
    static const int32_t special[] = {0,  1,   -1,  31,        -31,      32,
                                      33, -32, -33, INT32_MAX, INT32_MIN};
    uint64_t count = configuration.depth(MemoryType::Acc) * numbers();
    for (uint64_t i = 0; i < count; i += 2)
      scratchpads.acc()[i] = special[i / 2 % std::size(special)];
  }
};

} // namespace

/// The operation on numbers of any size, then the low 32 bits.
static int32_t apply(AluOpcode opcode, int64_t a, int64_t b) {
  switch (opcode) {
  case AluOpcode::Min:
    return int32_t(std::min(a, b));
  case AluOpcode::Max:
    return int32_t(std::max(a, b));
  case AluOpcode::Add:
    return int32_t(a + b);
  case AluOpcode::Mul:
    return int32_t(a * b);
  case AluOpcode::Shr:
    break;
  }
  for (; b > 0 && a != 0 && a != -1; --b)
    a = a < 0 ? ~(~a / 2) : a / 2;
  for (; b < 0 && a != 0; ++b)
    a = int32_t(a * 2);
  return int32_t(a);
}

static std::vector<int32_t> expectedAfter(const Bench &bench, const Alu &alu) {
  std::vector<int32_t> acc = bench.acc();
  uint64_t numbers = bench.numbers();
  for (uint32_t i = 0; i < alu.iterOut; ++i)
    for (uint32_t j = 0; j < alu.iterIn; ++j)
      for (uint32_t u = alu.uopBegin; u < alu.uopEnd; ++u) {
        const MicroOp &uop = bench.scratchpads.uops[u];
        uint64_t dst = uop.dst + i * alu.dstFactorOut + j * alu.dstFactorIn;
        uint64_t src = uop.src + i * alu.srcFactorOut + j * alu.srcFactorIn;
        for (uint64_t k = 0; k < numbers; ++k)
          acc[dst * numbers + k] =
              apply(alu.opcode, acc[dst * numbers + k],
                    alu.useImmediate ? alu.immediate : acc[src * numbers + k]);
      }
  return acc;
}

static Alu makeAlu(AluOpcode opcode) {
  Alu alu;
  static_cast<Loops &>(alu) = {false, 1, 4, 2, 3, 9, 3, 7, 2};
  alu.opcode = opcode;
  return alu;
}

static void check(const Configuration &configuration, const Alu &alu) {
  SCOPED_TRACE(configuration.key() + " " + nameOf(alu.opcode) + " " +
               std::to_string(alu.immediate));
  Bench bench(configuration);
  // The third uses what the first has written.
  bench.scratchpads.uops[1] = {4, 1, 0};
  bench.scratchpads.uops[2] = {5, 5, 0};
  bench.scratchpads.uops[3] = {0, 4, 0};
  std::vector<int32_t> expected = expectedAfter(bench, alu);
  ASSERT_FALSE(bench.unit.execute(alu).failed()) << lastError();
  EXPECT_EQ(bench.acc(), expected);
  EXPECT_EQ(bench.counters.aluIterations, 18u);
}

TEST(VtaAluUnit, OperatesOnTensors) {
  for (const Configuration &configuration : testConfigurations())
    for (unsigned opcode = 0; opcode < kNumAluOpcodes; ++opcode)
      check(configuration, makeAlu(AluOpcode(opcode)));
}

TEST(VtaAluUnit, OperatesOnImmediates) {
  for (const Configuration &configuration : testConfigurations())
    for (unsigned opcode = 0; opcode < kNumAluOpcodes; ++opcode)
      for (int32_t immediate :
           {-32768, -33, -32, -31, -1, 0, 1, 8, 31, 32, 33, 127, 32767}) {
        Alu alu = makeAlu(AluOpcode(opcode));
        alu.useImmediate = true;
        alu.immediate = immediate;
        check(configuration, alu);
      }
}

TEST(VtaAluUnit, RefusesIndicesBeyondBuffers) {
  Bench bench{Configuration()};
  auto errorOf = [&](const MicroOp &uop, const Alu &alu) {
    bench.scratchpads.uops[1] = uop;
    EXPECT_EQ(bench.unit.execute(alu), TVM_RUN_FAILED);
    return lastError();
  };
  Alu alu = makeAlu(AluOpcode::Add);
  alu.uopEnd = 2;
  EXPECT_EQ(errorOf({2033, 0, 0}, alu),
            "micro-op 1: dst: expected indices below 2048, got up to 2048");
  EXPECT_EQ(errorOf({2032, 2037, 0}, alu),
            "micro-op 1: src: expected indices below 2048, got up to 2048");
  alu.useImmediate = true;
  EXPECT_FALSE(bench.unit.execute(alu).failed()) << lastError();
  alu.uopEnd = 8193;
  EXPECT_EQ(errorOf({0, 0, 0}, alu),
            "uop_end: expected at most 8192 micro-ops, got 8193");
  alu.iterIn = 0;
  EXPECT_FALSE(bench.unit.execute(alu).failed());
}
