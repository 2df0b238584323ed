// A device's memory: an arena whose addresses are checked.
#ifndef RUNTIME_VTA_CORE_DRAM_H
#define RUNTIME_VTA_CORE_DRAM_H

#include "runtime/core/Error.h"
#include "runtime/memory/Buffer.h"

#include <map>

namespace tvm::runtime::vta {

/// Addresses count bytes from 0. Address 0 is never allocated, and an access
/// must be within one allocation.
class Dram {
public:
  /// Allocations have distances that are multiples of `alignment`, a power of
  /// two.
  explicit Dram(uint64_t alignment) : alignment(alignment) {}

  /// Reserves addresses below `capacity`. TVM_OUT_OF_MEMORY.
  Status create(uint64_t capacity);

  /// TVM_OUT_OF_MEMORY if no gap is large enough. The memory keeps its previous
  /// contents.
  Status allocate(uint64_t size, uint64_t &address);
  /// TVM_INVALID_ARGUMENT if allocate has not returned `address`.
  Status free(uint64_t address);

  /// The `size` bytes from `address` on; null if they are not within one
  /// allocation.
  uint8_t *find(uint64_t address, uint64_t size);

  /// Like find; otherwise TVM_INVALID_ARGUMENT with a description of the place.
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
