// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/vta/programs/MatrixProduct.h"

#include "test/runtime/vta/programs/Packing.h"

#include <algorithm>
#include <numeric>

using namespace tvm::test;

std::vector<int8_t> tvm::test::multiply(const MatrixProduct &product,
                                        const std::vector<int8_t> &data,
                                        const std::vector<int8_t> &weights) {
  std::vector<int8_t> result;
  for (unsigned row = 0; row < product.rows; ++row)
    for (unsigned output = 0; output < product.outputs; ++output) {
      const int8_t *a = &data[size_t(row) * product.inputs];
      int32_t sum = std::inner_product(
          a, a + product.inputs, &weights[size_t(output) * product.inputs], 0);
      result.push_back(int8_t(std::clamp(sum >> product.shift, 0, 127)));
    }
  return result;
}

namespace {

class Program {
public:
  Program(Jit &jit, const MatrixProduct &product, const MatrixTiling &tiling)
      : jit(jit), product(product), t(tiling) {
    block = jit.configuration.block();
    rows = product.rows / jit.configuration.batch();
    inputs = product.inputs / block;
    outputs = product.outputs / block;
    numTiles = rows / t.rows * (outputs / t.outputs);
    stepsPerTile = inputs / t.inputs;
  }

  std::vector<int8_t> run(const std::vector<int8_t> &a,
                          const std::vector<int8_t> &w, uint64_t seed) {
    unsigned batch = jit.configuration.batch();
    data = jit.put(Packing{product.rows, product.inputs, batch, block}.pack(a));
    weights =
        jit.put(Packing{product.outputs, product.inputs, block, block}.pack(w));
    uint64_t size = uint64_t(product.rows) * product.outputs;
    result = jit.allocate(size);
    for (unsigned first = 0; first < numTiles; first += t.threads)
      addTiles(first, std::min(first + t.threads, numTiles));
    jit.run(seed);
    return Packing{product.rows, product.outputs, batch, block}.unpack(
        jit.get(result, size));
  }

private:
  /// Threads take turns, instruction by instruction.
  void addTiles(unsigned first, unsigned end) {
    for (unsigned tile = first; tile < end; ++tile)
      addReset(tile);
    for (unsigned step = 0; step < stepsPerTile; ++step) {
      for (unsigned tile = first; tile < end; ++tile)
        addLoads(tile, step, numSteps + tile - first);
      for (unsigned tile = first; tile < end; ++tile)
        addGemm(tile, numSteps + tile - first);
      numSteps += end - first;
    }
    for (unsigned tile = first; tile < end; ++tile)
      addShiftAndClip(tile);
    for (unsigned tile = first; tile < end; ++tile)
      addStore(tile);
  }

  uint32_t accOf(unsigned tile) const {
    return tile % t.threads * t.rows * t.outputs;
  }
  uint32_t inpOf(unsigned step) const {
    return step % t.threads * t.rows * t.inputs;
  }
  uint32_t wgtOf(unsigned step) const {
    return step % t.threads * t.outputs * t.inputs;
  }
  unsigned rowOf(unsigned tile) const {
    return tile / (outputs / t.outputs) * t.rows;
  }
  unsigned outputOf(unsigned tile) const {
    return tile % (outputs / t.outputs) * t.outputs;
  }

  void addReset(unsigned tile) {
    if (tile >= t.threads)
      jit.pop(VTA_STAGE_STORE, VTA_STAGE_COMPUTE);
    jit.gemm(
        [&](Jit::Recorder &r) {
          r.loop(t.rows * t.outputs, 1, 0);
          r.reset(accOf(tile));
          r.endLoop();
        },
        "reset" + std::to_string(tile % t.threads));
  }

  void addLoads(unsigned tile, unsigned stepOfTile, unsigned step) {
    if (step >= t.threads)
      jit.pop(VTA_STAGE_COMPUTE, VTA_STAGE_LOAD);
    auto add = [&](vta_jit_buffer *buffer, unsigned row, unsigned count,
                   uint32_t sram, vta_jit_memory memory) {
      jit.load({buffer, uint64_t(row) * inputs + stepOfTile * t.inputs,
                t.inputs, count, inputs, 0, 0, 0, 0, sram, memory});
    };
    add(data, rowOf(tile), t.rows, inpOf(step), VTA_MEMORY_INP);
    add(weights, outputOf(tile), t.outputs, wgtOf(step), VTA_MEMORY_WGT);
    jit.push(VTA_STAGE_LOAD, VTA_STAGE_COMPUTE);
  }

  /// Outputs are the innermost, then rows: the accumulator is not written twice
  /// in a row.
  void addGemm(unsigned tile, unsigned step) {
    jit.pop(VTA_STAGE_LOAD, VTA_STAGE_COMPUTE);
    jit.gemm(
        [&](Jit::Recorder &r) {
          r.loop(t.inputs, 0, 1, 1);
          r.loop(t.rows, t.outputs, t.inputs);
          for (unsigned output = 0; output < t.outputs; ++output)
            r.gemm(accOf(tile) + output, inpOf(step),
                   wgtOf(step) + output * t.inputs);
          r.endLoop();
          r.endLoop();
        },
        "gemm" + std::to_string(tile % t.threads) + "," +
            std::to_string(step % t.threads));
    if (step + t.threads < numTiles * stepsPerTile)
      jit.push(VTA_STAGE_COMPUTE, VTA_STAGE_LOAD);
  }

  void addImmediate(unsigned tile, vta_jit_alu_opcode opcode, int32_t value) {
    jit.alu(
        [&](Jit::Recorder &r) {
          r.loop(t.rows * t.outputs, 1, 0);
          r.immediate(opcode, accOf(tile), value);
          r.endLoop();
        },
        std::to_string(opcode) + "," + std::to_string(tile % t.threads));
  }

  void addShiftAndClip(unsigned tile) {
    addImmediate(tile, VTA_ALU_SHR, int32_t(product.shift));
    addImmediate(tile, VTA_ALU_MAX, 0);
    addImmediate(tile, VTA_ALU_MIN, 127);
    jit.push(VTA_STAGE_COMPUTE, VTA_STAGE_STORE);
  }

  void addStore(unsigned tile) {
    jit.pop(VTA_STAGE_COMPUTE, VTA_STAGE_STORE);
    jit.store({result, uint64_t(rowOf(tile)) * outputs + outputOf(tile),
               t.outputs, t.rows, outputs, 0, 0, 0, 0, accOf(tile),
               VTA_MEMORY_OUT});
    if (tile + t.threads < numTiles)
      jit.push(VTA_STAGE_STORE, VTA_STAGE_COMPUTE);
  }

  Jit &jit;
  MatrixProduct product;
  MatrixTiling t;
  unsigned block, rows, inputs, outputs, numTiles, stepsPerTile, numSteps = 0;
  vta_jit_buffer *data = nullptr, *weights = nullptr, *result = nullptr;
};

} // namespace

std::vector<int8_t> tvm::test::multiplyOn(Jit &jit,
                                          const MatrixProduct &product,
                                          const MatrixTiling &tiling,
                                          const std::vector<int8_t> &data,
                                          const std::vector<int8_t> &weights,
                                          uint64_t seed) {
  return Program(jit, product, tiling).run(data, weights, seed);
}
