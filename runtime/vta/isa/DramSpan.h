// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of DRAM that a LOAD or STORE touches.
#ifndef RUNTIME_VTA_ISA_DRAMSPAN_H
#define RUNTIME_VTA_ISA_DRAMSPAN_H

#include "runtime/vta/isa/Instruction.h"

namespace tvm::runtime::vta {

/// The range from the first element to behind the last one, in elements.
struct DramSpan {
  uint64_t begin, end;

  explicit DramSpan(const Transfer &transfer)
      : begin(transfer.dramBase), end(begin) {
    if (transfer.xSize && transfer.ySize)
      end += uint64_t(transfer.ySize - 1) * transfer.xStride + transfer.xSize;
  }
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_ISA_DRAMSPAN_H
