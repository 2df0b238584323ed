// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/Tiling/MachineModel.h"

#include "transforms/Schedule/Analysis/ElementSize.h"

using namespace mlir;

namespace tvm::schedule {

int64_t MachineModel::lanesFor(MemRefType type) const {
  return std::max<int64_t>(
      vectors.bits / std::max<int64_t>(8, getElementBits(type)), 1);
}

int64_t MachineModel::getEnoughTasks() const {
  return tiles.tasksOfCore * std::max(numCores, tiles.minCores);
}

} // namespace tvm::schedule
