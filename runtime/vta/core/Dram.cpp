// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/core/Dram.h"

#include <algorithm>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

Status Dram::create(uint64_t capacity) {
  if (capacity > INT64_MAX || !arena.reserve(int64_t(capacity)))
    return error(TVM_OUT_OF_MEMORY, "no memory for %llu bytes of a device",
                 (unsigned long long)capacity);
  return TVM_OK;
}

/// Allocates by first fit. No two allocations have the same address.
Status Dram::allocate(uint64_t size, uint64_t &address) {
  uint64_t begin = alignment, needed = std::max<uint64_t>(size, 1);
  for (const auto &[next, nextSize] : allocations) {
    if (next >= begin && next - begin >= needed)
      break;
    begin = aligned(next + std::max<uint64_t>(nextSize, 1));
  }
  if (begin > capacity() || capacity() - begin < needed)
    return error(TVM_OUT_OF_MEMORY,
                 "no room for %llu bytes in device memory of %llu",
                 (unsigned long long)size, (unsigned long long)capacity());
  allocations.emplace(begin, size);
  address = begin;
  return TVM_OK;
}

Status Dram::free(uint64_t address) {
  if (allocations.erase(address))
    return TVM_OK;
  return error(TVM_INVALID_ARGUMENT, "nothing is allocated at 0x%llx",
               (unsigned long long)address);
}

uint8_t *Dram::find(uint64_t address, uint64_t size) {
  auto after = allocations.upper_bound(address);
  if (after == allocations.begin())
    return nullptr;
  const auto &[begin, length] = *std::prev(after);
  uint64_t offset = address - begin;
  if (offset > length || size > length - offset)
    return nullptr;
  return static_cast<uint8_t *>(arena.data()) + address;
}

Status Dram::access(uint64_t address, uint64_t size, uint8_t *&bytes) {
  bytes = find(address, size);
  if (bytes)
    return TVM_OK;
  unsigned long long begin = address, end = address + size;
  return error(TVM_INVALID_ARGUMENT,
               "expected addresses within one allocation, got 0x%llx to 0x%llx",
               begin, end);
}
