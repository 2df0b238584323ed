// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory for values whose size is known only while a model runs.
#ifndef RUNTIME_MEMORY_POOL_H
#define RUNTIME_MEMORY_POOL_H

#include "runtime/memory/Buffer.h"

#include <vector>

namespace tvm::runtime {

/// An allocator that releases all memory at once. It keeps as much as the
/// largest run needed, so that repeating a run allocates nothing.
class Pool {
public:
  /// Returns aligned memory; null if there is none or `bytes` is negative.
  void *allocate(int64_t bytes);

  /// Releases all allocations.
  void reset();

private:
  std::vector<Buffer> blocks;
  /// The number of used bytes in the last block and in all blocks.
  int64_t usedInBlock = 0, used = 0;
};

} // namespace tvm::runtime

#endif // RUNTIME_MEMORY_POOL_H
