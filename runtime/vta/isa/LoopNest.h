// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The indices that a GEMM or ALU visits.
#ifndef RUNTIME_VTA_ISA_LOOPNEST_H
#define RUNTIME_VTA_ISA_LOOPNEST_H

#include "runtime/core/Error.h"
#include "runtime/vta/isa/Instruction.h"

#include <vector>

namespace tvm::runtime::vta {

/// The increments of an index per iteration of each loop.
struct Factors {
  uint32_t out = 0, in = 0;

  uint64_t last(const Loops &loops) const {
    return uint64_t(loops.iterOut - 1) * out + uint64_t(loops.iterIn - 1) * in;
  }
};

/// The number of executed micro-ops.
inline uint64_t iterationsOf(const Loops &loops) {
  uint64_t uops =
      loops.uopEnd > loops.uopBegin ? loops.uopEnd - loops.uopBegin : 0;
  return uops * loops.iterOut * loops.iterIn;
}

/// Fails with TVM_RUN_FAILED if an index of micro-op `uop`, plus the factors,
/// reaches `depth`.
Status checkIndex(const Loops &loops, Factors factors, uint32_t uop,
                  const char *name, uint32_t index, uint32_t depth);

/// Fails with TVM_RUN_FAILED if the loops read beyond the `depth` micro-ops.
Status checkUops(const Loops &loops, uint32_t depth);

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_ISA_LOOPNEST_H
