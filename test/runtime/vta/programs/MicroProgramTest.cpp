// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Micro-programs of VTA's documents: activation, scaling, pooling and
// normalization of what is in the accumulator.
#include "test/runtime/vta/programs/AccumulatorBench.h"
#include "test/runtime/vta/programs/ProgramTest.h"

#include <algorithm>

using namespace tvm::test;

TEST_P(VtaProgram, Relu) {
  Jit jit(GetParam());
  AccumulatorBench bench(jit);
  constexpr uint32_t count = 8 * 10;
  std::vector<int8_t> x = randomBytes(count * bench.width(), 1);
  bench.load(0, x);
  bench.immediate(VTA_ALU_MAX, 0, count, 0);
  for (int8_t &number : x)
    number = std::max<int8_t>(number, 0);
  EXPECT_EQ(bench.run(0, count), x);
}

// (x * 37 + 64 >> 7) with a limit: what follows a quantized convolution.
TEST_P(VtaProgram, ShiftAndScale) {
  Jit jit(GetParam());
  AccumulatorBench bench(jit);
  constexpr uint32_t count = 2 * 8;
  Random random(2);
  std::vector<int32_t> x(count * bench.width());
  for (int32_t &number : x)
    number = int32_t(random() % 2000) - 1000;
  bench.load(3, x);
  bench.immediate(VTA_ALU_MUL, 3, count, 37);
  bench.immediate(VTA_ALU_ADD, 3, count, 64);
  bench.immediate(VTA_ALU_SHR, 3, count, 7);
  bench.immediate(VTA_ALU_MAX, 3, count, -100);
  bench.immediate(VTA_ALU_MIN, 3, count, 100);
  std::vector<int8_t> expected;
  for (int32_t number : x)
    expected.push_back(int8_t(std::clamp((number * 37 + 64) >> 7, -100, 100)));
  EXPECT_EQ(bench.run(3, count), expected);
}

namespace {

/// Windows of 3 x 3 or 2 x 2 at even places of a square feature map.
struct Pooling {
  unsigned size, window;

  unsigned outputSize() const { return (size - window) / 2 + 1; }

  /// Returns the number with index `number` of an element.
  int8_t at(const std::vector<int8_t> &x, unsigned y, unsigned column,
            unsigned number, unsigned width) const {
    int8_t most = -128;
    for (unsigned i = 0; i < window; ++i)
      for (unsigned j = 0; j < window; ++j)
        most = std::max(
            most, x[((2 * y + i) * size + 2 * column + j) * width + number]);
    return most;
  }
};

/// The feature map from element 0 on, results behind it, then scale and bias.
class PoolingProgram {
public:
  PoolingProgram(Jit &jit, const Pooling &pooling)
      : jit(jit), bench(jit), pooling(pooling),
        result(pooling.size * pooling.size),
        numResults(pooling.outputSize() * pooling.outputSize()) {}

  void load(const std::vector<int8_t> &map) {
    bench.load(0, map);
    jit.gemm([&](Jit::Recorder &r) {
      r.loop(numResults, 1, 0);
      r.reset(result);
      r.endLoop();
    });
    bench.immediate(VTA_ALU_ADD, result, numResults, -128);
  }

  /// Two results take turns, so that none is written twice in a row.
  void pool() {
    unsigned row = pooling.outputSize();
    jit.alu([&](Jit::Recorder &r) {
      r.loop(row, row, 2 * pooling.size);
      r.loop(row / 2, 2, 4);
      for (unsigned i = 0; i < pooling.window; ++i)
        for (unsigned j = 0; j < pooling.window; ++j)
          for (unsigned turn = 0; turn < 2; ++turn)
            r.alu(VTA_ALU_MAX, result + turn, i * pooling.size + j + 2 * turn);
      r.endLoop();
      r.endLoop();
    });
  }

  /// With one element for all results.
  void broadcast(vta_jit_alu_opcode opcode, const std::vector<int32_t> &x) {
    uint32_t element = result + numResults + numParameters++;
    bench.load(element, x);
    jit.alu([&](Jit::Recorder &r) {
      r.loop(numResults, 1, 0);
      r.alu(opcode, result, element);
      r.endLoop();
    });
  }

  void immediate(vta_jit_alu_opcode opcode, int32_t value) {
    bench.immediate(opcode, result, numResults, value);
  }

  std::vector<int8_t> run() { return bench.run(result, numResults); }
  unsigned width() const { return bench.width(); }

private:
  Jit &jit;
  AccumulatorBench bench;
  Pooling pooling;
  uint32_t result, numResults, numParameters = 0;
};

} // namespace

TEST_P(VtaProgram, MaxPool) {
  for (const Pooling &pooling : {Pooling{8, 2}, Pooling{9, 3}}) {
    Jit jit(GetParam());
    PoolingProgram program(jit, pooling);
    std::vector<int8_t> x =
        randomBytes(pooling.size * pooling.size * program.width(), 3);
    program.load(x);
    program.pool();
    std::vector<int8_t> expected;
    for (unsigned y = 0; y < pooling.outputSize(); ++y)
      for (unsigned column = 0; column < pooling.outputSize(); ++column)
        for (unsigned number = 0; number < program.width(); ++number)
          expected.push_back(pooling.at(x, y, column, number, program.width()));
    EXPECT_EQ(program.run(), expected);
  }
}

// MAX, then MUL and ADD with a scale and a bias per channel, then RELU.
TEST_P(VtaProgram, MaxPoolBatchNormActivation) {
  Jit jit(GetParam());
  Pooling pooling{9, 3};
  PoolingProgram program(jit, pooling);
  unsigned width = program.width();
  std::vector<int8_t> x = randomBytes(pooling.size * pooling.size * width, 4);
  Random random(5);
  std::vector<int32_t> scale(width), bias(width);
  for (unsigned i = 0; i < width; ++i) {
    scale[i] = int32_t(random() % 512) - 256;
    bias[i] = int32_t(random() % 8192) - 4096;
  }
  program.load(x);
  program.pool();
  program.broadcast(VTA_ALU_MUL, scale);
  program.broadcast(VTA_ALU_ADD, bias);
  program.immediate(VTA_ALU_SHR, 8);
  program.immediate(VTA_ALU_MAX, 0);
  program.immediate(VTA_ALU_MIN, 127);
  std::vector<int8_t> expected;
  for (unsigned y = 0; y < pooling.outputSize(); ++y)
    for (unsigned column = 0; column < pooling.outputSize(); ++column)
      for (unsigned i = 0; i < width; ++i) {
        int32_t normal =
            pooling.at(x, y, column, i, width) * scale[i] + bias[i];
        expected.push_back(int8_t(std::clamp(normal >> 8, 0, 127)));
      }
  EXPECT_EQ(program.run(), expected);
}
