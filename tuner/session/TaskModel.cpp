// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/session/TaskModel.h"

#include "tuner/model/FeatureModel.h"

namespace tvm::tuner {

std::unique_ptr<ScoreModel> makeTaskModel(const Task &task) {
  const TaskSpace &space = *task.space;
  return std::make_unique<FeatureModel>(
      [&space](llvm::ArrayRef<int64_t> point) { return space.describe(point); },
      space.getEstimateFeature());
}

} // namespace tvm::tuner
