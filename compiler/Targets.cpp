// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Targets.h"

#include "codegen/TargetAttributes.h"
#include "compiler/pipelines/Levels.h"

using namespace mlir;

namespace tvm::compiler {

/// Refuses options that would change the target of a scheduled dump.
static LogicalResult
checkRecorded(ModuleOp module, const std::optional<codegen::Target> &recorded,
              const Options &options, Stages &stages) {
  if (!recorded || *getLevel(module) < Level::Scheduled)
    return success();
  if (!options.target.empty())
    return stages.fail("the dump is scheduled for target '" + recorded->str() +
                       "': --target cannot change it");
  if (!options.cpus.empty())
    return stages.fail(
        "the dump is scheduled for one target: --multiversion has to "
        "start at an earlier level");
  return success();
}

/// The GPU that `text` names, which is then recorded in `module`; for an empty
/// text, the GPU that `module` records. Empty if there is none.
static llvm::Expected<std::string> chooseGPU(ModuleOp module, StringRef text) {
  if (text.empty())
    return codegen::getGPU(module);
  if (!codegen::isGPU(text))
    return "";
  auto chip = codegen::parseGPU(text);
  if (chip)
    codegen::setGPU(module, *chip);
  return chip;
}

/// The target of `text` or, if it is empty, the target that `module` records,
/// or else the host. It is recorded in `module`.
static llvm::Expected<codegen::Target>
chooseTarget(ModuleOp module, const std::optional<codegen::Target> &recorded,
             StringRef text) {
  bool isGiven = !text.empty() && !codegen::isGPU(text);
  auto target = isGiven    ? codegen::Target::parse(text)
                : recorded ? *recorded
                           : codegen::Target::parse("host");
  if (!target)
    return target.takeError();
  if (isGiven) {
    codegen::setTarget(module, *target);
    return target;
  }
  // A description of the machine from another compiler takes precedence.
  codegen::completeTarget(module, *target);
  auto completed = codegen::getTarget(module);
  if (!completed)
    return completed.takeError();
  return **completed;
}

FailureOr<Targets> chooseTargets(ModuleOp module, const Options &options,
                                 StringRef symbol, Stages &stages) {
  Targets chosen;
  auto recorded = codegen::getTarget(module);
  if (!recorded)
    return stages.check(recorded.takeError());
  if (failed(checkRecorded(module, *recorded, options, stages)))
    return failure();
  auto gpu = chooseGPU(module, options.target);
  if (!gpu)
    return stages.check(gpu.takeError());
  chosen.gpu = *gpu;
  auto target = chooseTarget(module, *recorded, options.target);
  if (!target)
    return stages.check(target.takeError());
  if (options.cpus.empty()) {
    chosen.entries.push_back({symbol.str(), *target});
    return chosen;
  }
  for (const std::string &cpu : options.cpus) {
    auto variant = target->withCpu(cpu);
    if (!variant)
      return stages.check(variant.takeError());
    chosen.entries.push_back({"", *variant});
  }
  // The most demanding CPU comes first.
  llvm::sort(chosen.entries, [](const Entry &a, const Entry &b) {
    size_t countA = a.target.getRequiredFeatures().size();
    size_t countB = b.target.getRequiredFeatures().size();
    return countA != countB ? countA > countB
                            : a.target.getCpu() < b.target.getCpu();
  });
  codegen::setTarget(module, chosen.entries.front().target);
  for (auto [i, entry] : llvm::enumerate(chosen.entries))
    entry.symbol = i == 0 ? symbol.str() : (symbol + "_" + Twine(i)).str();
  return chosen;
}

} // namespace tvm::compiler
