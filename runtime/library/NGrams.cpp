// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/library/LibraryCall.h"
#include "runtime/library/StringLibrary.h"

#include <algorithm>
#include <map>
#include <vector>

namespace tvm::runtime {

namespace {
using Sequence = std::vector<int64_t>;

/// Sequences of one length with the columns that count them.
using Columns = std::map<Sequence, std::vector<int64_t>>;

struct NGramCall {
  ArgumentReader reader;
  int64_t rank, poolSize, numStarts, count;
  const int64_t *pool, *starts, *columns, *range;

  explicit NGramCall(const tvm_args *args) : reader(args) {
    rank = *reader.list<int64_t>(count);
    pool = reader.list<int64_t>(poolSize);
    starts = reader.list<int64_t>(numStarts);
    columns = reader.list<int64_t>(count);
    range = reader.list<int64_t>(count);
  }

  /// The sequences of each length from 1 on.
  std::vector<Columns> getColumns() const {
    std::vector<Columns> result(numStarts);
    const int64_t *column = columns;
    for (int64_t i = 0; i < numStarts; ++i) {
      int64_t end = i + 1 < numStarts ? starts[i + 1] : poolSize;
      for (int64_t at = starts[i]; at < end; at += i + 1)
        result[i][Sequence(pool + at, pool + at + i + 1)].push_back(*column++);
    }
    return result;
  }
};
} // namespace

/// Counts the sequences in `row` with `gap` elements between neighbours.
static void countWithGap(const Columns &columns, const int64_t *row,
                         int64_t size, int64_t length, int64_t gap,
                         float *counts) {
  Sequence sequence(length);
  int64_t reach = (length - 1) * (gap + 1);
  for (int64_t at = 0; at + reach < size; ++at) {
    for (int64_t i = 0; i < length; ++i)
      sequence[i] = row[at + i * (gap + 1)];
    auto found = columns.find(sequence);
    if (found != columns.end())
      for (int64_t column : found->second)
        counts[column] += 1;
  }
}

Status countNGrams(const tvm_args *args) {
  NGramCall call(args);
  int64_t count, total;
  const int64_t *sizes, *resultSizes;
  const auto *x =
      static_cast<const int64_t *>(call.reader.next(call.rank, count, sizes));
  auto *counts =
      static_cast<float *>(call.reader.next(call.rank, total, resultSizes));
  int64_t size = sizes[call.rank - 1], width = resultSizes[call.rank - 1];
  int64_t rows = call.rank == 1 ? 1 : sizes[0];
  std::vector<Columns> columns = call.getColumns();
  std::fill_n(counts, total, 0.0f);
  int64_t longest = std::min<int64_t>(call.range[1], columns.size());
  return parallelFor(args, rows, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row)
      for (int64_t length = call.range[0]; length <= longest; ++length)
        for (int64_t gap = 0; gap <= (length == 1 ? 0 : call.range[2]); ++gap)
          countWithGap(columns[length - 1], x + row * size, size, length, gap,
                       counts + row * width);
  });
}

} // namespace tvm::runtime
