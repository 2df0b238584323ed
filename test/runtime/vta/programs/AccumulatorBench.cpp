// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/vta/programs/AccumulatorBench.h"

using namespace tvm::test;

void AccumulatorBench::load(uint32_t sram, uint32_t count,
                            vta_jit_buffer *buffer, vta_jit_memory memory) {
  jit.load({buffer, 0, count, 1, count, 0, 0, 0, 0, sram, memory});
}

void AccumulatorBench::load(uint32_t sram,
                            const std::vector<int32_t> &numbers) {
  load(sram, numbers.size() / width(), jit.put(numbers), VTA_MEMORY_ACC);
}

void AccumulatorBench::load(uint32_t sram, const std::vector<int8_t> &numbers) {
  load(sram, numbers.size() / width(), jit.put(numbers), VTA_MEMORY_ACC_8BIT);
}

void AccumulatorBench::immediate(vta_jit_alu_opcode opcode, uint32_t dst,
                                 uint32_t count, int32_t value) {
  jit.alu([&](Jit::Recorder &r) {
    r.loop(count, 1, 0);
    r.immediate(opcode, dst, value);
    r.endLoop();
  });
}

void AccumulatorBench::alu(vta_jit_alu_opcode opcode, uint32_t dst,
                           uint32_t src, uint32_t count) {
  jit.alu([&](Jit::Recorder &r) {
    r.loop(count, 1, 1);
    r.alu(opcode, dst, src);
    r.endLoop();
  });
}

void AccumulatorBench::store(uint32_t sram, uint32_t count,
                             vta_jit_buffer *buffer, uint64_t offset) {
  jit.push(VTA_STAGE_COMPUTE, VTA_STAGE_STORE);
  jit.pop(VTA_STAGE_COMPUTE, VTA_STAGE_STORE);
  jit.store(
      {buffer, offset, count, 1, count, 0, 0, 0, 0, sram, VTA_MEMORY_OUT});
}

std::vector<int8_t> AccumulatorBench::run(uint32_t sram, uint32_t count,
                                          uint64_t seed) {
  vta_jit_buffer *result = jit.allocate(count * width());
  store(sram, count, result, 0);
  jit.run(seed);
  return jit.get(result, count * width());
}

std::vector<int32_t> AccumulatorBench::runWhole(uint32_t sram, uint32_t count,
                                                uint64_t seed) {
  size_t size = size_t(count) * width();
  vta_jit_buffer *result = jit.allocate(4 * size);
  for (unsigned byte = 0; byte < 4; ++byte) {
    if (byte) {
      jit.push(VTA_STAGE_STORE, VTA_STAGE_COMPUTE);
      jit.pop(VTA_STAGE_STORE, VTA_STAGE_COMPUTE);
      immediate(VTA_ALU_SHR, sram, count, 8);
    }
    store(sram, count, result, byte * count);
  }
  jit.run(seed);
  std::vector<int8_t> bytes = jit.get(result, 4 * size);
  std::vector<int32_t> numbers(size);
  for (size_t i = 0; i < 4 * size; ++i)
    numbers[i % size] |= int32_t(uint32_t(uint8_t(bytes[i])) << 8 * (i / size));
  return numbers;
}
