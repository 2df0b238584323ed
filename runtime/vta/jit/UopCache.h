// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The micro-ops on the chip.
#ifndef RUNTIME_VTA_JIT_UOPCACHE_H
#define RUNTIME_VTA_JIT_UOPCACHE_H

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace tvm::runtime::vta {

/// A cache of lists of micro-ops by contents. On the chip, lists are placed one
/// behind the other, starting again at the beginning when the end is reached;
/// overwritten lists are removed. In DRAM, all lists are kept.
class UopCache {
public:
  explicit UopCache(uint32_t depth) : depth(depth) {}

  struct Place {
    uint32_t onChip, inDram;
    /// Whether the list has to be loaded first.
    bool isNew;
  };
  /// The place of 1 to `depth` micro-ops.
  Place find(const std::vector<uint32_t> &microOps);

  /// The micro-ops that DRAM must contain.
  const std::vector<uint32_t> &image() const { return dram; }

  /// Removes all lists from the chip.
  void forgetChip();

private:
  struct Entry {
    uint32_t inDram = 0;
    std::optional<uint32_t> onChip;
  };

  uint32_t allocate(uint32_t size);
  void evict(uint32_t begin, uint32_t end);

  uint32_t depth, next = 0;
  std::vector<uint32_t> dram;
  std::map<std::vector<uint32_t>, Entry> entries;
  /// The lists on the chip, by their starts: the end of each, and its entry.
  struct Resident {
    uint32_t end;
    Entry *entry;
  };
  std::map<uint32_t, Resident> residents;
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_JIT_UOPCACHE_H
