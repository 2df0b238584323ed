// The memories on the chip.
#ifndef RUNTIME_VTA_CORE_SCRATCHPADS_H
#define RUNTIME_VTA_CORE_SCRATCHPADS_H

#include "runtime/memory/Buffer.h"
#include "runtime/vta/isa/Configuration.h"
#include "runtime/vta/isa/Instruction.h"

#include <vector>

namespace tvm::runtime::vta {

/// OUT is the accumulator, its low bits. Micro-ops are decoded. Of an element
/// of weights the columns are contiguous, as the GEMM core reads them: of
/// input i and output o, the weight is at i * block + o.
class Scratchpads {
public:
  explicit Scratchpads(const Configuration &configuration)
      : configuration(configuration) {}

  /// TVM_OUT_OF_MEMORY.
  Status create();

  /// Fills the memories with anything, which follows from `seed`, as a chip
  /// does when a program begins.
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
