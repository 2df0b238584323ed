// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory of tensors with strides: copies, and tests for overlaps.
#ifndef RUNTIME_CORE_STRIDEDCOPY_H
#define RUNTIME_CORE_STRIDEDCOPY_H

#include <cstdint>
#include <optional>

namespace tvm::runtime {

/// The largest number of dims of a tensor (numpy's limit).
constexpr int32_t maxRank = 64;

/// Whether elements are in row-major order without gaps. `strides` count
/// elements; null means row-major order.
bool isCompact(const int64_t *dims, const int64_t *strides, int32_t rank);

/// Writes the strides of a compact tensor.
void compactStrides(const int64_t *dims, int32_t rank, int64_t *strides);

/// Copies a tensor of at most maxRank dims, not negative, to compact memory.
void copyToCompact(const void *source, const int64_t *dims,
                   const int64_t *strides, int32_t rank, int64_t elementSize,
                   void *target);

/// Addresses of bytes from `begin` to `end`, excluded; empty if they are equal.
struct MemoryRange {
  uintptr_t begin = 0, end = 0;

  static MemoryRange of(const void *data, int64_t bytes) {
    auto begin = reinterpret_cast<uintptr_t>(data);
    return {begin, begin + static_cast<uintptr_t>(bytes)};
  }
  bool isEmpty() const { return begin == end; }
  bool overlaps(MemoryRange other) const {
    return begin < other.end && other.begin < end && !isEmpty() &&
           !other.isEmpty();
  }
};

/// The range from the lowest byte of a tensor's elements to the highest one.
/// nullopt if it exceeds the address space: no memory has such strides.
std::optional<MemoryRange> findMemory(const void *source, const int64_t *dims,
                                      const int64_t *strides, int32_t rank,
                                      int64_t elementSize);

/// Whether a byte of an element of the tensor, for which findMemory() has a
/// result, is within `range`. Gaps between elements do not count.
bool hasElementIn(MemoryRange range, const void *source, const int64_t *dims,
                  const int64_t *strides, int32_t rank, int64_t elementSize);

} // namespace tvm::runtime

#endif // RUNTIME_CORE_STRIDEDCOPY_H
