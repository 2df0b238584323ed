// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_SEARCH_SCOREMODEL_H
#define TVM_TUNER_SEARCH_SCOREMODEL_H

#include "transforms/Schedule/Strategy/ParameterSpace.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace tvm::tuner {

using schedule::ParameterSpace;
using schedule::Point;

/// A point that was tried.
struct Trial {
  Point point;
  /// The default's time divided by the point's: above 1 is a gain. 0 if the
  /// trial failed.
  double score;
};

/// Whether `a` comes before `b` in the order of falling scores. Points decide
/// between equal ones.
bool isBetter(const Trial &a, const Trial &b);

/// A model that predicts the order of scores from points.
class ScoreModel {
public:
  virtual ~ScoreModel();

  /// Whether predictions say something before the first `fit`.
  virtual bool hasPrior() const { return false; }

  /// Replaces what the model knows by `trials`, all that there are.
  virtual void fit(llvm::ArrayRef<Trial> trials) = 0;

  /// A number per point, larger for points with a higher score. Numbers of one
  /// call can be compared with each other, and with those of other calls until
  /// the next `fit`.
  virtual std::vector<double> predict(llvm::ArrayRef<Point> points) const = 0;

  /// The first error of `fit` or `predict` since the last call. After an error,
  /// all predictions are 0.
  virtual llvm::Error takeError() { return llvm::Error::success(); }
};

} // namespace tvm::tuner

#endif // TVM_TUNER_SEARCH_SCOREMODEL_H
