#include "runtime/Library.h"
#include "runtime/LibraryCall.h"
#include "runtime/OrderedKeys.h"

#include <algorithm>
#include <vector>

namespace tvm::runtime {

namespace {

/// The first `k` of `n` elements in order, of lines with distance `stride`.
template <typename Keys> class Selection {
public:
  using Key = typename Keys::Key;

  Selection(Keys keys, bool largest, int64_t n, int64_t k, int64_t stride)
      : keys(keys), flip(largest ? Key(~Key(0)) : Key(0)), n(n), k(k),
        stride(stride) {}

  void select(const Key *x, Key *values, int64_t *indices) {
    // Below, a heap of the best is cheaper than moving everything.
    if (k < n / 8)
      collectBest(x);
    else
      partitionAll(x);
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

  Key keyAt(const Key *x, int64_t i) const {
    return keys(x[i * stride]) ^ flip;
  }

  /// The least key of a block, where there may be a better one.
  Key findLeast(const Key *x, int64_t begin, int64_t end) const {
    Key least = ~Key(0);
    if (stride == 1)
      for (int64_t i = begin; i < end; ++i)
        least = std::min<Key>(least, keys(x[i]) ^ flip);
    else
      for (int64_t i = begin; i < end; ++i)
        least = std::min(least, keyAt(x, i));
    return least;
  }

  void collectBest(const Key *x) {
    best.clear();
    for (int64_t i = 0; i < k; ++i)
      best.push_back({keyAt(x, i), i});
    std::make_heap(best.begin(), best.end());
    constexpr int64_t kBlock = 64;
    for (int64_t begin = k; k > 0 && begin < n; begin += kBlock) {
      int64_t end = std::min(begin + kBlock, n);
      if (findLeast(x, begin, end) < best.front().key)
        replaceWorst(x, begin, end);
    }
  }

  void replaceWorst(const Key *x, int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      Key key = keyAt(x, i);
      if (key >= best.front().key)
        continue;
      std::pop_heap(best.begin(), best.end());
      best.back() = {key, i};
      std::push_heap(best.begin(), best.end());
    }
  }

  void partitionAll(const Key *x) {
    best.clear();
    for (int64_t i = 0; i < n; ++i)
      best.push_back({keyAt(x, i), i});
    if (k < n)
      std::nth_element(best.begin(), best.begin() + k, best.end());
    best.resize(k);
  }

  Keys keys;
  Key flip;
  int64_t n, k, stride;
  std::vector<Candidate> best;
};

/// A tensor as `outer` times `axis` times `inner` elements.
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
