// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_MODEL_RANKTREES_H
#define TVM_TUNER_MODEL_RANKTREES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace tvm::tuner {

struct XGBoost;

/// Rows of equally many features.
struct FeatureMatrix {
  size_t numFeatures = 0;
  std::vector<float> values; // row by row
  /// What is predicted for each row before there are trees, to which trees add;
  /// empty: zeros.
  std::vector<float> margins;

  size_t getNumRows() const {
    return numFeatures == 0 ? 0 : values.size() / numFeatures;
  }
  void add(llvm::ArrayRef<float> row) {
    numFeatures = row.size();
    values.insert(values.end(), row.begin(), row.end());
  }
};

/// Boosted trees that order rows (XGBoost, objective rank:pairwise), with
/// AutoTVM's parameters: depth 3, learning rate 0.3, gamma 1e-4. They divide
/// rows between bins of the values of a feature, of which there are 256. Trees
/// are added, 1000 at most, until the average recall of the best 64 rows has
/// not grown for 20 trees. One thread is used: equal rows give equal trees.
class RankTrees {
public:
  RankTrees() = default;
  RankTrees(const RankTrees &) = delete;
  RankTrees &operator=(const RankTrees &) = delete;
  ~RankTrees();

  /// Replaces the trees by those for `rows`, of which those with higher
  /// `labels`, none negative, come first. No rows make no trees.
  llvm::Error fit(const FeatureMatrix &rows, llvm::ArrayRef<float> labels);

  /// A number per row, larger for rows that come first: its margin, and what
  /// trees add.
  llvm::Expected<std::vector<double>> predict(const FeatureMatrix &rows) const;

  unsigned getNumTrees() const { return numTrees; }

private:
  void clear();
  llvm::Error boost(void *matrix, llvm::ArrayRef<float> labels);
  llvm::Expected<std::vector<double>> predictFitted(void *matrix,
                                                    size_t numRows) const;

  const XGBoost *xgboost = nullptr; // null before `fit`
  void *booster = nullptr;          // BoosterHandle
  unsigned numTrees = 0;
};

} // namespace tvm::tuner

#endif // TVM_TUNER_MODEL_RANKTREES_H
