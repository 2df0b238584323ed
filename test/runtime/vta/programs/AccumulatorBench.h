// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs of the ALU: tensors into the accumulator, and results out of it.
#ifndef TEST_RUNTIME_VTA_PROGRAMS_ACCUMULATORBENCH_H
#define TEST_RUNTIME_VTA_PROGRAMS_ACCUMULATORBENCH_H

#include "test/runtime/vta/jit/Jit.h"

namespace tvm::test {

/// All instructions are the compute module's until a result is stored.
class AccumulatorBench {
public:
  explicit AccumulatorBench(Jit &jit) : jit(jit) {}

  /// Numbers of an element.
  unsigned width() const {
    return jit.configuration.batch() * jit.configuration.block();
  }

  void load(uint32_t sram, const std::vector<int32_t> &numbers);
  void load(uint32_t sram, const std::vector<int8_t> &numbers);

  /// To `count` elements from `dst` on: one instruction.
  void immediate(vta_jit_alu_opcode opcode, uint32_t dst, uint32_t count,
                 int32_t value);
  void alu(vta_jit_alu_opcode opcode, uint32_t dst, uint32_t src,
           uint32_t count);

  /// The low bytes.
  std::vector<int8_t> run(uint32_t sram, uint32_t count, uint64_t seed = 0);
  /// All of the numbers, byte by byte; the accumulator is shifted away.
  std::vector<int32_t> runWhole(uint32_t sram, uint32_t count,
                                uint64_t seed = 0);

private:
  void load(uint32_t sram, uint32_t count, vta_jit_buffer *buffer,
            vta_jit_memory memory);
  void store(uint32_t sram, uint32_t count, vta_jit_buffer *buffer,
             uint64_t offset);

  Jit &jit;
};

} // namespace tvm::test

#endif // TEST_RUNTIME_VTA_PROGRAMS_ACCUMULATORBENCH_H
