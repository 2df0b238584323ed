// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/Partition/PartitionTargets.h"

#include "llvm/ADT/StringExtras.h"

#include <map>
#include <mutex>

using namespace mlir;

namespace tvm::graph {

namespace {
struct Registry {
  std::mutex mutex;
  std::map<std::string, PartitionTarget> targets; // addresses stay
};
} // namespace

static Registry &getRegistry() {
  static Registry registry;
  return registry;
}

void registerPartitionTarget(StringRef name, PartitionTarget target) {
  Registry &registry = getRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  registry.targets.try_emplace(name.str(), std::move(target));
}

const PartitionTarget *lookUpPartitionTarget(StringRef name) {
  Registry &registry = getRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  auto found = registry.targets.find(name.str());
  return found == registry.targets.end() ? nullptr : &found->second;
}

std::string listPartitionTargets() {
  Registry &registry = getRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  return registry.targets.empty()
             ? "none"
             : llvm::join(llvm::make_first_range(registry.targets), ", ");
}

} // namespace tvm::graph
