// The arguments of functions that artefacts call.
#ifndef RUNTIME_LIBRARY_ARGUMENTREADER_H
#define RUNTIME_LIBRARY_ARGUMENTREADER_H

#include "runtime/include/tvm_abi.h"

#include <string_view>

namespace tvm::runtime {

/// A `tvm_args` read from the front: buffers, and the dims of each.
class ArgumentReader {
public:
  explicit ArgumentReader(const tvm_args *args)
      : buffers(args->buffers), dims(args->dims) {}

  /// A buffer of `rank` dims: their product.
  void *next(int64_t rank, int64_t &count, const int64_t *&sizes) {
    sizes = dims;
    uint64_t product = 1; // wraps only in tensors without elements
    for (int64_t i = 0; i < rank; ++i)
      product *= dims[i];
    count = static_cast<int64_t>(product);
    dims += rank;
    return *buffers++;
  }

  /// A buffer whose dims are known from elsewhere.
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
