// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TEST_TUNER_SEARCH_SPACES_H
#define TVM_TEST_TUNER_SEARCH_SPACES_H

#include "tuner/search/Searcher.h"
#include "gtest/gtest.h"

#include <cmath>

namespace tvm::tuner {

using schedule::makeParameter;
using schedule::ParameterGroup;

/// 26 points: rows and columns of at most 12 elements, and a number of tasks.
inline ParameterSpace makeSmallSpace() {
  ParameterSpace space;
  space.add(ParameterGroup({makeParameter("rows", {1, 2, 3, 4}, 2),
                            makeParameter("columns", {1, 2, 4, 8}, 4)},
                           [](llvm::ArrayRef<int64_t> values) {
                             return values[0] * values[1] <= 12;
                           }));
  space.add(makeParameter("tasks", {4, 8}, 8));
  return space;
}

/// 52 points: 13 tiles, 12 splits, or neither, each with two numbers of tasks.
inline ParameterSpace makeAlternatives() {
  ParameterSpace tiles, splits, space;
  tiles.add(ParameterGroup({makeParameter("rows", {1, 2, 3, 4}, 2),
                            makeParameter("columns", {1, 2, 4, 8}, 4)},
                           [](llvm::ArrayRef<int64_t> values) {
                             return values[0] * values[1] <= 12;
                           }));
  splits.add(makeParameter("parts", {2, 4, 8}, 4));
  splits.add(makeParameter("size", {1, 2, 3, 4}, 1));
  space.add(makeParameter("tasks", {4, 8}, 8));
  space.add(makeParameter("rule", {0, 1, 2}, 0));
  space.addAlternative("tile", tiles, {1, 0});
  space.addAlternative("split", splits, {1, 1});
  return space;
}

/// Some 250,000 points: a tile with a constraint that a third of the
/// combinations meets, and flags.
inline ParameterSpace makeLargeSpace() {
  llvm::SmallVector<int64_t> sizes;
  for (int64_t size = 1; size <= 32; ++size)
    sizes.push_back(size);
  ParameterSpace space;
  space.add(ParameterGroup({makeParameter("rows", sizes, 1),
                            makeParameter("columns", sizes, 1),
                            makeParameter("order", {0, 1, 2}, 0)},
                           [](llvm::ArrayRef<int64_t> values) {
                             return values[0] * values[1] <= 100;
                           }));
  space.add(makeParameter("unroll", {1, 2, 3, 4, 6, 8, 12, 16}, 1));
  space.add(makeParameter("prefetch", {0, 1}, 0));
  space.add(makeParameter("pack", {0, 1}, 0));
  space.add(makeParameter("inner.tasks", {0, 4, 8, 16, 32, 64, 128, 256}, 0));
  return space;
}

/// A score of the points of makeLargeSpace, between 0 and 1. It is 1 for 6 rows
/// of 16 columns in order 1, unroll 4, with both flags and 16 tasks only.
inline double getScore(const Point &point) {
  auto distance = [](double value, double best) {
    return std::abs(std::log2((value + 1) / (best + 1)));
  };
  double loss = 2 * distance(point[0], 6) + distance(point[1], 16) +
                (point[2] != 1) + 0.5 * distance(point[3], 4) +
                0.5 * (point[4] == 0) + 0.5 * (point[5] == 0) +
                0.3 * distance(point[6], 16);
  return 1 / (1 + loss);
}

inline Point getOptimum() { return {6, 16, 1, 4, 1, 1, 16}; }

/// A model that knows the scores.
class Oracle : public ScoreModel {
public:
  void fit(llvm::ArrayRef<Trial> trials) override { numFitted = trials.size(); }
  std::vector<double> predict(llvm::ArrayRef<Point> points) const override {
    std::vector<double> scores;
    for (const Point &point : points)
      scores.push_back(getScore(point));
    return scores;
  }

  size_t numFitted = 0;
};

/// The searcher of the method called `name`.
inline std::unique_ptr<Searcher> makeSearcher(llvm::StringRef name,
                                              const SearchInput &input) {
  return findSearchMethod(name)->make(input);
}

/// Proposes and tells `count` points, `batch` at a time.
inline std::vector<Trial> search(Searcher &searcher, unsigned count,
                                 unsigned batch) {
  std::vector<Trial> trials;
  while (trials.size() < count) {
    std::vector<Trial> further;
    for (const Point &point : searcher.ask(batch))
      further.push_back({point, getScore(point)});
    searcher.tell(further);
    trials.insert(trials.end(), further.begin(), further.end());
  }
  return trials;
}

} // namespace tvm::tuner

#endif // TVM_TEST_TUNER_SEARCH_SPACES_H
