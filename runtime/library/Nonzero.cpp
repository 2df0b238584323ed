// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/library/Library.h"
#include "runtime/library/LibraryCall.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace tvm::runtime {

/// Number of elements that a thread counts and fills at a time.
static constexpr int64_t kChunk = 1 << 14;

static int64_t countTrue(const uint8_t *x, int64_t begin, int64_t end) {
  return std::count_if(x + begin, x + end, [](uint8_t e) { return e != 0; });
}

static constexpr int64_t kWord = sizeof(uint64_t);

static bool isZeroWord(const uint8_t *x) {
  uint64_t word;
  memcpy(&word, x, sizeof(word));
  return word == 0;
}

/// Fills the columns from `column` on, for the elements of [begin, end).
static void fillColumns(const uint8_t *x, int64_t begin, int64_t end,
                        const int64_t *sizes, int64_t rank, int64_t column,
                        int64_t *indices, int64_t count) {
  for (int64_t i = begin; i < end && column < count; ++i) {
    if (i % kWord == 0 && i + kWord <= end && isZeroWord(x + i)) {
      i += kWord - 1;
      continue;
    }
    if (!x[i])
      continue;
    int64_t rest = i;
    for (int64_t dim = rank; dim-- > 0; rest /= sizes[dim])
      indices[dim * count + column] = rest % sizes[dim];
    ++column;
  }
}

Status findNonzero(const tvm_args *args) {
  ArgumentReader reader(args);
  int64_t n, total;
  const int64_t *sizes, *resultSizes;
  int64_t rank = *reader.list<int64_t>(n);
  const auto *x = static_cast<const uint8_t *>(reader.next(rank, n, sizes));
  auto *indices = static_cast<int64_t *>(reader.next(2, total, resultSizes));
  int64_t count = resultSizes[1];
  int64_t chunks = (n + kChunk - 1) / kChunk;
  std::vector<int64_t> starts(chunks + 1, 0);
  auto endOf = [&](int64_t chunk) { return std::min((chunk + 1) * kChunk, n); };
  TVM_RETURN_IF_FAILED(
      parallelFor(args, chunks, [&](int64_t begin, int64_t end) {
        for (int64_t chunk = begin; chunk < end; ++chunk)
          starts[chunk + 1] = countTrue(x, chunk * kChunk, endOf(chunk));
      }));
  for (int64_t chunk = 0; chunk < chunks; ++chunk)
    starts[chunk + 1] += starts[chunk];
  for (int64_t row = 0; row < rank; ++row)
    for (int64_t i = starts[chunks]; i < count; ++i)
      indices[row * count + i] = -1;
  return parallelFor(args, chunks, [&](int64_t begin, int64_t end) {
    for (int64_t chunk = begin; chunk < end; ++chunk)
      fillColumns(x, chunk * kChunk, endOf(chunk), sizes, rank, starts[chunk],
                  indices, count);
  });
}

} // namespace tvm::runtime
