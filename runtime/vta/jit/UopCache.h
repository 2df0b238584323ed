// Which micro-ops are on the chip.
#ifndef RUNTIME_VTA_JIT_UOPCACHE_H
#define RUNTIME_VTA_JIT_UOPCACHE_H

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace tvm::runtime::vta {

/// Lists of micro-ops by what they contain. On the chip they are put one behind
/// the other, and from the beginning again when the end is reached; what was
/// there is forgotten. In DRAM all of them are kept.
class UopCache {
public:
  explicit UopCache(uint32_t depth) : depth(depth) {}

  struct Place {
    uint32_t onChip, inDram;
    /// Whether it has to be loaded first.
    bool isNew;
  };
  /// There are 1 to `depth` micro-ops.
  Place find(const std::vector<uint32_t> &microOps);

  /// All that DRAM must contain.
  const std::vector<uint32_t> &image() const { return dram; }

  /// Nothing is on the chip any more.
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
  /// Entries on the chip, by their beginnings: the end of each, and the entry.
  struct Resident {
    uint32_t end;
    Entry *entry;
  };
  std::map<uint32_t, Resident> residents;
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_JIT_UOPCACHE_H
