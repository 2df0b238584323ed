// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The effects of instructions on memories, without time.
#ifndef RUNTIME_VTA_CORE_CORE_H
#define RUNTIME_VTA_CORE_CORE_H

#include "runtime/vta/core/AluUnit.h"
#include "runtime/vta/core/GemmUnit.h"
#include "runtime/vta/core/TransferUnit.h"

namespace tvm::runtime::vta {

/// All of VTA except its queues: scratchpads, and units that execute one
/// instruction at a time on them and on DRAM.
class Core {
public:
  Core(const Configuration &configuration, Dram &dram)
      : scratchpads(configuration),
        transfers(configuration, dram, scratchpads, counters),
        gemms(configuration, scratchpads, counters),
        alus(configuration, scratchpads, counters) {}
  Core(const Core &) = delete;
  Core &operator=(const Core &) = delete;

  /// Allocates the scratchpads. Fails with TVM_OUT_OF_MEMORY.
  Status create() { return scratchpads.create(); }

  /// Begins a run: memories on the chip get arbitrary contents that depend on
  /// `seed`.
  void reset(uint64_t seed);

  /// Executes an instruction without its tokens. Fails with TVM_RUN_FAILED if
  /// it accesses elements outside of a memory, or loads an invalid micro-op.
  Status execute(const Instruction &instruction);

  const Counters &done() const { return counters; }

private:
  Scratchpads scratchpads;
  Counters counters;
  TransferUnit transfers;
  GemmUnit gemms;
  AluUnit alus;
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_CORE_CORE_H
