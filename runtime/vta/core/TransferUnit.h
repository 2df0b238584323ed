// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Execution of LOAD and STORE instructions.
#ifndef RUNTIME_VTA_CORE_TRANSFERUNIT_H
#define RUNTIME_VTA_CORE_TRANSFERUNIT_H

#include "runtime/vta/core/Counters.h"
#include "runtime/vta/core/Dram.h"
#include "runtime/vta/core/Scratchpads.h"
#include "runtime/vta/isa/Encoding.h"

namespace tvm::runtime::vta {

/// A unit that executes transfers. It checks a transfer completely before data
/// moves.
class TransferUnit {
public:
  TransferUnit(const Configuration &configuration, Dram &dram,
               Scratchpads &scratchpads, Counters &counters)
      : configuration(configuration), encoding(configuration), dram(dram),
        scratchpads(scratchpads), counters(counters) {}

  Status execute(const Load &load);
  Status execute(const Store &store);

private:
  Status checkBuffer(const Transfer &transfer) const;
  Status findDram(const Transfer &transfer, uint8_t *&bytes);

  // Sets elements from `index` on to `source`, or to 0 if that is null.
  Status fillUops(uint64_t index, uint64_t count, const uint8_t *source);
  void fillInputs(uint64_t index, uint64_t count, const uint8_t *source);
  void fillWeights(uint64_t index, uint64_t count, const uint8_t *source);
  void fillAccumulator(uint64_t index, uint64_t count, const uint8_t *source);
  void extendAccumulator(uint64_t index, uint64_t count, const uint8_t *source);
  Status fill(MemoryType type, uint64_t index, uint64_t count,
              const uint8_t *source);

  Configuration configuration;
  Encoding encoding;
  Dram &dram;
  Scratchpads &scratchpads;
  Counters &counters;
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_CORE_TRANSFERUNIT_H
