// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/jit/UopCache.h"

using namespace tvm::runtime::vta;

void UopCache::evict(uint32_t begin, uint32_t end) {
  auto first = residents.upper_bound(begin);
  if (first != residents.begin() && std::prev(first)->second.end > begin)
    --first;
  auto last = residents.lower_bound(end);
  for (auto it = first; it != last; ++it)
    it->second.entry->onChip.reset();
  residents.erase(first, last);
}

uint32_t UopCache::allocate(uint32_t size) {
  uint32_t begin = depth - next < size ? 0 : next;
  next = begin + size;
  evict(begin, next);
  return begin;
}

UopCache::Place UopCache::find(const std::vector<uint32_t> &microOps) {
  auto [position, isUnknown] = entries.try_emplace(microOps);
  Entry &entry = position->second;
  if (isUnknown) {
    entry.inDram = dram.size();
    dram.insert(dram.end(), microOps.begin(), microOps.end());
  }
  bool isNew = !entry.onChip;
  if (isNew) {
    uint32_t begin = allocate(microOps.size());
    entry.onChip = begin;
    residents[begin] = {next, &entry};
  }
  return {*entry.onChip, entry.inDram, isNew};
}

void UopCache::forgetChip() {
  evict(0, depth);
  next = 0;
}
