// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_SCRIPTS_MODEL_APPLIEDMODEL_H
#define TVM_TUNER_SCRIPTS_MODEL_APPLIEDMODEL_H

#include "tuner/model/FeatureModel.h"
#include "tuner/scripts/PointFeatures.h"

namespace tvm::tuner {

/// A model of points whose features cost time: at most kMaxApplied points are
/// applied between two fits, and at most kMaxAppliedAtOnce in one call of
/// `predict`, so that a search also asks for what it finds later. A point that
/// does not apply, or was not applied, is predicted to be worse than each
/// trial.
class AppliedModel : public ScoreModel {
public:
  static constexpr unsigned kMaxApplied = 512, kMaxAppliedAtOnce = 102;

  /// `points` has to live as long as the model.
  explicit AppliedModel(const PointFeatures &points);

  void fit(llvm::ArrayRef<Trial> trials) override;
  std::vector<double> predict(llvm::ArrayRef<Point> given) const override;
  llvm::Error takeError() override { return model.takeError(); }

private:
  const PointFeatures &points;
  FeatureModel model;
  double lowest = 0; // below the predictions of all trials
  mutable unsigned numLeft = kMaxApplied;
};

} // namespace tvm::tuner

#endif // TVM_TUNER_SCRIPTS_MODEL_APPLIEDMODEL_H
