// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/memory/Buffer.h"

#include "runtime/include/tvm_abi.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

using namespace tvm::runtime;

// The size in bytes of a huge page. Larger memory consists of whole huge pages,
// which saves page faults in the first run and TLB misses in all runs.
static constexpr int64_t hugePage = int64_t(2) << 20;

Buffer::~Buffer() { std::free(memory); }

bool Buffer::reserve(int64_t bytes) {
  if (memory && bytes >= 0 && bytes <= size)
    return true;
  int64_t alignment = bytes >= hugePage ? hugePage : TVM_ALIGNMENT;
  int64_t rounded;
  if (bytes < 0 || __builtin_add_overflow(std::max<int64_t>(bytes, 1),
                                          alignment - 1, &rounded))
    return false;
  rounded -= rounded % alignment;
  void *larger = std::aligned_alloc(alignment, rounded);
  if (!larger)
    return false;
#ifdef MADV_HUGEPAGE
  if (alignment == hugePage)
    (void)madvise(larger, rounded, MADV_HUGEPAGE);
#endif
  std::free(memory);
  memory = larger;
  size = rounded;
  return true;
}

bool Buffer::extend(int64_t bytes, int64_t kept) {
  if (memory && bytes >= 0 && bytes <= size)
    return true;
  if (bytes < 0)
    return false;
  Buffer larger;
  int64_t ample = size + size / 2;
  if ((bytes >= ample || !larger.reserve(ample)) && !larger.reserve(bytes))
    return false;
  if (memory)
    std::memcpy(larger.memory, memory, std::clamp<int64_t>(kept, 0, size));
  swap(larger);
  return true;
}
