// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/model/RankTrees.h"

#include "tuner/model/RankCorrelation.h"
#include "tuner/model/XGBoost.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>
#include <limits>

using namespace llvm;

namespace tvm::tuner {

static constexpr unsigned kMaxTrees = 1000, kEarlyStop = 20;
static constexpr size_t kRecall = 64;

static constexpr std::pair<const char *, const char *> kParameters[] = {
    {"objective", "rank:pairwise"},
    {"max_depth", "3"},
    {"eta", "0.3"},
    {"gamma", "0.0001"},
    {"min_child_weight", "1"},
    {"subsample", "1"},
    {"lambda", "1"},
    {"alpha", "0"},
    {"tree_method", "hist"},
    {"nthread", "1"},
    {"seed", "0"},
    {"verbosity", "0"}};

RankTrees::~RankTrees() { clear(); }

void RankTrees::clear() {
  if (booster)
    xgboost->freeBooster(booster);
  booster = nullptr;
  numTrees = 0;
}

/// What the trees predict for rows of the matrix that they are fitted to.
/// XGBoost keeps these sums: only what the last tree adds is computed.
Expected<std::vector<double>> RankTrees::predictFitted(void *matrix,
                                                       size_t numRows) const {
  static constexpr const char *kConfig =
      R"({"type":1,"training":false,"iteration_begin":0,"iteration_end":0,)"
      R"("strict_shape":false})";
  const bst_ulong *shape = nullptr;
  bst_ulong dims = 0;
  const float *result = nullptr;
  if (Error error = xgboost->check(xgboost->predictFromMatrix(
          booster, matrix, kConfig, &shape, &dims, &result)))
    return std::move(error);
  return std::vector<double>(result, result + numRows);
}

Error RankTrees::boost(void *matrix, ArrayRef<float> labels) {
  if (Error error =
          xgboost->check(xgboost->createBooster(&matrix, 1, &booster)))
    return error;
  for (auto [name, value] : kParameters)
    if (Error error = xgboost->check(xgboost->setParam(booster, name, value)))
      return error;
  double best = -1;
  unsigned lastGain = 0;
  for (; numTrees < kMaxTrees && numTrees < lastGain + kEarlyStop; ++numTrees) {
    if (Error error =
            xgboost->check(xgboost->updateOneIter(booster, numTrees, matrix)))
      return error;
    auto predictions = predictFitted(matrix, labels.size());
    if (!predictions)
      return predictions.takeError();
    double recall = getAverageRecall(labels, *predictions, kRecall);
    if (recall <= best)
      continue;
    best = recall;
    lastGain = numTrees;
  }
  return Error::success();
}

/// The features of `rows` with NaNs, which XGBoost takes for missing, in place
/// of those that all rows have in common: no tree divides by them, but XGBoost
/// would look for a place in each of them.
static std::vector<float> leaveOutConstant(const FeatureMatrix &rows) {
  std::vector<float> values = rows.values;
  size_t numFeatures = rows.numFeatures;
  for (size_t feature = 0; feature < numFeatures; ++feature) {
    auto isFirst = [&](size_t row) {
      return values[row * numFeatures + feature] == values[feature];
    };
    if (!std::isfinite(values[feature]) ||
        !all_of(seq(rows.getNumRows()), isFirst))
      continue; // XGBoost refuses infinities
    for (size_t row : seq(rows.getNumRows()))
      values[row * numFeatures + feature] =
          std::numeric_limits<float>::quiet_NaN();
  }
  return values;
}

Error RankTrees::fit(const FeatureMatrix &rows, ArrayRef<float> labels) {
  clear();
  if (rows.getNumRows() == 0)
    return Error::success(); // XGBoost refuses an empty matrix
  Expected<const XGBoost *> library = XGBoost::get();
  if (!library)
    return library.takeError();
  xgboost = *library;
  std::vector<float> values = leaveOutConstant(rows);
  DMatrixHandle matrix = nullptr;
  if (Error error = xgboost->check(xgboost->createMatrix(
          values.data(), rows.getNumRows(), rows.numFeatures,
          std::numeric_limits<float>::quiet_NaN(), &matrix)))
    return error;
  scope_exit release([&] { xgboost->freeMatrix(matrix); });
  if (Error error = xgboost->check(
          xgboost->setFloatInfo(matrix, "label", labels.data(), labels.size())))
    return error;
  if (!rows.margins.empty())
    if (Error error = xgboost->check(xgboost->setFloatInfo(
            matrix, "base_margin", rows.margins.data(), rows.margins.size())))
      return error;
  auto numRows = static_cast<unsigned>(rows.getNumRows());
  if (Error error =
          xgboost->check(xgboost->setUIntInfo(matrix, "group", &numRows, 1)))
    return error;
  return boost(matrix, labels);
}

Expected<std::vector<double>>
RankTrees::predict(const FeatureMatrix &rows) const {
  std::vector<double> predictions(rows.margins.begin(), rows.margins.end());
  predictions.resize(rows.getNumRows());
  if (!booster || predictions.empty())
    return predictions;
  std::string array =
      formatv("{{\"data\":[{0},true],\"shape\":[{1},{2}],\"typestr\":\"<f4\","
              "\"version\":3}",
              reinterpret_cast<uintptr_t>(rows.values.data()),
              rows.getNumRows(), rows.numFeatures);
  static constexpr const char *kConfig =
      R"({"type":1,"training":false,"iteration_begin":0,"iteration_end":0,)"
      R"("strict_shape":false,"missing":NaN,"cache_id":0})";
  const bst_ulong *shape = nullptr;
  bst_ulong dims = 0;
  const float *result = nullptr;
  if (Error error = xgboost->check(xgboost->predictFromDense(
          booster, array.c_str(), kConfig, nullptr, &shape, &dims, &result)))
    return std::move(error);
  for (auto [prediction, ofTrees] :
       zip_equal(predictions, ArrayRef(result, rows.getNumRows())))
    prediction += ofTrees;
  return predictions;
}

} // namespace tvm::tuner
