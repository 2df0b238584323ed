#ifndef TVM_TUNER_MODEL_FEATUREMODEL_H
#define TVM_TUNER_MODEL_FEATUREMODEL_H

#include "tuner/model/RankTrees.h"
#include "tuner/search/ScoreModel.h"

#include <functional>

namespace tvm::tuner {

/// A model of scores that knows points by their features. All predictions are 0
/// before it is fitted.
class FeatureModel : public ScoreModel {
public:
  /// Returns the features of a point, equally many for each.
  using Describe = std::function<std::vector<float>(llvm::ArrayRef<int64_t>)>;

  explicit FeatureModel(Describe describe) : describe(std::move(describe)) {}

  void fit(llvm::ArrayRef<Trial> trials) override;
  std::vector<double> predict(llvm::ArrayRef<Point> points) const override;
  llvm::Error takeError() override;

private:
  FeatureMatrix describeAll(llvm::ArrayRef<Point> points) const;
  void note(llvm::Error error) const;

  Describe describe;
  RankTrees trees;
  mutable std::string failure; // empty: none
};

} // namespace tvm::tuner

#endif // TVM_TUNER_MODEL_FEATUREMODEL_H
