// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memories on the chip.
#ifndef RUNTIME_VTA_CORE_SCRATCHPADS_H
#define RUNTIME_VTA_CORE_SCRATCHPADS_H

#include "runtime/memory/Buffer.h"
#include "runtime/vta/isa/Configuration.h"
#include "runtime/vta/isa/Instruction.h"

#include <vector>

namespace tvm::runtime::vta {

/// The scratchpads. OUT is the low bits of the accumulator. Micro-ops are
/// decoded. The columns of an element of weights are contiguous, as the GEMM
/// core reads them: the weight of input i and output o is at i * block + o.
class Scratchpads {
public:
  explicit Scratchpads(const Configuration &configuration)
      : configuration(configuration) {}

  /// Allocates the memories. Fails with TVM_OUT_OF_MEMORY.
  Status create();

  /// Fills the memories with arbitrary contents that depend on `seed`, like a
  /// chip when a program begins.
  void fill(uint64_t seed);

  std::vector<MicroOp> uops;
  uint8_t *inp() const { return bytesOf(inputs); }
  uint8_t *wgt() const { return bytesOf(weights); }
  int32_t *acc() const { return static_cast<int32_t *>(accumulator.data()); }

private:
  static uint8_t *bytesOf(const Buffer &buffer) {
    return static_cast<uint8_t *>(buffer.data());
  }

  Configuration configuration;
  Buffer inputs, weights, accumulator;
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_CORE_SCRATCHPADS_H
