// The indices that a GEMM or ALU goes through.
#ifndef RUNTIME_VTA_ISA_LOOPNEST_H
#define RUNTIME_VTA_ISA_LOOPNEST_H

#include "runtime/core/Error.h"
#include "runtime/vta/isa/Instruction.h"

#include <vector>

namespace tvm::runtime::vta {

/// The steps that are added to an index per iteration.
struct Factors {
  uint32_t out = 0, in = 0;

  uint64_t last(const Loops &loops) const {
    return uint64_t(loops.iterOut - 1) * out + uint64_t(loops.iterIn - 1) * in;
  }
};

/// Number of micro-ops that are executed.
inline uint64_t iterationsOf(const Loops &loops) {
  uint64_t uops =
      loops.uopEnd > loops.uopBegin ? loops.uopEnd - loops.uopBegin : 0;
  return uops * loops.iterOut * loops.iterIn;
}

/// TVM_RUN_FAILED if `index` of a micro-op, with the factors added, does not
/// remain below `depth`.
Status checkIndex(const Loops &loops, Factors factors, uint32_t uop,
                  const char *name, uint32_t index, uint32_t depth);

/// TVM_RUN_FAILED if the loops read beyond the `depth` micro-ops there are.
Status checkUops(const Loops &loops, uint32_t depth);

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_ISA_LOOPNEST_H
