#include "runtime/StridedCopy.h"

#include <algorithm>
#include <cstring>

using namespace tvm::runtime;

bool tvm::runtime::isCompact(const int64_t *dims, const int64_t *strides,
                             int32_t rank) {
  if (!strides || std::find(dims, dims + rank, 0) != dims + rank)
    return true;
  int64_t expected = 1;
  for (int32_t i = rank - 1; i >= 0; --i) {
    // The stride of a dim of 1 says nothing.
    if (dims[i] != 1 && strides[i] != expected)
      return false;
    expected *= dims[i];
  }
  return true;
}

void tvm::runtime::compactStrides(const int64_t *dims, int32_t rank,
                                  int64_t *strides) {
  uint64_t stride = 1; // wraps only in tensors without elements
  for (int32_t i = rank - 1; i >= 0; --i) {
    strides[i] = stride;
    stride *= dims[i];
  }
}

static void copyRow(const char *source, int64_t count, int64_t stride,
                    int64_t elementSize, char *target) {
  if (stride == 1) {
    std::memcpy(target, source, count * elementSize);
    return;
  }
  for (int64_t i = 0; i < count; ++i)
    std::memcpy(target + i * elementSize, source + i * stride * elementSize,
                elementSize);
}

void tvm::runtime::copyToCompact(const void *source, const int64_t *dims,
                                 const int64_t *strides, int32_t rank,
                                 int64_t elementSize, void *target) {
  if (std::find(dims, dims + rank, 0) != dims + rank)
    return;
  const char *from = static_cast<const char *>(source);
  char *to = static_cast<char *>(target);
  if (isCompact(dims, strides, rank)) {
    int64_t count = 1;
    for (int32_t i = 0; i < rank; ++i)
      count *= dims[i];
    std::memcpy(to, from, count * elementSize);
    return;
  }
  // Counts through all dims but the last, the last of them fastest.
  int64_t index[maxRank] = {};
  int32_t last = rank - 1, dim;
  do {
    copyRow(from, dims[last], strides[last], elementSize, to);
    to += dims[last] * elementSize;
    for (dim = last - 1; dim >= 0; --dim) {
      from += strides[dim] * elementSize;
      if (++index[dim] < dims[dim])
        break;
      from -= strides[dim] * dims[dim] * elementSize;
      index[dim] = 0;
    }
  } while (dim >= 0);
}
