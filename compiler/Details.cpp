// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Details.h"

#include "conversion/HostToLLVM/HostToLLVM.h"
#include "dialects/Graph/Control/GraphStructure.h"
#include "llvm/Support/Format.h"

using namespace mlir;

namespace tvm::compiler {

std::string formatBytes(uint64_t bytes) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (bytes < 1000000)
    os << llvm::format("%.1f kB", bytes / 1e3);
  else
    os << llvm::format("%.1f MB", bytes / 1e6);
  return text;
}

unsigned countOperators(ModuleOp module) {
  unsigned count = 0;
  module.walk([&](Operation *op) {
    count += isa_and_nonnull<graph::GraphDialect>(op->getDialect()) &&
             !isa<graph::ConstantOp>(op);
  });
  return count;
}

std::string describe(ModuleOp module, Level level) {
  if (level == Level::Graph)
    return std::to_string(countOperators(module)) + " operators";
  unsigned launches = 0;
  module.walk([&](graph::LaunchOp) { ++launches; });
  auto kernels = module.getOps<ModuleOp>();
  if (level == Level::Fused)
    return std::to_string(std::distance(kernels.begin(), kernels.end())) +
           " kernels, " + std::to_string(launches) + " launches";
  auto manifest = module->getAttrOfType<DictionaryAttr>(kManifestAttrName);
  if (level != Level::LLVM || !manifest)
    return "";
  auto memory = manifest.getAs<DictionaryAttr>("memory");
  auto planned = memory ? memory.getAs<IntegerAttr>("planned") : nullptr;
  auto bound = memory ? memory.getAs<IntegerAttr>("lower_bound") : nullptr;
  if (!planned || !bound)
    return "";
  return formatBytes(planned.getInt()) + " of memory (at least " +
         formatBytes(bound.getInt()) + ")";
}

} // namespace tvm::compiler
