// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/scripts/model/AppliedModel.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tvm::tuner {

/// Asked for points that apply only.
static FeatureModel::Describe makeDescribe(const PointFeatures &points) {
  return
      [&points](ArrayRef<int64_t> point) { return *points.getFeatures(point); };
}

AppliedModel::AppliedModel(const PointFeatures &points)
    : points(points), model(makeDescribe(points)) {}

void AppliedModel::fit(ArrayRef<Trial> trials) {
  std::vector<Trial> applied;
  std::vector<Point> places;
  for (const Trial &trial : trials)
    if (points.getFeatures(trial.point)) {
      applied.push_back(trial);
      places.push_back(trial.point);
    }
  model.fit(applied);
  numLeft = kMaxApplied;
  std::vector<double> predictions = model.predict(places);
  lowest = predictions.empty() ? 0 : *llvm::min_element(predictions) - 1;
}

std::vector<double> AppliedModel::predict(ArrayRef<Point> given) const {
  unsigned numAllowed = std::min(numLeft, kMaxAppliedAtOnce);
  std::vector<Point> known;
  std::vector<size_t> places; // of `known` among `given`
  for (auto [i, point] : enumerate(given)) {
    if (!points.isApplied(point)) {
      if (numAllowed == 0)
        continue;
      --numAllowed;
      --numLeft;
    }
    if (points.getFeatures(point)) {
      known.push_back(point);
      places.push_back(i);
    }
  }
  std::vector<double> predictions(given.size(), lowest);
  for (auto [place, prediction] : zip_equal(places, model.predict(known)))
    predictions[place] = std::max(prediction, lowest);
  return predictions;
}

} // namespace tvm::tuner
