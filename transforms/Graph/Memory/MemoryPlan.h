// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_MEMORY_MEMORYPLAN_H
#define TVM_TRANSFORMS_GRAPH_MEMORY_MEMORYPLAN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace tvm::graph {

/// Bytes that are in use from step `first` to step `last`, both included.
struct LiveRange {
  int64_t first = 0;
  int64_t last = 0;
  int64_t size = 0;

  bool overlaps(const LiveRange &other) const {
    return first <= other.last && other.first <= last;
  }
};

/// A layout of live ranges in one arena. It is as good as it says for the
/// sizes that it was made for, and remains correct for other sizes if offsets
/// are computed from `below`.
struct MemoryPlan {
  llvm::SmallVector<int64_t> offsets;
  /// Ranges over which a range lies directly: its offset is the largest end of
  /// these, 0 if there are none. Every two ranges that overlap in time are
  /// ordered by this relation (transitively).
  llvm::SmallVector<llvm::SmallVector<unsigned>> below;
  /// Ranges in an order in which those below come first.
  llvm::SmallVector<unsigned> order;
  int64_t size = 0;       ///< of the arena
  int64_t naive = 0;      ///< sum of all sizes
  int64_t lowerBound = 0; ///< most bytes in use in one step
};

/// Lays `ranges` into one arena: greedy by size, length and time, and by
/// seeded improvements of the best of these. Deterministic.
MemoryPlan planMemory(llvm::ArrayRef<LiveRange> ranges);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_MEMORY_MEMORYPLAN_H
