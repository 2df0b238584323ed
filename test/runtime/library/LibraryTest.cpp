// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that artefacts call: orders, ties, NaN, nothing at all.
#include "runtime/library/Library.h"

#include "runtime/include/tvm_mlir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

using namespace tvm::runtime;

namespace {

/// The arguments of a call.
struct Call {
  template <typename T>
  Call &add(std::vector<T> &list, std::vector<int64_t> sizes) {
    buffers.push_back(list.data());
    dims.insert(dims.end(), sizes.begin(), sizes.end());
    return *this;
  }
  template <typename T> Call &add(std::vector<T> &list) {
    return add(list, {static_cast<int64_t>(list.size())});
  }
  Call &addText(std::string &text) {
    buffers.push_back(text.data());
    dims.push_back(text.size());
    return *this;
  }

  int32_t run(const char *name, const tvm_parallel *parallel = nullptr) {
    tvm_args args = {buffers.data(), dims.data(), nullptr, parallel};
    return findLibraryFunction(name)(&args);
  }

  std::vector<void *> buffers;
  std::vector<int64_t> dims;
};

using Ints = std::vector<int64_t>;

template <typename T> struct TopK {
  std::vector<T> values;
  Ints indices;

  /// Selects along the last of two dimensions.
  TopK(std::string dtype, std::vector<T> x, int64_t rows, int64_t k,
       bool largest)
      : values(rows * k), indices(rows * k) {
    Ints options = {2, 1, largest};
    int64_t size = x.size() / rows;
    EXPECT_EQ(TVM_OK, Call()
                          .addText(dtype)
                          .add(options)
                          .add(x, {rows, size})
                          .add(values, {rows, k})
                          .add(indices, {rows, k})
                          .run("tvm_top_k"));
  }
};

} // namespace

TEST(Library, KnowsItsFunctions) {
  EXPECT_EQ(nullptr, findLibraryFunction("tvm_none"));
  static int count = 0;
  forEachLibraryFunction([](const char *name, tvm_kernel function) {
    EXPECT_EQ(function, findLibraryFunction(name));
    ++count;
  });
  EXPECT_EQ(21, count);
}

TEST(Library, TopKOfEqualElementsAreTheFirst) {
  TopK<float> all("float32", {1, 1, 1, 2, 2, 1}, 2, 2, true);
  EXPECT_EQ((Ints{0, 1, 0, 1}), all.indices);
  EXPECT_EQ((std::vector<float>{1, 1, 2, 2}), all.values);
  TopK<int8_t> least("int8", {-1, 3, -128, 3, -1}, 1, 4, false);
  EXPECT_EQ((Ints{2, 0, 4, 1}), least.indices);
}

TEST(Library, TopKOrdersUnsignedAndWideIntegers) {
  TopK<uint64_t> most("uint64", {1, ~uint64_t(0), uint64_t(1) << 63}, 1, 3,
                      true);
  EXPECT_EQ((Ints{1, 2, 0}), most.indices);
  TopK<int64_t> least("int64", {1, INT64_MIN, INT64_MAX, -1}, 1, 2, false);
  EXPECT_EQ((Ints{1, 3}), least.indices);
}

TEST(Library, TopKTakesNaNForTheLargest) {
  float nan = std::nanf("");
  TopK<float> most("float32", {1, nan, INFINITY, -nan, -0.0f, 0}, 1, 3, true);
  EXPECT_EQ((Ints{1, 3, 2}), most.indices);
  TopK<float> least("float32", {1, nan, -INFINITY, 0, -0.0f}, 1, 5, false);
  EXPECT_EQ((Ints{2, 3, 4, 0, 1}), least.indices);
  EXPECT_TRUE(std::signbit(least.values[2]));
  TopK<uint16_t> half("float16", {0x7e00, 0xfc00, 0x7c00, 0x8000}, 1, 4, true);
  EXPECT_EQ((Ints{0, 2, 3, 1}), half.indices);
}

TEST(Library, TopKOfNothing) {
  EXPECT_TRUE(TopK<float>("float32", {1, 2}, 1, 0, true).indices.empty());
  std::string dtype = "float32";
  std::vector<float> x, values;
  Ints options = {2, 1, 1}, indices;
  EXPECT_EQ(TVM_OK, Call()
                        .addText(dtype)
                        .add(options)
                        .add(x, {0, 5})
                        .add(values, {0, 3})
                        .add(indices, {0, 3})
                        .run("tvm_top_k"));
}

/// Few of many go through a heap.
TEST(Library, TopKOfManyIsThatOfASort) {
  std::vector<int32_t> x(5000);
  uint32_t seed = 1;
  for (int32_t &element : x)
    element = (seed = seed * 1664525 + 1013904223) >> 22;
  Ints sorted(x.size());
  std::iota(sorted.begin(), sorted.end(), int64_t(0));
  std::sort(sorted.begin(), sorted.end(), [&](int64_t l, int64_t r) {
    return x[l] != x[r] ? x[l] > x[r] : l < r;
  });
  for (int64_t k : {1, 7, 100, 624, 625, 4999, 5000})
    EXPECT_EQ(Ints(sorted.begin(), sorted.begin() + k),
              TopK<int32_t>("int32", x, 1, k, true).indices)
        << k;
}

