// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The encoding of instructions and micro-ops as words, for one configuration.
#ifndef RUNTIME_VTA_ISA_ENCODING_H
#define RUNTIME_VTA_ISA_ENCODING_H

#include "runtime/vta/isa/FieldWidths.h"
#include "runtime/vta/isa/Instruction.h"
#include "runtime/vta/isa/Word.h"

namespace tvm::runtime::vta {

/// The conversion between instructions and words. Fields are consecutive from
/// bit 0 of each 64-bit half, in README.md's order; the remaining bits are
/// zero. Every word that decodes is the encoding of the result. Errors are
/// TVM_INVALID_ARGUMENT with instruction and field.
class Encoding {
public:
  explicit Encoding(const Configuration &configuration)
      : widths(configuration) {}

  Status encode(const Instruction &instruction, Word &word) const;
  Status decode(Word word, Instruction &instruction) const;

  Status encode(const MicroOp &microOp, uint32_t &word) const;
  Status decode(uint32_t word, MicroOp &microOp) const;

private:
  FieldWidths widths;
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_ISA_ENCODING_H
