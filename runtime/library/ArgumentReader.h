// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arguments of functions that artefacts call.
#ifndef RUNTIME_LIBRARY_ARGUMENTREADER_H
#define RUNTIME_LIBRARY_ARGUMENTREADER_H

#include "runtime/include/tvm_abi.h"

#include <string_view>

namespace tvm::runtime {

/// A reader of a `tvm_args` from the front: buffers with their dims.
class ArgumentReader {
public:
  explicit ArgumentReader(const tvm_args *args)
      : buffers(args->buffers), dims(args->dims) {}

  /// The next buffer, of `rank` dims; `count` is the product of the dims.
  void *next(int64_t rank, int64_t &count, const int64_t *&sizes) {
    sizes = dims;
    uint64_t product = 1; // wraps in empty tensors only
    for (int64_t i = 0; i < rank; ++i)
      product *= dims[i];
    count = static_cast<int64_t>(product);
    dims += rank;
    return *buffers++;
  }

  /// The next buffer, whose dims are known.
  template <typename T> T *next(int64_t rank) {
    int64_t count;
    const int64_t *sizes;
    return static_cast<T *>(next(rank, count, sizes));
  }

  template <typename T> const T *list(int64_t &count) {
    const int64_t *sizes;
    return static_cast<const T *>(next(1, count, sizes));
  }

  std::string_view text() {
    int64_t count;
    const char *bytes = list<char>(count);
    return {bytes, static_cast<size_t>(count)};
  }

private:
  void *const *buffers;
  const int64_t *dims;
};

} // namespace tvm::runtime

#endif // RUNTIME_LIBRARY_ARGUMENTREADER_H
