// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_MODEL_RANKCORRELATION_H
#define TVM_TUNER_MODEL_RANKCORRELATION_H

#include "tuner/search/ScoreModel.h"

#include <optional>

namespace tvm::tuner {

/// Spearman's rank correlation of two lists of equal length, between -1 and 1.
/// Equal numbers have their mean rank. 0 if all numbers of a list are equal.
double getRankCorrelation(llvm::ArrayRef<double> a, llvm::ArrayRef<double> b);

/// The mean, over all n up to `limit`, of the share of the n best rows by
/// `labels` that are among the n best ones by `predictions`.
double getAverageRecall(llvm::ArrayRef<float> labels,
                        llvm::ArrayRef<double> predictions, size_t limit);

/// The rank correlation of scores and predictions on every third trial, of
/// `model` fitted with the others. None for fewer than 12 trials.
std::optional<double> getHeldOutCorrelation(ScoreModel &model,
                                            llvm::ArrayRef<Trial> trials);

} // namespace tvm::tuner

#endif // TVM_TUNER_MODEL_RANKCORRELATION_H
