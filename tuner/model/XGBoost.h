// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_MODEL_XGBOOST_H
#define TVM_TUNER_MODEL_XGBOOST_H

#include "llvm/Support/Error.h"

#include <xgboost/c_api.h>

namespace tvm::tuner {

/// The functions of XGBoost that are used, by their names without the prefix.
/// The library is opened when a model is fitted, so that programs which only
/// compile start without it.
struct XGBoost {
  decltype(&::XGBGetLastError) getLastError;
  decltype(&::XGDMatrixCreateFromMat) createMatrix;
  decltype(&::XGDMatrixSetFloatInfo) setFloatInfo;
  decltype(&::XGDMatrixSetUIntInfo) setUIntInfo;
  decltype(&::XGDMatrixFree) freeMatrix;
  decltype(&::XGBoosterCreate) createBooster;
  decltype(&::XGBoosterSetParam) setParam;
  decltype(&::XGBoosterUpdateOneIter) updateOneIter;
  decltype(&::XGBoosterPredictFromDense) predictFromDense;
  decltype(&::XGBoosterPredictFromDMatrix) predictFromMatrix;
  decltype(&::XGBoosterFree) freeBooster;

  /// The library, which is opened once and stays open. Fails if it is not
  /// installed.
  static llvm::Expected<const XGBoost *> get();

  /// The error of a call with this status.
  llvm::Error check(int status) const;
};

} // namespace tvm::tuner

#endif // TVM_TUNER_MODEL_XGBOOST_H
