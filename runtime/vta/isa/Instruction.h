// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions and micro-ops, decoded.
#ifndef RUNTIME_VTA_ISA_INSTRUCTION_H
#define RUNTIME_VTA_ISA_INSTRUCTION_H

#include "runtime/vta/isa/Isa.h"

#include <string>
#include <variant>

namespace tvm::runtime::vta {

/// The tokens of an instruction: flags for the queues, to the previous and the
/// next module, that it pops before it starts and pushes when it has ended.
struct Dependencies {
  bool popPrev = false, popNext = false, pushPrev = false, pushNext = false;
};

/// A rectangle of elements. In DRAM its rows are `xStride` apart; in the buffer
/// they are consecutive, with padding around them.
struct Transfer {
  MemoryType memoryType = MemoryType::Uop;
  /// Addresses in elements of the memory type.
  uint32_t sramBase = 0, dramBase = 0;
  /// Sizes without padding. The transfer is empty if xSize is 0.
  uint32_t ySize = 0, xSize = 0, xStride = 0;
  uint32_t padTop = 0, padBottom = 0, padLeft = 0, padRight = 0;
};

/// A transfer from DRAM to a buffer, with padding.
struct Load : Transfer {};
/// A transfer from a buffer to DRAM.
struct Store : Transfer {};

/// The loops of a GEMM or ALU: for i in [0, iterOut), for j in [0, iterIn), for
/// each micro-op in [uopBegin, uopEnd). Indices are index of the micro-op + i *
/// factorOut + j * factorIn.
struct Loops {
  bool reset = false;
  uint32_t uopBegin = 0, uopEnd = 0;
  uint32_t iterOut = 0, iterIn = 0;
  uint32_t dstFactorOut = 0, dstFactorIn = 0;
  uint32_t srcFactorOut = 0, srcFactorIn = 0;
};

/// A GEMM: acc[dst] += inp[src] * transposed wgt[wgt], or acc[dst] = 0 if
/// `reset`.
struct Gemm : Loops {
  uint32_t wgtFactorOut = 0, wgtFactorIn = 0;
};

/// The end of the program.
struct Finish {};

/// An ALU instruction: acc[dst] = acc[dst] OP (acc[src] or the immediate).
struct Alu : Loops {
  AluOpcode opcode = AluOpcode::Min;
  bool useImmediate = false;
  int32_t immediate = 0;
};

/// An instruction with the tokens that it takes and gives.
struct Instruction {
  /// The instruction's fields, in the order of opcodes.
  std::variant<Load, Store, Gemm, Finish, Alu> body;
  Dependencies dependencies;

  /// An instruction for `module` that only carries tokens.
  static Instruction idle(Module module);

  Opcode opcode() const { return Opcode(body.index()); }
  Module module() const;
  /// The transfer of a LOAD or STORE, otherwise null.
  const Transfer *transfer() const;
  Transfer *transfer();
  /// A title: "LOAD INP", "ALU MAX", "FINISH".
  std::string title() const;
};

/// A micro-op. `src` is an index of the input buffer, or of the accumulator for
/// ALU.
struct MicroOp {
  uint32_t dst = 0, src = 0, wgt = 0;
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_ISA_INSTRUCTION_H
