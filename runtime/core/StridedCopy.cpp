// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/StridedCopy.h"

#include <algorithm>
#include <cstring>

using namespace tvm::runtime;

bool tvm::runtime::isCompact(const int64_t *dims, const int64_t *strides,
                             int32_t rank) {
  if (!strides || std::find(dims, dims + rank, 0) != dims + rank)
    return true;
  int64_t expected = 1;
  for (int32_t i = rank - 1; i >= 0; --i) {
    // The stride of a dim of size 1 is irrelevant.
    if (dims[i] != 1 && strides[i] != expected)
      return false;
    expected *= dims[i];
  }
  return true;
}

void tvm::runtime::compactStrides(const int64_t *dims, int32_t rank,
                                  int64_t *strides) {
  uint64_t stride = 1; // wraps in empty tensors only
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

static bool isEmpty(const int64_t *dims, int32_t rank) {
  return std::find(dims, dims + rank, 0) != dims + rank;
}

static int64_t countElements(const int64_t *dims, int32_t rank) {
  int64_t count = 1;
  for (int32_t i = 0; i < rank; ++i)
    count *= dims[i];
  return count;
}

/// Calls `visit` with the first element of each row, in order, until it returns
/// false. There is at least one dim, and no dim is 0.
template <typename Visit>
static void forEachRow(const char *row, const int64_t *dims,
                       const int64_t *strides, int32_t rank,
                       int64_t elementSize, Visit visit) {
  // Counts through all dims except the last; the last of them is fastest.
  int64_t index[maxRank] = {};
  int32_t dim;
  do {
    if (!visit(row))
      return;
    for (dim = rank - 2; dim >= 0; --dim) {
      if (++index[dim] < dims[dim]) {
        row += strides[dim] * elementSize;
        break;
      }
      row -= strides[dim] * (dims[dim] - 1) * elementSize;
      index[dim] = 0;
    }
  } while (dim >= 0);
}

void tvm::runtime::copyToCompact(const void *source, const int64_t *dims,
                                 const int64_t *strides, int32_t rank,
                                 int64_t elementSize, void *target) {
  if (isEmpty(dims, rank))
    return;
  const char *from = static_cast<const char *>(source);
  char *to = static_cast<char *>(target);
  if (isCompact(dims, strides, rank)) {
    std::memcpy(to, from, countElements(dims, rank) * elementSize);
    return;
  }
  int32_t last = rank - 1;
  forEachRow(from, dims, strides, rank, elementSize, [&](const char *row) {
    copyRow(row, dims[last], strides[last], elementSize, to);
    to += dims[last] * elementSize;
    return true;
  });
}

std::optional<MemoryRange> tvm::runtime::findMemory(const void *source,
                                                    const int64_t *dims,
                                                    const int64_t *strides,
                                                    int32_t rank,
                                                    int64_t elementSize) {
  auto first = reinterpret_cast<uintptr_t>(source);
  if (isEmpty(dims, rank))
    return MemoryRange{first, first};
  // The offsets in bytes from the first element to the lowest one, and to the
  // end of the highest one.
  int64_t lowest = 0, highest = elementSize;
  if (isCompact(dims, strides, rank))
    highest *= countElements(dims, rank);
  else
    for (int32_t i = 0; i < rank; ++i) {
      int64_t step, extent;
      int64_t &end = strides[i] < 0 ? lowest : highest;
      // The stride of a dim of size 1 is irrelevant.
      if (dims[i] == 1)
        continue;
      if (__builtin_mul_overflow(strides[i], elementSize, &step) ||
          __builtin_mul_overflow(step, dims[i] - 1, &extent) ||
          __builtin_add_overflow(end, extent, &end))
        return std::nullopt;
    }
  MemoryRange range;
  if (__builtin_add_overflow(first, lowest, &range.begin) ||
      __builtin_add_overflow(first, highest, &range.end))
    return std::nullopt;
  return range;
}

bool tvm::runtime::hasElementIn(MemoryRange range, const void *source,
                                const int64_t *dims, const int64_t *strides,
                                int32_t rank, int64_t elementSize) {
  auto all = findMemory(source, dims, strides, rank, elementSize);
  if (!all || !all->overlaps(range))
    return false;
  if (isCompact(dims, strides, rank))
    return true;
  int32_t last = rank - 1;
  bool isFound = false;
  forEachRow(static_cast<const char *>(source), dims, strides, rank,
             elementSize, [&](const char *row) {
               for (int64_t i = 0; i < dims[last] && !isFound; ++i)
                 isFound =
                     MemoryRange::of(row + i * strides[last] * elementSize,
                                     elementSize)
                         .overlaps(range);
               return !isFound;
             });
  return isFound;
}
