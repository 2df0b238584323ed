// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/library/Library.h"
#include "runtime/library/LibraryCall.h"
#include "runtime/library/OrderedKeys.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace tvm::runtime {

namespace {

/// Rows of keys, grouped by equality.
template <typename Key> class Rows {
public:
  template <typename Keys>
  Rows(const Keys &toKey, const Key *x, int64_t count, int64_t width)
      : keys(count * width), order(count), width(width) {
    std::transform(x, x + count * width, keys.begin(), toKey);
    std::iota(order.begin(), order.end(), int64_t(0));
    std::sort(order.begin(), order.end(), [&](int64_t l, int64_t r) {
      int difference = compare(l, r);
      return difference ? difference < 0 : l < r;
    });
  }

  /// The start of each group of equal rows in `order`, followed by the end.
  std::vector<int64_t> findGroups() const {
    std::vector<int64_t> starts;
    for (size_t i = 0; i < order.size(); ++i)
      if (i == 0 || compare(order[i - 1], order[i]))
        starts.push_back(i);
    starts.push_back(order.size());
    return starts;
  }

  const std::vector<int64_t> &getOrder() const { return order; }

private:
  int compare(int64_t l, int64_t r) const {
    const Key *a = keys.data() + l * width, *b = keys.data() + r * width;
    for (int64_t i = 0; i < width; ++i)
      if (a[i] != b[i])
        return a[i] < b[i] ? -1 : 1;
    return 0;
  }

  std::vector<Key> keys;
  std::vector<int64_t> order; // row indices, by key and index
  int64_t width;
};

struct UniqueResults {
  int64_t *first, *inverse, *counts, *number;
};

} // namespace

static void fillResults(const std::vector<int64_t> &order,
                        const std::vector<int64_t> &starts, bool sorted,
                        const UniqueResults &results) {
  int64_t number = starts.size() - 1;
  std::vector<int64_t> groups(number);
  std::iota(groups.begin(), groups.end(), int64_t(0));
  if (!sorted)
    std::sort(groups.begin(), groups.end(), [&](int64_t l, int64_t r) {
      return order[starts[l]] < order[starts[r]];
    });
  std::fill_n(results.first, order.size(), 0);
  std::fill_n(results.counts, order.size(), 0);
  for (int64_t i = 0; i < number; ++i) {
    int64_t begin = starts[groups[i]], end = starts[groups[i] + 1];
    results.first[i] = order[begin];
    results.counts[i] = end - begin;
    for (int64_t j = begin; j < end; ++j)
      results.inverse[order[j]] = i;
  }
  *results.number = number;
}

Status findUnique(const tvm_args *args) {
  ArgumentReader reader(args);
  std::string_view dtype = reader.text();
  int64_t count;
  const int64_t *sizes;
  bool sorted = *reader.list<int64_t>(count);
  const void *x = reader.next(2, count, sizes);
  UniqueResults results;
  results.first = reader.next<int64_t>(1);
  results.inverse = reader.next<int64_t>(1);
  results.counts = reader.next<int64_t>(1);
  results.number = reader.next<int64_t>(1);
  bool isKnown = withKeys(dtype, [&](auto keys) {
    using Key = typename decltype(keys)::Key;
    Rows<Key> rows(keys, static_cast<const Key *>(x), sizes[0], sizes[1]);
    fillResults(rows.getOrder(), rows.findGroups(), sorted, results);
  });
  return isKnown ? Status(TVM_OK) : unknownType(dtype);
}

} // namespace tvm::runtime
