// What instructions do to the memories, whenever they do it.
#ifndef RUNTIME_VTA_CORE_CORE_H
#define RUNTIME_VTA_CORE_CORE_H

#include "runtime/vta/core/AluUnit.h"
#include "runtime/vta/core/GemmUnit.h"
#include "runtime/vta/core/TransferUnit.h"

namespace tvm::runtime::vta {

class Core {
public:
  Core(const Configuration &configuration, Dram &dram)
      : scratchpads(configuration),
        transfers(configuration, dram, scratchpads, counters),
        gemms(configuration, scratchpads, counters),
        alus(configuration, scratchpads, counters) {}
  Core(const Core &) = delete;
  Core &operator=(const Core &) = delete;

  /// TVM_OUT_OF_MEMORY.
  Status create() { return scratchpads.create(); }

  /// As it is when a run begins: on the chip is anything.
  void reset(uint64_t seed);

  /// All of an instruction but its tokens. TVM_RUN_FAILED if it reaches beyond
  /// a memory, or loads what is no micro-op.
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
