// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/compilation/Compilation.h"

#include "codegen/TargetAttributes.h"
#include "compiler/Dump.h"
#include "compiler/TargetChecks.h"
#include "compiler/schedules/Schedules.h"
#include "conversion/HostToLLVM/HostToLLVM.h"
#include "conversion/KernelToLLVM/KernelToLLVM.h"
#include "dialects/Graph/GraphAttributes.h"

using namespace mlir;

namespace tvm::compiler {

/// Renames the kernels of one variant, because their symbols are visible in the
/// whole artefact.
static void renameKernels(ModuleOp module, StringRef suffix) {
  for (auto kernel : module.getOps<ModuleOp>()) {
    if (func::FuncOp function = getKernelFunction(kernel)) { // not lowered yet
      std::string name = (function.getName() + suffix).str();
      if (auto workspace = kernel.lookupSymbol<func::FuncOp>(
              getWorkspaceFunctionName(function.getName())))
        workspace.setName(getWorkspaceFunctionName(name));
      function.setName(name);
    }
    for (auto function : llvm::to_vector(kernel.getOps<LLVM::LLVMFuncOp>())) {
      if (!function.getName().starts_with("tvm_kernel_") &&
          !function.getName().starts_with("tvm_workspace_"))
        continue;
      auto name =
          StringAttr::get(module.getContext(), function.getName() + suffix);
      (void)SymbolTable::replaceAllSymbolUses(function, name, kernel);
      function.setName(name);
    }
  }
}

LogicalResult Compilation::checkLowered(ModuleOp lowered, const Entry &entry) {
  auto host = lowered->getAttrOfType<DictionaryAttr>(kManifestAttrName);
  auto weights = lowered->getAttrOfType<ArrayAttr>(kWeightsAttrName);
  if (!host || !weights)
    return stages.fail("the module has no function 'main'");
  for (Attribute weight : weights)
    if (!isa<graph::WeightAttr>(weight))
      return stages.fail("expected a list of weights in '" + kWeightsAttrName +
                         "'");
  if (!llvm::any_of(lowered.getOps<ModuleOp>(), [&](ModuleOp nested) {
        return nested.lookupSymbol<LLVM::LLVMFuncOp>(entry.symbol);
      }))
    return stages.fail("the module has no function '" + entry.symbol +
                       "', which 'symbol' of '" + kOptionsAttrName + "' names");
  return success();
}

bool Compilation::canReuseKernels(Level from) const {
  bool isObserved =
      observer || options.scheduleRemarks || !options.dumpFolder.empty() ||
      !options.schedulesFolder.empty() || !options.strategiesFolder.empty();
  return options.useCache && !isObserved && from <= Level::Loops &&
         options.plugins.empty() && targets.gpu.empty() &&
         targets.entries.size() == 1 && recorded.referenceLevel.empty();
}

LogicalResult Compilation::lowerVariants(Level from) {
  openCache();
  bool isScheduled = from >= Level::Scheduled;
  for (auto [index, entry] : llvm::enumerate(targets.entries)) {
    bool isLast = index + 1 == targets.entries.size();
    OwningOpRef<ModuleOp> variant =
        isLast ? std::move(module) : OwningOpRef<ModuleOp>(module->clone());
    StringRef cpu = targets.entries.size() > 1 ? entry.target.getCpu() : "";
    PipelineOptions pipeline = getPipelineOptions();
    pipeline.given = getScheduledKernels(*variant);
    if (!isScheduled && recorded.referenceLevel.empty() &&
        targets.gpu.empty() &&
        failed(checkInstructions(*variant, entry.target)))
      return failure();
    if (targets.entries.size() > 1) {
      codegen::setTarget(*variant, entry.target);
      record(*variant, entry);
    }
    // Schedules for this CPU may choose other layouts of weights than the
    // others.
    if (!variants.empty())
      (*variant)->setAttr(kWeightsAttrName,
                          (*variants.back().module)->getAttr(kWeightsAttrName));
    if (!cpu.empty() && !options.dumpFolder.empty() &&
        failed(
            stages.check(writeDump(options.dumpFolder, *variant, from, cpu))))
      return failure();
    auto kernels = std::make_unique<CompiledKernels>(
        codegen::KernelCompiler(entry.target, getCompileOptions()),
        options.quiet ? "quiet" : "");
    bool reuses = canReuseKernels(from);
    if (reuses)
      kernels->take(*variant);
    int end = hasMissingNodes() ? static_cast<int>(Level::LLVM) : kNumLevels;
    for (int to = static_cast<int>(from) + 1; to < end; ++to)
      if (failed(advance(*variant, static_cast<Level>(to), pipeline, cpu,
                         reuses ? kernels.get() : nullptr)))
        return failure();
    if (!hasMissingNodes() && failed(checkLowered(*variant, entry)))
      return failure();
    if (index != 0)
      renameKernels(*variant, "." + std::to_string(index));
    variants.push_back({entry, std::move(variant), std::move(kernels)});
  }
  return success();
}

} // namespace tvm::compiler
