// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/model/RankCorrelation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <cmath>
#include <numeric>

using namespace llvm;

namespace tvm::tuner {

/// The indices of `numbers`, those of larger ones first.
template <typename T> static std::vector<size_t> getOrder(ArrayRef<T> numbers) {
  std::vector<size_t> order(numbers.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](size_t a, size_t b) {
    return numbers[a] != numbers[b] ? numbers[a] > numbers[b] : a < b;
  });
  return order;
}

static std::vector<double> getRanks(ArrayRef<double> numbers) {
  std::vector<size_t> order = getOrder(numbers);
  std::vector<double> ranks(numbers.size());
  for (size_t begin = 0, end; begin < order.size(); begin = end) {
    for (end = begin;
         end < order.size() && numbers[order[end]] == numbers[order[begin]];)
      ++end;
    for (size_t i = begin; i < end; ++i)
      ranks[order[i]] = (begin + end - 1) / 2.0;
  }
  return ranks;
}

double getRankCorrelation(ArrayRef<double> a, ArrayRef<double> b) {
  std::vector<double> x = getRanks(a), y = getRanks(b);
  double mean = (static_cast<double>(x.size()) - 1) / 2;
  double xx = 0, yy = 0, xy = 0;
  for (auto [i, j] : zip_equal(x, y)) {
    xx += (i - mean) * (i - mean);
    yy += (j - mean) * (j - mean);
    xy += (i - mean) * (j - mean);
  }
  return xx == 0 || yy == 0 ? 0 : xy / std::sqrt(xx * yy);
}

double getAverageRecall(ArrayRef<float> labels, ArrayRef<double> predictions,
                        size_t limit) {
  std::vector<size_t> byLabel = getOrder(labels),
                      byPrediction = getOrder(predictions);
  limit = std::min(limit, labels.size());
  // Rows that both orders have passed.
  std::vector<bool> isSeen(labels.size());
  double sum = 0;
  size_t numCommon = 0;
  for (size_t i = 0; i < limit; ++i) {
    for (size_t row : {byLabel[i], byPrediction[i]}) {
      numCommon += isSeen[row];
      isSeen[row] = true;
    }
    sum += static_cast<double>(numCommon) / static_cast<double>(i + 1);
  }
  return limit == 0 ? 0 : sum / static_cast<double>(limit);
}

std::optional<double> getHeldOutCorrelation(ScoreModel &model,
                                            ArrayRef<Trial> trials) {
  constexpr size_t kMinTrials = 12;
  if (trials.size() < kMinTrials)
    return std::nullopt;
  std::vector<Trial> seen;
  std::vector<Point> points;
  std::vector<double> scores;
  for (auto [i, trial] : enumerate(trials)) {
    if (i % 3 != 2) {
      seen.push_back(trial);
      continue;
    }
    points.push_back(trial.point);
    scores.push_back(trial.score);
  }
  model.fit(seen);
  return getRankCorrelation(scores, model.predict(points));
}

} // namespace tvm::tuner
