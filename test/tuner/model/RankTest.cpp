// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/model/FeatureModel.h"
#include "tuner/model/RankCorrelation.h"
#include "gtest/gtest.h"

#include <cmath>
#include <random>

namespace tvm::tuner {
namespace {

//===-- correlation and recall --------------------------------------------===//

TEST(RankCorrelation, ComparesOrders) {
  EXPECT_DOUBLE_EQ(getRankCorrelation({1., 2., 3.}, {10., 20., 500.}), 1);
  EXPECT_DOUBLE_EQ(getRankCorrelation({1., 2., 3.}, {3., 2., 1.}), -1);
  EXPECT_DOUBLE_EQ(getRankCorrelation({1., 2., 3., 4.}, {1., 3., 2., 4.}), 0.8);
}

TEST(RankCorrelation, EqualNumbersHaveTheirMeanRank) {
  EXPECT_DOUBLE_EQ(getRankCorrelation({1., 1., 2.}, {5., 5., 7.}), 1);
  EXPECT_DOUBLE_EQ(getRankCorrelation({1., 1., 1.}, {1., 2., 3.}), 0);
  EXPECT_NEAR(getRankCorrelation({1., 1., 2.}, {1., 2., 3.}), 0.866, 1e-3);
}

TEST(AverageRecall, CountsTheBest) {
  EXPECT_DOUBLE_EQ(getAverageRecall({3, 2, 1}, {30., 20., 10.}, 2), 1);
  // Of the best one, none; of the best two, both.
  EXPECT_DOUBLE_EQ(getAverageRecall({3, 2, 1}, {20., 30., 10.}, 2), 0.5);
  EXPECT_DOUBLE_EQ(getAverageRecall({3, 2, 1}, {10., 20., 30.}, 1), 0);
  EXPECT_DOUBLE_EQ(getAverageRecall({}, {}, 64), 0);
}

//===-- trees -------------------------------------------------------------===//

/// Random rows of four features, labelled by a function of three of them.
struct Examples {
  Examples(unsigned count, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> uniform(0, 1);
    for (unsigned i = 0; i < count; ++i) {
      float row[] = {uniform(random), uniform(random), uniform(random),
                     uniform(random)};
      rows.add(row);
      labels.push_back(row[0] * (1 - std::abs(row[1] - 0.5f)) +
                       (row[2] > 0.5f));
    }
  }
  FeatureMatrix rows;
  std::vector<float> labels;
};

static std::vector<double> predict(const RankTrees &trees,
                                   const FeatureMatrix &rows) {
  auto predictions = trees.predict(rows);
  EXPECT_TRUE(static_cast<bool>(predictions));
  return *predictions;
}

static std::vector<double> toDoubles(llvm::ArrayRef<float> numbers) {
  return {numbers.begin(), numbers.end()};
}

TEST(RankTrees, OrderRowsTheyHaveNotSeen) {
  Examples seen(200, 1), others(200, 2);
  RankTrees trees;
  EXPECT_EQ(llvm::toString(trees.fit(seen.rows, seen.labels)), "");
  EXPECT_GT(trees.getNumTrees(), 10u);
  EXPECT_GT(
      getRankCorrelation(toDoubles(others.labels), predict(trees, others.rows)),
      0.85);
}

TEST(RankTrees, AreDetermined) {
  Examples seen(100, 1);
  RankTrees a, b;
  EXPECT_EQ(llvm::toString(a.fit(seen.rows, seen.labels)), "");
  EXPECT_EQ(llvm::toString(b.fit(seen.rows, seen.labels)), "");
  EXPECT_EQ(predict(a, seen.rows), predict(b, seen.rows));
  // Fitting again forgets what was there.
  Examples other(100, 2);
  EXPECT_EQ(llvm::toString(b.fit(other.rows, other.labels)), "");
  EXPECT_NE(predict(a, seen.rows), predict(b, seen.rows));
  EXPECT_EQ(llvm::toString(b.fit(seen.rows, seen.labels)), "");
  EXPECT_EQ(predict(a, seen.rows), predict(b, seen.rows));
}

TEST(RankTrees, AreZeroBeforeTheyAreFitted) {
  Examples rows(3, 1);
  RankTrees trees;
  EXPECT_EQ(predict(trees, rows.rows), std::vector<double>(3, 0));
  EXPECT_TRUE(predict(trees, FeatureMatrix()).empty());
}

TEST(RankTrees, AreNoneWithoutRows) {
  Examples rows(3, 1);
  RankTrees trees;
  EXPECT_EQ(llvm::toString(trees.fit(rows.rows, rows.labels)), "");
  EXPECT_EQ(llvm::toString(trees.fit(FeatureMatrix(), {})), "");
  EXPECT_EQ(trees.getNumTrees(), 0u);
  EXPECT_EQ(predict(trees, rows.rows), std::vector<double>(3, 0));
}

TEST(RankTrees, FitEqualRows) {
  FeatureMatrix rows;
  for (unsigned i = 0; i < 4; ++i)
    rows.add({1, 2});
  RankTrees trees;
  EXPECT_EQ(llvm::toString(trees.fit(rows, {1, 0, 1, 0.5})), "");
  std::vector<double> predictions = predict(trees, rows);
  EXPECT_EQ(predictions, std::vector<double>(4, predictions.front()));
}

TEST(RankTrees, AddToMargins) {
  Examples seen(200, 1), others(200, 2);
  // Margins in the reverse order, whose error trees have to learn.
  auto getCorrelation = [&](float weight) {
    for (Examples *examples : {&seen, &others})
      for (float label : examples->labels)
        examples->rows.margins.push_back(-weight * label);
    RankTrees trees;
    EXPECT_EQ(llvm::toString(trees.fit(seen.rows, seen.labels)), "");
    double correlation = getRankCorrelation(toDoubles(others.labels),
                                            predict(trees, others.rows));
    seen.rows.margins.clear();
    others.rows.margins.clear();
    return correlation;
  };
  EXPECT_GT(getCorrelation(0), 0.85);
  EXPECT_GT(getCorrelation(1), 0.6);
  EXPECT_LT(getCorrelation(1), getCorrelation(0));
  EXPECT_GT(getCorrelation(-1), getCorrelation(0));
}

TEST(RankTrees, AreMarginsBeforeTheyAreFitted) {
  Examples rows(2, 1);
  rows.rows.margins = {3, -1};
  EXPECT_EQ(predict(RankTrees(), rows.rows), (std::vector<double>{3, -1}));
}

TEST(RankTrees, ReportErrorsOfXGBoost) {
  Examples rows(3, 1);
  rows.labels.pop_back();
  RankTrees trees;
  std::string text = llvm::toString(trees.fit(rows.rows, rows.labels));
  EXPECT_EQ(text.substr(0, 9), "XGBoost: ");
}

//===-- points ------------------------------------------------------------===//

static std::vector<Trial> makeTrials(unsigned count) {
  std::vector<Trial> trials;
  trials.reserve(count);
  for (unsigned i = 0; i < count; ++i)
    trials.push_back({Point{i * 7 % 31, i * 5 % 13}, 0});
  for (Trial &trial : trials)
    trial.score = trial.point[0] < 4 ? 0 : 1. / (1 + trial.point[0]);
  return trials;
}

static std::vector<float> describe(llvm::ArrayRef<int64_t> point) {
  return {static_cast<float>(point[0]), static_cast<float>(point[1])};
}

TEST(FeatureModel, OrdersPoints) {
  std::vector<Trial> trials = makeTrials(60);
  FeatureModel model(describe);
  EXPECT_EQ(model.predict(Point{1, 2}), std::vector<double>(1, 0));
  model.fit(trials);
  std::vector<double> predictions = model.predict({Point{4, 0}, Point{30, 0}});
  EXPECT_GT(predictions[0], predictions[1]);
  EXPECT_GT(*getHeldOutCorrelation(model, trials), 0.8);
  EXPECT_EQ(llvm::toString(model.takeError()), "");
}

TEST(FeatureModel, BeginsWithAnEstimate) {
  // From point to point, the estimate grows by a twelfth.
  auto describe = [](llvm::ArrayRef<int64_t> point) {
    return std::vector<float>{static_cast<float>(point[0]) / 8};
  };
  FeatureModel model(describe, /*estimate=*/0);
  EXPECT_TRUE(model.hasPrior());
  EXPECT_FALSE(FeatureModel(describe).hasPrior());
  std::vector<double> before = model.predict({Point{4, 0}, Point{5, 0}});
  EXPECT_GT(before[0], before[1]);
  // The estimate is wrong for points below 4, whose trials failed.
  EXPECT_GT(model.predict({Point{2, 0}})[0], before[0]);
  model.fit(makeTrials(60));
  std::vector<double> after = model.predict({Point{2, 0}, Point{4, 0}});
  EXPECT_LT(after[0], after[1]);
}

TEST(FeatureModel, FitsTrialsThatAllFailed) {
  std::vector<Trial> trials = makeTrials(20);
  for (Trial &trial : trials)
    trial.score = 0;
  FeatureModel model(describe);
  model.fit(trials);
  EXPECT_EQ(model.predict({Point{1, 2}}).size(), 1u);
  EXPECT_EQ(llvm::toString(model.takeError()), "");
}

TEST(FeatureModel, FitsNoTrials) {
  FeatureModel model(describe);
  model.fit({});
  EXPECT_EQ(model.predict({Point{1, 2}}), std::vector<double>(1, 0));
  EXPECT_EQ(llvm::toString(model.takeError()), "");
}

TEST(FeatureModel, KeepsErrors) {
  FeatureModel model([](llvm::ArrayRef<int64_t>) {
    return std::vector<float>{INFINITY}; // XGBoost wants finite features
  });
  model.fit(makeTrials(20));
  EXPECT_EQ(model.predict({Point{1, 2}}), std::vector<double>(1, 0));
  EXPECT_NE(llvm::toString(model.takeError()), "");
  EXPECT_EQ(llvm::toString(model.takeError()), "");
}

TEST(HeldOutCorrelation, WantsTwelveTrials) {
  FeatureModel model(describe);
  EXPECT_FALSE(getHeldOutCorrelation(model, makeTrials(11)));
  EXPECT_TRUE(getHeldOutCorrelation(model, makeTrials(12)));
}

} // namespace
} // namespace tvm::tuner
