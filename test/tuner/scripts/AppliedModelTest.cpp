// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/scripts/model/AppliedModel.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <set>

namespace tvm::tuner {
namespace {

/// Points of one value, which is the feature. Odd ones do not apply.
class FakePoints : public PointFeatures {
public:
  bool isApplied(llvm::ArrayRef<int64_t> point) const override {
    return applied.count(point[0]) != 0;
  }
  std::optional<std::vector<float>>
  getFeatures(llvm::ArrayRef<int64_t> point) const override {
    applied.insert(point[0]);
    if (point[0] % 2 != 0)
      return std::nullopt;
    return std::vector<float>{static_cast<float>(point[0]), 1};
  }

  mutable std::set<int64_t> applied;
};

std::vector<Point> getPoints(int64_t first, int64_t count) {
  std::vector<Point> points;
  points.reserve(count);
  for (int64_t i = 0; i < count; ++i)
    points.push_back({first + i});
  return points;
}

/// Trials of 20 points that apply, the larger the better, and of one that does
/// not.
std::vector<Trial> getTrials() {
  std::vector<Trial> trials;
  trials.reserve(21);
  for (int64_t i = 0; i < 20; ++i)
    trials.push_back({{2 * i}, 0.1 * static_cast<double>(i + 1)});
  trials.push_back({{7}, 0});
  return trials;
}

TEST(AppliedModel, PrefersWhatAppliesAndIsFast) {
  FakePoints points;
  AppliedModel model(points);
  model.fit(getTrials());
  std::vector<double> predictions = model.predict({{36}, {2}, {37}});
  ASSERT_EQ(llvm::toString(model.takeError()), "");
  EXPECT_GT(predictions[0], predictions[1]);
  EXPECT_GT(predictions[1], predictions[2]);
}

TEST(AppliedModel, AppliesAFewPointsPerFit) {
  FakePoints points;
  AppliedModel model(points);
  model.fit(getTrials());
  size_t numTrials = points.applied.size();
  EXPECT_EQ(numTrials, 21u);
  // A part of the first call.
  std::vector<double> predictions = model.predict(getPoints(1000, 1000));
  ASSERT_EQ(predictions.size(), 1000u);
  EXPECT_EQ(points.applied.size(), numTrials + AppliedModel::kMaxAppliedAtOnce);
  // Points that were not applied are as bad as those that do not apply.
  EXPECT_GT(predictions[0], predictions[1]);
  EXPECT_EQ(predictions[999], predictions[1]);
  for (int i = 0; i < 10; ++i)
    model.predict(getPoints(2000 + 1000 * i, 1000));
  EXPECT_EQ(points.applied.size(), numTrials + AppliedModel::kMaxApplied);
  // What was applied is known without a limit.
  EXPECT_EQ(model.predict({{1000}})[0], predictions[0]);
  // The next fit allows as many again.
  model.fit(getTrials());
  model.predict(getPoints(20'000, 1));
  EXPECT_EQ(points.applied.size(), numTrials + AppliedModel::kMaxApplied + 1);
}

TEST(AppliedModel, KnowsNothingAtFirst) {
  FakePoints points;
  AppliedModel model(points);
  EXPECT_EQ(model.predict({{2}, {3}}), (std::vector<double>{0, 0}));
  model.fit({});
  EXPECT_EQ(model.predict({{2}, {3}}), (std::vector<double>{0, 0}));
}

} // namespace
} // namespace tvm::tuner
