// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/isa/LoopNest.h"

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

Status tvm::runtime::vta::checkIndex(const Loops &loops, Factors factors,
                                     uint32_t uop, const char *name,
                                     uint32_t index, uint32_t depth) {
  uint64_t last = index + factors.last(loops);
  if (last < depth)
    return TVM_OK;
  return error(TVM_RUN_FAILED,
               "micro-op %u: %s: expected indices below %u, got up to %llu",
               uop, name, depth, (unsigned long long)last);
}

Status tvm::runtime::vta::checkUops(const Loops &loops, uint32_t depth) {
  if (loops.uopEnd <= depth)
    return TVM_OK;
  return error(TVM_RUN_FAILED, "uop_end: expected at most %u micro-ops, got %u",
               depth, loops.uopEnd);
}