TEST(Library, TopKAlongAnOuterAxis) {
  std::string dtype = "float64";
  std::vector<double> x = {1, 6, 5, 2, 3, 4}, values(2);
  Ints options = {2, 0, 1}, indices(2);
  EXPECT_EQ(TVM_OK, Call()
                        .addText(dtype)
                        .add(options)
                        .add(x, {3, 2})
                        .add(values, {1, 2})
                        .add(indices, {1, 2})
                        .run("tvm_top_k"));
  EXPECT_EQ((Ints{1, 0}), indices);
  EXPECT_EQ((std::vector<double>{5, 6}), values);
}

TEST(Library, RefusesUnknownTypes) {
  std::string dtype = "complex64";
  Ints options = {1, 0, 1}, none;
  EXPECT_EQ(
      TVM_UNSUPPORTED,
      Call().addText(dtype).add(options).add(none).add(none).add(none).run(
          "tvm_top_k"));
  EXPECT_STREQ("no order of elements of type 'complex64'", tvm_last_error());
}

TEST(Library, NonzeroGivesRowsOfIndices) {
  std::vector<uint8_t> x = {0, 1, 0, 2, 0, 255};
  Ints rank = {2}, indices(6);
  EXPECT_EQ(
      TVM_OK,
      Call().add(rank).add(x, {2, 3}).add(indices, {2, 3}).run("tvm_nonzero"));
  EXPECT_EQ((Ints{0, 1, 1, 1, 0, 2}), indices);
}

TEST(Library, NonzeroFillsAndCuts) {
  std::vector<uint8_t> x = {1, 0, 1};
  Ints rank = {1}, more(3), less(1);
  EXPECT_EQ(TVM_OK,
            Call().add(rank).add(x).add(more, {1, 3}).run("tvm_nonzero"));
  EXPECT_EQ((Ints{0, 2, -1}), more);
  EXPECT_EQ(TVM_OK,
            Call().add(rank).add(x).add(less, {1, 1}).run("tvm_nonzero"));
  EXPECT_EQ((Ints{0}), less);
}

TEST(Library, NonzeroOfManyChunks) {
  std::vector<uint8_t> x(100000, 0);
  Ints rank = {1}, expected;
  for (size_t i = 0; i < x.size(); i += 777) {
    x[i] = 1;
    expected.push_back(i);
  }
  Ints indices(expected.size());
  int64_t count = expected.size();
  EXPECT_EQ(
      TVM_OK,
      Call().add(rank).add(x).add(indices, {1, count}).run("tvm_nonzero"));
  EXPECT_EQ(expected, indices);
}

namespace {
struct Unique {
  Ints first, inverse, counts, number{-1};

  Unique(std::vector<float> x, int64_t rows, bool isSorted)
      : first(rows), inverse(rows), counts(rows) {
    std::string dtype = "float32";
    Ints sorted = {isSorted};
    int64_t width = rows ? x.size() / rows : 1;
    EXPECT_EQ(TVM_OK, Call()
                          .addText(dtype)
                          .add(sorted)
                          .add(x, {rows, width})
                          .add(first)
                          .add(inverse)
                          .add(counts)
                          .add(number)
                          .run("tvm_unique"));
  }
};
} // namespace

TEST(Library, UniqueSortsOrKeepsTheOrder) {
  Unique sorted({2, 1, 1, 3, 4, 3}, 6, true);
  EXPECT_EQ((Ints{4}), sorted.number);
  EXPECT_EQ((Ints{1, 0, 3, 4, 0, 0}), sorted.first);
  EXPECT_EQ((Ints{1, 0, 0, 2, 3, 2}), sorted.inverse);
  EXPECT_EQ((Ints{2, 1, 2, 1, 0, 0}), sorted.counts);
  Unique unsorted({2, 1, 1, 3, 4, 3}, 6, false);
  EXPECT_EQ((Ints{0, 1, 3, 4, 0, 0}), unsorted.first);
  EXPECT_EQ((Ints{0, 1, 1, 2, 3, 2}), unsorted.inverse);
}

TEST(Library, UniqueComparesRows) {
  Unique rows({1, 2, 1, 1, 1, 2}, 3, true);
  EXPECT_EQ((Ints{2}), rows.number);
  EXPECT_EQ((Ints{1, 0, 0}), rows.first);
  EXPECT_EQ((Ints{1, 0, 1}), rows.inverse);
}

TEST(Library, UniqueTakesNaNForEqual) {
  Unique nans({std::nanf("1"), 0, -std::nanf("2"), -0.0f}, 4, true);
  EXPECT_EQ((Ints{2}), nans.number);
  EXPECT_EQ((Ints{1, 0, 1, 0}), nans.inverse);
  EXPECT_EQ((Ints{0}), Unique({}, 0, true).number);
}

namespace {
struct Suppression {
  Ints selected, number{-1};

