// What a run has done.
#ifndef RUNTIME_VTA_COUNTERS_H
#define RUNTIME_VTA_COUNTERS_H

#include <cstdint>

namespace tvm::runtime::vta {

/// Bytes are DRAM's, without padding. Iterations are of micro-ops; those of a
/// GEMM that resets do not count.
struct Counters {
  uint64_t uopLoadBytes = 0, inpLoadBytes = 0, wgtLoadBytes = 0,
           accLoadBytes = 0;
  uint64_t outStoreBytes = 0;
  uint64_t gemmIterations = 0, aluIterations = 0;
  /// 0 where there is no notion of time.
  uint64_t cycles = 0;
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_COUNTERS_H
