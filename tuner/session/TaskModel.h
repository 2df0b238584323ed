// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_SESSION_TASKMODEL_H
#define TVM_TUNER_SESSION_TASKMODEL_H

#include "tuner/session/Task.h"

namespace tvm::tuner {

/// A model of the strategies of `task` (FeatureModel), which has to live as
/// long as the model. It begins with the order of the space's estimates.
std::unique_ptr<ScoreModel> makeTaskModel(const Task &task);

} // namespace tvm::tuner

#endif // TVM_TUNER_SESSION_TASKMODEL_H