  /// A suppression in one batch and class.
  Suppression(std::vector<float> boxes, std::vector<float> scores,
              int64_t limit, std::vector<float> overlap,
              std::vector<float> threshold = {}, bool isCentered = false)
      : selected(limit * 3) {
    int64_t count = scores.size();
    Ints options = {isCentered, 1, threshold.empty() ? -1 : 1};
    Call call;
    call.add(options).add(boxes, {1, count, 4}).add(scores, {1, 1, count});
    call.add(overlap);
    if (!threshold.empty())
      call.add(threshold);
    call.add(selected, {limit, 3}).add(number);
    EXPECT_EQ(TVM_OK, call.run("tvm_non_max_suppression"));
  }
};
//===-- scatter -----------------------------------------------------------===//

/// Elements go to the columns of a 2 x 3 matrix of zeros.
template <typename T>
std::vector<T> scatterColumns(std::string dtype, int64_t reduction,
                              std::vector<int32_t> indices,
                              std::vector<T> updates) {
  int64_t count = indices.size() / 2;
  std::vector<T> x(6), y(6, T(9));
  Ints options = {reduction, 1, 2, 2, 2, 4};
  EXPECT_EQ(TVM_OK, Call()
                        .addText(dtype)
                        .add(options)
                        .add(x, {2, 3})
                        .add(indices, {2, count})
                        .add(updates, {2, count})
                        .add(y, {2, 3})
                        .run("tvm_scatter"));
  return y;
}

TEST(Library, ScatterKeepsTheLastOneAndLeavesOutWhatIsOutside) {
  std::vector<float> expected = {2, 0, 0, 0, 6, 4};
  EXPECT_EQ(expected, scatterColumns<float>("float32", 0, {0, 0, 3, 2, -2, -4},
                                            {1, 2, 3, 4, 6, 7}));
}

TEST(Library, ScatterWrapsIntegers) {
  std::vector<int8_t> sums = {-56, 0, 0, 0, 1, 0};
  EXPECT_EQ(sums,
            scatterColumns<int8_t>("int8", 1, {0, 0, 1, 1}, {100, 100, 2, -1}));
  std::vector<uint16_t> greatest = {0, 0, 0, 65535, 0, 0};
  EXPECT_EQ(greatest, scatterColumns<uint16_t>("uint16", 3, {0, 0, 0, 0},
                                               {0, 0, 1, 65535}));
}

TEST(Library, ScatterHandsOnNotANumber) {
  float nan = std::nanf("");
  auto y =
      scatterColumns<float>("float32", 4, {0, 0, 1, 1}, {nan, -1, -1, nan});
  EXPECT_TRUE(std::isnan(y[0]));
  EXPECT_TRUE(std::isnan(y[4]));
}

TEST(Library, ScattersSlicesOfTwoCoordinates) {
  std::vector<double> x(12), updates = {1, 2, 3, 4}, y(12);
  Ints options = {1, -1, 3, 2, 2, 8}, indices = {1, -1, 0, 0};
  std::string dtype = "float64";
  EXPECT_EQ(TVM_OK, Call()
                        .addText(dtype)
                        .add(options)
                        .add(x, {2, 3, 2})
                        .add(indices, {2, 2})
                        .add(updates, {2, 2})
                        .add(y, {2, 3, 2})
                        .run("tvm_scatter"));
  EXPECT_EQ(y, (std::vector<double>{3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2}));
}

TEST(Library, ScatterKnowsNoNarrowFloats) {
  std::vector<float> x, y;
  std::vector<int32_t> indices;
  Ints options = {1, 0, 1, 1, 1, 4};
  std::string dtype = "float16";
  EXPECT_EQ(
      TVM_UNSUPPORTED,
      Call().addText(dtype).add(options).add(x).add(indices).add(x).add(y).run(
          "tvm_scatter"));
}

} // namespace

TEST(Library, NonMaxSuppressionKeepsTheBest) {
  // The second overlaps the first by 0.9 / 1.1; the corners of the third are
  // the other way round.
  std::vector<float> boxes = {0, 0, 1, 1, 0, 0.1f, 1, 1.1f, 6, 6, 5, 5};
  Suppression strict(boxes, {0.8f, 0.9f, 0.9f}, 3, {0.5f});
  EXPECT_EQ((Ints{2}), strict.number);
  EXPECT_EQ((Ints{0, 0, 1, 0, 0, 2, -1, -1, -1}), strict.selected);
  EXPECT_EQ((Ints{3}), Suppression(boxes, {1, 2, 3}, 3, {0.9f}).number);
  EXPECT_EQ((Ints{1}), Suppression(boxes, {1, 2, 3}, 1, {0.9f}).number);
}

TEST(Library, NonMaxSuppressionComparesScores) {
  std::vector<float> boxes = {0, 0, 1, 1, 5, 5, 1, 1, 9, 9, 1, 1};
  Suppression some(boxes, {0.5f, std::nanf(""), 0.6f}, 3, {0.5f}, {0.5f}, true);
  EXPECT_EQ((Ints{1}), some.number);
  EXPECT_EQ(2, some.selected[2]);
  EXPECT_EQ((Ints{0}), Suppression({}, {}, 0, {0.5f}).number);
}
