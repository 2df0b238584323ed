// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts of the work of a run.
#ifndef RUNTIME_VTA_CORE_COUNTERS_H
#define RUNTIME_VTA_CORE_COUNTERS_H

#include "runtime/vta/isa/Configuration.h"
#include "runtime/vta/isa/Instruction.h"

#include <cstdint>

namespace tvm::runtime::vta {

/// Counts of the work of a run. Bytes are bytes of DRAM, without padding.
/// Iterations are executed micro-ops, except of a GEMM that resets.
struct Counters {
  uint64_t uopLoadBytes = 0, inpLoadBytes = 0, wgtLoadBytes = 0,
           accLoadBytes = 0;
  uint64_t outStoreBytes = 0;
  uint64_t gemmIterations = 0, aluIterations = 0;
  /// The number of cycles; 0 if the device does not model time.
  uint64_t cycles = 0;

  /// Adds the bytes of DRAM that `transfer` reads or writes.
  void add(const Configuration &configuration, const Transfer &transfer);
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_CORE_COUNTERS_H
