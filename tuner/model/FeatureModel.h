// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_MODEL_FEATUREMODEL_H
#define TVM_TUNER_MODEL_FEATUREMODEL_H

#include "tuner/model/RankTrees.h"
#include "tuner/search/ScoreModel.h"

#include <functional>
#include <optional>

namespace tvm::tuner {

/// A model of scores that knows points by their features. It corrects the order
/// of an estimate, if there is one; else all predictions are 0 before it is
/// fitted.
class FeatureModel : public ScoreModel {
public:
  /// Returns the features of a point, equally many for each.
  using Describe = std::function<std::vector<float>(llvm::ArrayRef<int64_t>)>;

  /// `estimate` is the number of the feature that is the binary logarithm of an
  /// estimated time.
  explicit FeatureModel(Describe describe,
                        std::optional<size_t> estimate = std::nullopt)
      : describe(std::move(describe)), estimate(estimate) {}

  bool hasPrior() const override { return estimate.has_value(); }
  void fit(llvm::ArrayRef<Trial> trials) override;
  std::vector<double> predict(llvm::ArrayRef<Point> points) const override;
  llvm::Error takeError() override;

private:
  FeatureMatrix describeAll(llvm::ArrayRef<Point> points) const;
  void note(llvm::Error error) const;

  Describe describe;
  std::optional<size_t> estimate;
  RankTrees trees;
  mutable std::string failure; // empty: none
};

} // namespace tvm::tuner

#endif // TVM_TUNER_MODEL_FEATUREMODEL_H
