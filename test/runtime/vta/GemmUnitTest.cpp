// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/core/GemmUnit.h"

#include "test/runtime/vta/RandomInstructions.h"

#include <cstring>
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
  }

  std::vector<int32_t> acc() const {
    const int32_t *begin = scratchpads.acc();
    return {begin, begin + uint64_t(configuration.depth(MemoryType::Acc)) *
                               configuration.batch() * configuration.block()};
  }

  int64_t inp(uint64_t index, unsigned batch, unsigned in) const {
    uint64_t position =
        (index * configuration.batch() + batch) * configuration.block() + in;
    return number(scratchpads.inp(), configuration.inpBits(), position);
  }

  int64_t wgt(uint64_t index, unsigned out, unsigned in) const {
    uint64_t block = configuration.block();
    return number(scratchpads.wgt(), configuration.wgtBits(),
                  (index * block + in) * block + out);
  }

  Configuration configuration;
  Scratchpads scratchpads;
  Counters counters;
  GemmUnit unit;

private:
  static int64_t number(const uint8_t *bytes, unsigned bits, uint64_t index) {
    int16_t value = 0;
    if (bits == 8)
      return int8_t(bytes[index]);
    std::memcpy(&value, bytes + 2 * index, 2);
    return value;
  }
};

} // namespace

/// acc[dst] += inp[src] * transposed wgt[wgt], number by number.
static void multiply(const Bench &bench, const MicroOp &uop,
                     std::vector<int32_t> &acc) {
  unsigned batch = bench.configuration.batch();
  unsigned block = bench.configuration.block();
  for (unsigned b = 0; b < batch; ++b)
    for (unsigned o = 0; o < block; ++o) {
      int32_t &sum = acc[(uint64_t(uop.dst) * batch + b) * block + o];
      int64_t exact = sum;
      for (unsigned i = 0; i < block; ++i)
        exact += bench.inp(uop.src, b, i) * bench.wgt(uop.wgt, o, i);
      sum = int32_t(exact);
    }
}

static std::vector<int32_t> expectedAfter(const Bench &bench,
                                          const Gemm &gemm) {
  std::vector<int32_t> acc = bench.acc();
  uint64_t numbers =
      uint64_t(bench.configuration.batch()) * bench.configuration.block();
  for (uint32_t i = 0; i < gemm.iterOut; ++i)
    for (uint32_t j = 0; j < gemm.iterIn; ++j)
      for (uint32_t u = gemm.uopBegin; u < gemm.uopEnd; ++u) {
        MicroOp uop = bench.scratchpads.uops[u];
        uop.dst += i * gemm.dstFactorOut + j * gemm.dstFactorIn;
        uop.src += i * gemm.srcFactorOut + j * gemm.srcFactorIn;
        uop.wgt += i * gemm.wgtFactorOut + j * gemm.wgtFactorIn;
        if (gemm.reset)
          std::fill_n(acc.begin() + uop.dst * numbers, numbers, 0);
        else
          multiply(bench, uop, acc);
      }
  return acc;
}

/// Micro-ops [1, 5) that leave room for the loops.
static void setUops(Bench &bench) {
  Random random(4);
  const Configuration &c = bench.configuration;
  auto index = [&](MemoryType type) {
    return uint32_t(random() % (c.depth(type) - 20));
  };
  for (uint32_t u = 1; u < 5; ++u)
    bench.scratchpads.uops[u] = {index(MemoryType::Acc), index(MemoryType::Inp),
                                 index(MemoryType::Wgt)};
}

static const Gemm loops = {{false, 1, 5, 3, 4, 1, 3, 5, 2}, 4, 3};

/// All sizes that kernels are made for, and others.
static std::vector<Configuration> configurations() {
  std::vector<Configuration> all = testConfigurations();
  for (const char *json :
       {R"({"INP_WIDTH": 16, "LOG_WGT_BUFF_SIZE": 17})", R"({"WGT_WIDTH": 16})",
        R"({"BLOCK": 1, "BATCH": 8, "LOG_INP_BUFF_SIZE": 10,
                               "LOG_WGT_BUFF_SIZE": 8,
                               "LOG_ACC_BUFF_SIZE": 14})"}) {
    all.emplace_back();
    EXPECT_FALSE(Configuration::parse(json, all.back()).failed())
        << lastError();
  }
  return all;
}

