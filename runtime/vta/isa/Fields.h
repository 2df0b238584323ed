// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The positions of the fields of instructions.
#ifndef RUNTIME_VTA_ISA_FIELDS_H
#define RUNTIME_VTA_ISA_FIELDS_H

#include "runtime/vta/isa/FieldWidths.h"
#include "runtime/vta/isa/Instruction.h"

namespace tvm::runtime::vta {

/// The name and position in bits of a field in an instruction or a micro-op.
struct Field {
  const char *name;
  unsigned offset, width;
};

/// Calls `visit(field, member)` for consecutive fields.
template <typename Visit> class FieldCursor {
public:
  FieldCursor(unsigned offset, Visit &visit) : offset(offset), visit(visit) {}

  template <typename Member>
  void operator()(const char *name, unsigned width, Member &member) {
    visit(Field{name, offset, width}, member);
    offset += width;
  }

private:
  unsigned offset;
  Visit &visit;
};

constexpr unsigned kFirstOwnField =
    FieldWidths::opcode + 4 * FieldWidths::dependency;
constexpr unsigned kSecondWord = 64;

/// Calls `visit(field, member)` for each field of the structure, like the
/// overloads below. `Loops` are the common fields of GEMM and ALU.
template <typename Visit>
void visitFields(const FieldWidths &, Dependencies &bits, Visit visit) {
  FieldCursor<Visit> field(FieldWidths::opcode, visit);
  field("pop_prev", FieldWidths::dependency, bits.popPrev);
  field("pop_next", FieldWidths::dependency, bits.popNext);
  field("push_prev", FieldWidths::dependency, bits.pushPrev);
  field("push_next", FieldWidths::dependency, bits.pushNext);
}

/// Fields of LOAD and STORE.
template <typename Visit>
void visitFields(const FieldWidths &w, Transfer &transfer, Visit visit) {
  FieldCursor<Visit> low(kFirstOwnField, visit);
  low("memory_type", w.memoryType, transfer.memoryType);
  low("sram_base", w.sramBase, transfer.sramBase);
  low("dram_base", w.dramBase, transfer.dramBase);
  FieldCursor<Visit> high(kSecondWord, visit);
  high("y_size", w.size, transfer.ySize);
  high("x_size", w.size, transfer.xSize);
  high("x_stride", w.stride, transfer.xStride);
  high("y_pad_0", w.pad, transfer.padTop);
  high("y_pad_1", w.pad, transfer.padBottom);
  high("x_pad_0", w.pad, transfer.padLeft);
  high("x_pad_1", w.pad, transfer.padRight);
}

/// Fields of the loops of GEMM and ALU.
template <typename Visit>
void visitLoops(const FieldWidths &w, Loops &loops, Visit &visit) {
  FieldCursor<Visit> field(kFirstOwnField, visit);
  field("reset_reg", w.flag, loops.reset);
  field("uop_bgn", w.uopBegin, loops.uopBegin);
  field("uop_end", w.uopEnd, loops.uopEnd);
  field("iter_out", w.iterations, loops.iterOut);
  field("iter_in", w.iterations, loops.iterIn);
}

/// Visits the factors of the loops of GEMM and ALU. `src` is the width of the
/// index to which the source factors are added. Returns the cursor behind them.
template <typename Visit>
FieldCursor<Visit> visitFactors(const FieldWidths &w, unsigned src,
                                Loops &loops, Visit &visit) {
  FieldCursor<Visit> field(kSecondWord, visit);
  field("dst_factor_out", w.acc, loops.dstFactorOut);
  field("dst_factor_in", w.acc, loops.dstFactorIn);
  field("src_factor_out", src, loops.srcFactorOut);
  field("src_factor_in", src, loops.srcFactorIn);
  return field;
}

/// Fields of GEMM, loops and factors first.
template <typename Visit>
void visitFields(const FieldWidths &w, Gemm &gemm, Visit visit) {
  visitLoops(w, gemm, visit);
  FieldCursor<Visit> field = visitFactors(w, w.inp, gemm, visit);
  field("wgt_factor_out", w.wgt, gemm.wgtFactorOut);
  field("wgt_factor_in", w.wgt, gemm.wgtFactorIn);
}

/// Fields of ALU, loops and factors first.
template <typename Visit>
void visitFields(const FieldWidths &w, Alu &alu, Visit visit) {
  visitLoops(w, alu, visit);
  FieldCursor<Visit> field = visitFactors(w, w.acc, alu, visit);
  field("alu_opcode", w.aluOpcode, alu.opcode);
  field("use_imm", w.flag, alu.useImmediate);
  field("imm", w.immediate, alu.immediate);
}

/// The fields of FINISH: none of its own.
template <typename Visit>
void visitFields(const FieldWidths &, Finish &, Visit) {}

/// Fields of a micro-op.
template <typename Visit>
void visitFields(const FieldWidths &w, MicroOp &microOp, Visit visit) {
  FieldCursor<Visit> field(0, visit);
  field("dst_idx", w.acc, microOp.dst);
  field("src_idx", w.inp, microOp.src);
  field("wgt_idx", w.wgt, microOp.wgt);
}

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_ISA_FIELDS_H
