// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Widths in bits of the fields of instructions.
#ifndef RUNTIME_VTA_ISA_FIELDWIDTHS_H
#define RUNTIME_VTA_ISA_FIELDWIDTHS_H

#include "runtime/vta/isa/Configuration.h"

namespace tvm::runtime::vta {

/// Widths in bits of the fields of instructions and micro-ops. Widths of
/// indices follow from the depths of buffers.
struct FieldWidths {
  static constexpr unsigned opcode = 3, dependency = 1;
  static constexpr unsigned memoryType = 3, sramBase = 16, dramBase = 32;
  static constexpr unsigned size = 16, stride = 16, pad = 4;
  static constexpr unsigned flag = 1, iterations = 14;
  static constexpr unsigned aluOpcode = 3, immediate = 16;

  unsigned uopBegin, uopEnd;
  /// Widths of indices and factors.
  unsigned inp, wgt, acc;

  explicit FieldWidths(const Configuration &c)
      : uopBegin(c.logDepth(MemoryType::Uop)), uopEnd(uopBegin + 1),
        inp(c.logDepth(MemoryType::Inp)), wgt(c.logDepth(MemoryType::Wgt)),
        acc(c.logDepth(MemoryType::Acc)) {}

  /// The number of bits of the first word of a GEMM or ALU.
  unsigned loopBits() const {
    return opcode + 4 * dependency + flag + uopBegin + uopEnd + 2 * iterations;
  }
  /// The number of bits of the second word of an ALU. (The second word of a
  /// GEMM is as wide as two micro-ops.)
  unsigned aluBits() const { return 4 * acc + aluOpcode + flag + immediate; }
  unsigned microOpBits() const { return acc + inp + wgt; }
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_ISA_FIELDWIDTHS_H
