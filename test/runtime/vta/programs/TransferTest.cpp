// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads with every kind of padding, of every memory, and stores with strides.
#include "test/runtime/vta/jit/Jit.h"
#include "test/runtime/vta/programs/ProgramTest.h"

#include <algorithm>
#include <numeric>

using namespace tvm::runtime::vta;
using namespace tvm::test;

namespace {

struct Padding {
  unsigned top, bottom, left, right;
};

/// 3 rows of 5, which are 7 apart.
struct Case {
  static constexpr unsigned rows = 3, columns = 5, stride = 7;
  Padding padding;

  unsigned width() const { return padding.left + columns + padding.right; }
  unsigned count() const {
    return (padding.top + rows + padding.bottom) * width();
  }

  /// Where element `i` with padding comes from, or -1.
  int sourceOf(unsigned i) const {
    unsigned y = i / width() - padding.top, x = i % width() - padding.left;
    return y < rows && x < columns ? int(y * stride + x) : -1;
  }

  template <typename Number>
  std::vector<Number> pad(const std::vector<Number> &numbers,
                          unsigned perElement) const {
    std::vector<Number> padded;
    for (unsigned i = 0; i < count(); ++i)
      for (unsigned k = 0; k < perElement; ++k)
        padded.push_back(
            sourceOf(i) < 0 ? 0 : numbers[sourceOf(i) * perElement + k]);
    return padded;
  }

  vta_jit_transfer transfer(vta_jit_buffer *buffer, uint32_t sram,
                            vta_jit_memory memory) const {
    return {buffer,       0,           columns,       rows,           stride,
            padding.left, padding.top, padding.right, padding.bottom, sram,
            memory};
  }
};

const Case kCases[] = {{{0, 0, 0, 0}}, {{2, 0, 0, 0}},  {{0, 2, 0, 0}},
                       {{0, 0, 2, 0}}, {{0, 0, 0, 2}},  {{1, 1, 1, 1}},
                       {{1, 2, 3, 4}}, {{15, 0, 1, 15}}};

class TransferProgram {
public:
  explicit TransferProgram(const Configuration &configuration)
      : jit(configuration),
        perElement(configuration.batch() * configuration.block()) {}

  vta_jit_transfer one(vta_jit_buffer *buffer, vta_jit_memory memory) const {
    return {buffer, 0, 1, 1, 1, 0, 0, 0, 0, 0, memory};
  }

  /// The accumulator from 0 on, after all that compute has been told.
  std::vector<int8_t> run(unsigned count) {
    jit.push(VTA_STAGE_COMPUTE, VTA_STAGE_STORE);
    jit.pop(VTA_STAGE_COMPUTE, VTA_STAGE_STORE);
    vta_jit_buffer *result = jit.allocate(count * perElement);
    jit.store({result, 0, count, 1, count, 0, 0, 0, 0, 0, VTA_MEMORY_OUT});
    jit.run();
    return jit.get(result, count * perElement);
  }

  void gemm(unsigned count, uint32_t src, uint32_t srcFactor, uint32_t wgt,
            uint32_t wgtFactor) {
    jit.push(VTA_STAGE_LOAD, VTA_STAGE_COMPUTE);
    jit.pop(VTA_STAGE_LOAD, VTA_STAGE_COMPUTE);
    jit.gemm([&](Jit::Recorder &r) {
      r.loop(count, 1, 0);
      r.reset(0);
      r.endLoop();
    });
    jit.gemm([&](Jit::Recorder &r) {
      r.loop(count, 1, srcFactor, wgtFactor);
      r.gemm(0, src, wgt);
      r.endLoop();
    });
  }

  Jit jit;
  unsigned perElement;
};

/// Row by row of `inputs` (batch x block) with the rows of `weights`.
std::vector<int8_t> multiplyElements(const int8_t *inputs,
                                     const int8_t *weights,
                                     const Configuration &configuration) {
  std::vector<int8_t> result;
  unsigned block = configuration.block();
  for (unsigned image = 0; image < configuration.batch(); ++image)
    for (unsigned output = 0; output < block; ++output)
      result.push_back(int8_t(std::inner_product(inputs + image * block,
                                                 inputs + (image + 1) * block,
                                                 weights + output * block, 0)));
  return result;
}

} // namespace

