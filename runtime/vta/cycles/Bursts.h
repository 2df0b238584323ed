// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bursts of a transfer.
#ifndef RUNTIME_VTA_CYCLES_BURSTS_H
#define RUNTIME_VTA_CYCLES_BURSTS_H

#include "runtime/vta/isa/Configuration.h"
#include "runtime/vta/isa/Instruction.h"

namespace tvm::runtime::vta {

/// A burst on AXI, of `beats` aligned words.
struct Burst {
  uint64_t beats;
  /// Whether the burst is the last one of its row, and another row follows.
  bool endsRow;
};

/// Rows of bytes in DRAM, each divided as AXI requires: at 256 beats and at
/// multiples of 4 KiB. A beat is one aligned word of `width` bytes.
class Bursts {
public:
  Bursts(uint64_t address, uint64_t rowBytes, uint64_t numRows, uint64_t stride,
         unsigned width);
  /// The bursts of a LOAD or STORE; none if it is empty.
  Bursts(const Configuration &configuration, const Transfer &transfer,
         unsigned width);
  Bursts() : Bursts(0, 0, 0, 0, 1) {}

  bool isDone() const { return rowsLeft == 0; }
  Burst next();

private:
  uint64_t row, rowBytes, rowsLeft, stride, width;
  /// The start of the next burst.
  uint64_t address;
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_CYCLES_BURSTS_H
