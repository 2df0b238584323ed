// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_SCRIPTS_LOOPFEATURES_H
#define TVM_TUNER_SCRIPTS_LOOPFEATURES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <string>
#include <vector>

namespace tvm::tuner {

/// The names of the features of loops, in the order of getLoopFeatures.
std::vector<std::string> getLoopFeatureNames();

/// The features of the loops and buffers of `kernel`, whoever made them (the
/// table is in tuner/model/README.md). Numbers are log2(x + 1). A loop whose
/// length is only known when it runs counts as eight iterations.
std::vector<float> getLoopFeatures(mlir::func::FuncOp kernel);

} // namespace tvm::tuner

#endif // TVM_TUNER_SCRIPTS_LOOPFEATURES_H
