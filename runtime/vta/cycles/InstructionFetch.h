// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The times at which instructions arrive from DRAM.
#ifndef RUNTIME_VTA_CYCLES_INSTRUCTIONFETCH_H
#define RUNTIME_VTA_CYCLES_INSTRUCTIONFETCH_H

#include "runtime/vta/cycles/MemoryModel.h"

namespace tvm::runtime::vta {

/// The fetch module: it reads a burst of instructions, passes them on, and
/// reads the next burst.
class InstructionFetch {
public:
  InstructionFetch(const Configuration &configuration, EventQueue &events,
                   MemoryModel &memory, size_t numInstructions);

  void beginBurst(uint64_t now);
  /// Sets the cycle of the burst's first beat.
  void beginData(uint64_t begin);
  void readInstruction() { isWaiting = true; }

  /// Whether an instruction has been read and not yet been passed on.
  bool hasInstruction() const { return isWaiting; }
  void handOn(uint64_t now);

private:
  /// The time at which the next instruction has been read.
  uint64_t readTime() const;

  EventQueue &events;
  MemoryModel &memory;
  unsigned width;
  size_t numInstructions, numHanded = 0;
  size_t burstBegin = 0, burstEnd = 0;
  uint64_t dataBegin = 0;
  bool isWaiting = false;
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_CYCLES_INSTRUCTIONFETCH_H
