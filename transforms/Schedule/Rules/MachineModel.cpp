#include "transforms/Schedule/Rules/MachineModel.h"

#include "transforms/Schedule/LoopVectorizer.h"

using namespace mlir;

namespace tvm::schedule {

int64_t MachineModel::lanesFor(Type element) const {
  return std::max<int64_t>(
      vectorBits / std::max(8u, element.getIntOrFloatBitWidth()), 1);
}

bool MachineModel::hasMasks() const {
  return vectorBits >= kLeastBitsWithMasks;
}

int64_t MachineModel::getEnoughTasks() const {
  constexpr int64_t kLeastCores = 4, kTasksOfCore = 4;
  return kTasksOfCore * std::max(numCores, kLeastCores);
}

} // namespace tvm::schedule