TEST(VtaGemmUnit, Multiplies) {
  for (const Configuration &configuration : configurations()) {
    SCOPED_TRACE(configuration.key());
    Bench bench(configuration);
    setUops(bench);
    std::vector<int32_t> expected = expectedAfter(bench, loops);
    ASSERT_FALSE(bench.unit.execute(loops).failed()) << lastError();
    EXPECT_EQ(bench.acc(), expected);
    EXPECT_EQ(bench.counters.gemmIterations, 48u);
  }
}

TEST(VtaGemmUnit, WrapsAround) {
  for (const char *json :
       {"{}", R"({"BLOCK": 8, "LOG_WGT_BUFF_SIZE": 16, "LOG_INP_BUFF_SIZE": 14,
                               "LOG_ACC_BUFF_SIZE": 16})",
        R"({"BLOCK": 4, "LOG_WGT_BUFF_SIZE": 14,
                               "LOG_INP_BUFF_SIZE": 12,
                               "LOG_ACC_BUFF_SIZE": 14})"}) {
    Configuration configuration;
    ASSERT_FALSE(Configuration::parse(json, configuration).failed())
        << lastError();
    Bench bench(configuration);
    bench.scratchpads.uops[0] = {0, 0, 0};
    unsigned block = configuration.block();
    std::fill_n(bench.scratchpads.inp(), block, 0x80);
    std::fill_n(bench.scratchpads.wgt(), block * block, 0x80);
    bench.scratchpads.acc()[0] = INT32_MAX;
    ASSERT_FALSE(bench.unit.execute(Gemm{{false, 0, 1, 1, 1}, 0, 0}).failed());
    EXPECT_EQ(bench.scratchpads.acc()[0],
              int32_t(uint32_t(INT32_MAX) + block * 128 * 128));
  }
}

TEST(VtaGemmUnit, ResetsWithoutReading) {
  for (const Configuration &configuration : configurations()) {
    SCOPED_TRACE(configuration.key());
    Bench bench(configuration);
    setUops(bench);
    // Where inputs and weights would be read does not matter.
    for (uint32_t u = 1; u < 5; ++u)
      bench.scratchpads.uops[u].src = configuration.depth(MemoryType::Inp) - 1;
    Gemm gemm = loops;
    gemm.reset = true;
    std::vector<int32_t> expected = expectedAfter(bench, gemm);
    ASSERT_FALSE(bench.unit.execute(gemm).failed()) << lastError();
    EXPECT_EQ(bench.acc(), expected);
    EXPECT_EQ(bench.counters.gemmIterations, 0u);
  }
}

TEST(VtaGemmUnit, DoesNothingWithoutIterations) {
  Bench bench{Configuration()};
  std::vector<int32_t> before = bench.acc();
  for (const Gemm &gemm :
       {Gemm{{false, 5, 5, 3, 4}, 0, 0}, Gemm{{false, 5, 2, 3, 4}, 0, 0},
        Gemm{{false, 1, 5, 0, 4}, 0, 0}, Gemm{{false, 1, 5, 3, 0}, 0, 0}})
    EXPECT_FALSE(bench.unit.execute(gemm).failed());
  EXPECT_EQ(bench.acc(), before);
  EXPECT_EQ(bench.counters.gemmIterations, 0u);
}

TEST(VtaGemmUnit, RefusesIndicesBeyondBuffers) {
  Bench bench{Configuration()};
  auto errorOf = [&](const MicroOp &uop, const Gemm &gemm) {
    bench.scratchpads.uops[1] = uop;
    std::vector<int32_t> before = bench.acc();
    EXPECT_EQ(bench.unit.execute(gemm), TVM_RUN_FAILED);
    EXPECT_EQ(bench.acc(), before);
    return lastError();
  };
  Gemm one = {{false, 1, 2, 2, 3, 10, 1, 10, 1}, 10, 1};
  bench.scratchpads.uops[1] = {2035, 2035, 1011};
  EXPECT_FALSE(bench.unit.execute(one).failed()) << lastError();
  EXPECT_EQ(errorOf({2036, 2035, 1011}, one),
            "micro-op 1: dst: expected indices below 2048, got up to 2048");
  EXPECT_EQ(errorOf({2035, 2036, 1011}, one),
            "micro-op 1: src: expected indices below 2048, got up to 2048");
  EXPECT_EQ(errorOf({2035, 2035, 1012}, one),
            "micro-op 1: wgt: expected indices below 1024, got up to 1024");
  one.uopEnd = 8193;
  EXPECT_EQ(errorOf({0, 0, 0}, one),
            "uop_end: expected at most 8192 micro-ops, got 8193");
}
