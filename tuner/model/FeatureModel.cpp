// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/model/FeatureModel.h"

using namespace llvm;

namespace tvm::tuner {

/// Margins of points of which one is estimated to take twice as long.
static constexpr float kEstimateWeight = 4;

FeatureMatrix FeatureModel::describeAll(ArrayRef<Point> points) const {
  FeatureMatrix rows;
  for (const Point &point : points) {
    std::vector<float> features = describe(point);
    rows.add(features);
    if (estimate)
      rows.margins.push_back(-kEstimateWeight * features[*estimate]);
  }
  return rows;
}

void FeatureModel::note(Error error) const {
  std::string text = toString(std::move(error));
  if (failure.empty())
    failure = std::move(text);
}

Error FeatureModel::takeError() {
  if (failure.empty())
    return Error::success();
  return createStringError(std::exchange(failure, ""));
}

void FeatureModel::fit(ArrayRef<Trial> trials) {
  double best = 0;
  for (const Trial &trial : trials)
    best = std::max(best, trial.score);
  std::vector<Point> points;
  std::vector<float> labels;
  for (const Trial &trial : trials) {
    points.push_back(trial.point);
    labels.push_back(best > 0 ? static_cast<float>(trial.score / best) : 0);
  }
  if (Error error = trees.fit(describeAll(points), labels))
    note(std::move(error));
}

std::vector<double> FeatureModel::predict(ArrayRef<Point> points) const {
  auto predictions = trees.predict(describeAll(points));
  if (!predictions)
    note(predictions.takeError());
  else if (failure.empty())
    return std::move(*predictions);
  return std::vector<double>(points.size(), 0);
}

} // namespace tvm::tuner