TEST_P(VtaProgram, LoadsOfTheAccumulator) {
  for (const Case &c : kCases) {
    TransferProgram program(GetParam());
    std::vector<int8_t> x = randomBytes(21 * program.perElement, 1);
    std::vector<int32_t> wide(x.begin(), x.end());
    for (bool isWide : {false, true}) {
      vta_jit_buffer *buffer =
          isWide ? program.jit.put(wide) : program.jit.put(x);
      program.jit.load(
          c.transfer(buffer, 0, isWide ? VTA_MEMORY_ACC : VTA_MEMORY_ACC_8BIT));
      EXPECT_EQ(program.run(c.count()), c.pad(x, program.perElement));
    }
  }
}

TEST_P(VtaProgram, LoadsOfInputs) {
  for (const Case &c : kCases) {
    TransferProgram program(GetParam());
    unsigned block = GetParam().block();
    std::vector<int8_t> x = randomBytes(21 * program.perElement, 2),
                        w = randomBytes(block * block, 3);
    program.jit.load(c.transfer(program.jit.put(x), 9, VTA_MEMORY_INP));
    program.jit.load(program.one(program.jit.put(w), VTA_MEMORY_WGT));
    program.gemm(c.count(), 9, 1, 0, 0);
    std::vector<int8_t> expected, padded = c.pad(x, program.perElement);
    for (unsigned i = 0; i < c.count(); ++i)
      for (int8_t number : multiplyElements(&padded[i * program.perElement],
                                            w.data(), GetParam()))
        expected.push_back(number);
    EXPECT_EQ(program.run(c.count()), expected);
  }
}

TEST_P(VtaProgram, LoadsOfWeights) {
  for (const Case &c : kCases) {
    TransferProgram program(GetParam());
    unsigned block = GetParam().block();
    std::vector<int8_t> x = randomBytes(program.perElement, 4),
                        w = randomBytes(21 * block * block, 5);
    program.jit.load(program.one(program.jit.put(x), VTA_MEMORY_INP));
    program.jit.load(c.transfer(program.jit.put(w), 3, VTA_MEMORY_WGT));
    program.gemm(c.count(), 0, 0, 3, 1);
    std::vector<int8_t> expected, padded = c.pad(w, block * block);
    for (unsigned i = 0; i < c.count(); ++i)
      for (int8_t number :
           multiplyElements(x.data(), &padded[i * block * block], GetParam()))
        expected.push_back(number);
    EXPECT_EQ(program.run(c.count()), expected);
  }
}

// Rows of 4 that are 6 apart; what is between them remains.
TEST_P(VtaProgram, StoresWithStrides) {
  TransferProgram program(GetParam());
  unsigned perElement = program.perElement;
  std::vector<int8_t> x = randomBytes(12 * perElement, 6);
  std::vector<int8_t> expected(20 * perElement, 77);
  vta_jit_buffer *result = program.jit.put(expected);
  program.jit.load(
      {program.jit.put(x), 0, 12, 1, 12, 0, 0, 0, 0, 5, VTA_MEMORY_ACC_8BIT});
  program.jit.push(VTA_STAGE_COMPUTE, VTA_STAGE_STORE);
  program.jit.pop(VTA_STAGE_COMPUTE, VTA_STAGE_STORE);
  program.jit.store({result, 2, 4, 3, 6, 0, 0, 0, 0, 5, VTA_MEMORY_OUT});
  program.jit.run();
  for (unsigned row = 0; row < 3; ++row)
    std::copy_n(&x[row * 4 * perElement], 4 * perElement,
                &expected[(2 + row * 6) * perElement]);
  EXPECT_EQ(program.jit.get(result, expected.size()), expected);
}
