// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_MODEL_NESTFEATURES_H
#define TVM_TUNER_MODEL_NESTFEATURES_H

#include "transforms/CostModel/TileCost.h"

#include <string>
#include <vector>

namespace tvm::tuner {

/// The names of the features of a nest, in the order of getNestFeatures.
std::vector<std::string> getNestFeatureNames();

/// The features of `nest` in the tiles of `plan`, without anything being
/// scheduled (the table is in README.md). Numbers are log2(x + 1), flags 0 or
/// 1. Equal arguments give equal features.
std::vector<float> getNestFeatures(const cost::Nest &nest,
                                   const cost::TilePlan &plan,
                                   const target::CPU &cpu);

/// The plan of a nest that is not tiled: one iteration is the whole nest.
cost::TilePlan getUntiledPlan(const cost::Nest &nest);

} // namespace tvm::tuner

#endif // TVM_TUNER_MODEL_NESTFEATURES_H
