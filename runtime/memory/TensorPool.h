// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors that sequences refer to.
#ifndef RUNTIME_MEMORY_TENSORPOOL_H
#define RUNTIME_MEMORY_TENSORPOOL_H

#include "runtime/include/dlpack.h"
#include "runtime/memory/Buffer.h"

#include <deque>
#include <vector>

namespace tvm::runtime {

/// Owner of tensors, whose addresses do not change.
class TensorPool {
public:
  /// A compact copy of `tensor`, which is on the CPU. Throws std::bad_alloc.
  const DLTensor *add(const DLTensor &tensor);
  void clear() { entries.clear(); }

private:
  struct Entry {
    Buffer data;
    std::vector<int64_t> dims, strides;
    DLTensor tensor;
  };
  std::deque<Entry> entries;
};

} // namespace tvm::runtime

#endif // RUNTIME_MEMORY_TENSORPOOL_H
