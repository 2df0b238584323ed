// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/library/Library.h"
#include "runtime/library/LibraryCall.h"
#include "runtime/library/OrderedKeys.h"

#include <algorithm>
#include <vector>

namespace tvm::runtime {

namespace {

/// The first `k` of `n` elements in order, in lines with distance `stride`.
template <typename Keys> class Selection {
public:
  using Key = typename Keys::Key;

  Selection(Keys keys, bool largest, int64_t n, int64_t k, int64_t stride)
      : keys(keys), flip(largest ? Key(~Key(0)) : Key(0)), n(n), k(k),
        stride(stride) {
    best.reserve(std::min(n, getCapacity()));
  }

  void select(const Key *x, Key *values, int64_t *indices) {
    best.clear();
    int64_t start = std::min(n, k <= kFew ? k : getCapacity());
    for (int64_t i = 0; i < start; ++i)
      best.push_back({keyAt(x, i), i});
    keepBest();
    if (k > 0)
      collect(x, start);
    std::sort(best.begin(), best.end());
    for (int64_t i = 0; i < k; ++i) {
      indices[i * stride] = best[i].index;
      values[i * stride] = x[best[i].index * stride];
    }
  }

private:
  struct Candidate {
    Key key;
    int64_t index;
    bool operator<(const Candidate &other) const {
      return key != other.key ? key < other.key : index < other.index;
    }
  };

  static constexpr int64_t kBlock = 32; // compared at a time
  static constexpr int64_t kFew = 32;

  /// The number of candidates from which the best are selected at a time.
  int64_t getCapacity() const { return 2 * k + kBlock; }

  Key keyAt(const Key *x, int64_t i) const {
    return keys(x[i * stride]) ^ flip;
  }

  void keepBest() {
    if (static_cast<int64_t>(best.size()) <= k)
      return;
    std::nth_element(best.begin(), best.begin() + k, best.end());
    best.resize(k);
  }

  bool mayImprove(const Key *x, int64_t begin, int64_t end, Key worst) const {
    bool found = false;
    if (stride == 1)
      for (int64_t i = begin; i < end; ++i)
        found |= keys.mayPrecede(x[i], worst, flip);
    else
      for (int64_t i = begin; i < end; ++i)
        found |= keys.mayPrecede(x[i * stride], worst, flip);
    return found;
  }

  /// Adds elements. A later element is not better than an equal earlier one, so
  /// `worst` needs no index.
  void collect(const Key *x, int64_t start) {
    std::sort(best.begin(), best.end());
    Candidate worst = best.back();
    for (int64_t begin = start; begin < n; begin += kBlock) {
      int64_t end = std::min(begin + kBlock, n);
      if (!mayImprove(x, begin, end, x[worst.index * stride]))
        continue;
      for (int64_t i = begin; i < end; ++i)
        if (Key key = keyAt(x, i); key < worst.key)
          add({key, i}, worst);
    }
    keepBest();
  }

  /// Adds a candidate. Few candidates are kept in order; many are collected
  /// before the worst are removed.
  void add(Candidate better, Candidate &worst) {
    if (k <= kFew) {
      best.pop_back();
      best.insert(std::upper_bound(best.begin(), best.end(), better), better);
      worst = best.back();
      return;
    }
    best.push_back(better);
    if (static_cast<int64_t>(best.size()) < getCapacity())
      return;
    keepBest();
    worst = *std::max_element(best.begin(), best.end());
  }

  Keys keys;
  Key flip;
  int64_t n, k, stride;
  std::vector<Candidate> best;
};

/// A tensor seen as `outer` times `axis` times `inner` elements.
struct Lines {
  int64_t outer = 1, axis = 1, inner = 1;

  Lines(const int64_t *sizes, int64_t rank, int64_t axisIndex) {
    for (int64_t i = 0; i < axisIndex; ++i)
      outer *= sizes[i];
    axis = sizes[axisIndex];
    for (int64_t i = axisIndex + 1; i < rank; ++i)
      inner *= sizes[i];
  }
  int64_t getStart(int64_t line) const {
    return line / inner * axis * inner + line % inner;
  }
};

} // namespace

Status selectTopK(const tvm_args *args) {
  ArgumentReader reader(args);
  std::string_view dtype = reader.text();
  int64_t count;
  const int64_t *sizes;
  const auto *options = reader.list<int64_t>(count);
  int64_t rank = options[0], axis = options[1];
  bool largest = options[2];
  const void *x = reader.next(rank, count, sizes);
  Lines from(sizes, rank, axis);
  void *values = reader.next(rank, count, sizes);
  Lines to(sizes, rank, axis);
  auto *indices = reader.next<int64_t>(rank);
  Status status = TVM_OK;
  bool isKnown = withKeys(dtype, [&](auto keys) {
    using Key = typename decltype(keys)::Key;
    status = parallelFor(
        args, from.outer * from.inner, [&](int64_t begin, int64_t end) {
          Selection selection(keys, largest, from.axis, to.axis, from.inner);
          for (int64_t line = begin; line < end; ++line)
            selection.select(static_cast<const Key *>(x) + from.getStart(line),
                             static_cast<Key *>(values) + to.getStart(line),
                             indices + to.getStart(line));
        });
  });
  return isKnown ? status : unknownType(dtype);
}

} // namespace tvm::runtime
