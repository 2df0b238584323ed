// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/memory/Pool.h"

#include "runtime/include/tvm_abi.h"

#include <algorithm>

using namespace tvm::runtime;

static constexpr int64_t smallestBlock = int64_t(1) << 16;

void *Pool::allocate(int64_t bytes) {
  int64_t end;
  if (bytes < 0 || __builtin_add_overflow(std::max<int64_t>(bytes, 1),
                                          TVM_ALIGNMENT - 1, &bytes))
    return nullptr;
  bytes -= bytes % TVM_ALIGNMENT;
  if (__builtin_add_overflow(used, bytes, &end))
    return nullptr;
  if (blocks.empty() || blocks.back().capacity() - usedInBlock < bytes) {
    Buffer block;
    if (!block.reserve(std::max({bytes, end, smallestBlock})) &&
        !block.reserve(bytes))
      return nullptr;
    blocks.push_back(std::move(block));
    usedInBlock = 0;
  }
  void *memory = static_cast<char *>(blocks.back().data()) + usedInBlock;
  usedInBlock += bytes;
  used = end;
  return memory;
}

void Pool::reset() {
  // Replaces several blocks by one of their total size. If there is no memory
  // for it, the next run tries again.
  if (blocks.size() > 1) {
    blocks.clear();
    Buffer block;
    if (block.reserve(used))
      blocks.push_back(std::move(block));
  }
  usedInBlock = used = 0;
}
