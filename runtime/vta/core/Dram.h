// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A device's memory: an arena whose addresses are checked.
#ifndef RUNTIME_VTA_CORE_DRAM_H
#define RUNTIME_VTA_CORE_DRAM_H

#include "runtime/core/Error.h"
#include "runtime/memory/Buffer.h"

#include <map>

namespace tvm::runtime::vta {

/// A device's memory. Addresses count bytes from 0. Address 0 is never
/// allocated, and an access must be within one allocation.
class Dram {
public:
  /// Creates a memory in which the distances of allocations are multiples of
  /// `alignment` bytes, a power of two.
  explicit Dram(uint64_t alignment) : alignment(alignment) {}

  /// Reserves addresses below `capacity`. Fails with TVM_OUT_OF_MEMORY.
  Status create(uint64_t capacity);

  /// Allocates `size` bytes, which keep their previous contents. Fails with
  /// TVM_OUT_OF_MEMORY if no gap is large enough.
  Status allocate(uint64_t size, uint64_t &address);
  /// Frees an allocation. Fails with TVM_INVALID_ARGUMENT if allocate has not
  /// returned `address`.
  Status free(uint64_t address);

  /// The `size` bytes from `address` on; null if they are not within one
  /// allocation.
  uint8_t *find(uint64_t address, uint64_t size);

  /// Finds `bytes` like find. Fails with TVM_INVALID_ARGUMENT and a description
  /// of the place if they are not within one allocation.
  Status access(uint64_t address, uint64_t size, uint8_t *&bytes);

  uint64_t capacity() const { return arena.capacity(); }

private:
  uint64_t aligned(uint64_t address) const {
    return (address + alignment - 1) & ~(alignment - 1);
  }

  uint64_t alignment;
  Buffer arena;
  /// Sizes by address.
  std::map<uint64_t, uint64_t> allocations;
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_CORE_DRAM_H
