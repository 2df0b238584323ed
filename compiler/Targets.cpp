#include "compiler/Targets.h"

#include "compiler/Levels.h"

using namespace mlir;

namespace tvm::compiler {

FailureOr<Targets> chooseTargets(ModuleOp module, const Options &options,
                                 Stages &stages) {
  Targets chosen;
  std::string text = options.target.empty() ? "host" : options.target;
  Attribute attribute = module->getAttr(kTargetAttrName);
  auto recorded = dyn_cast_or_null<StringAttr>(attribute);
  if (attribute && !recorded)
    return stages.fail("expected '" + kTargetAttrName +
                       "' of the dump to be a target");
  if (recorded && !options.target.empty())
    return stages.fail("the dump is scheduled for target '" +
                       recorded.getValue() + "': --target cannot change it");
  if (recorded && !options.cpus.empty())
    return stages.fail(
        "the dump is scheduled for one target: --multiversion has to "
        "start at an earlier level");
  if (recorded)
    text = recorded.getValue().str();
  if (codegen::isGPU(text)) {
    auto chip = codegen::parseGPU(text);
    if (!chip)
      return stages.check(chip.takeError());
    chosen.gpu = *chip;
    text = "host"; // launches
  }
  auto target = codegen::Target::parse(text);
  if (!target)
    return stages.check(target.takeError());
  if (options.cpus.empty()) {
    chosen.entries.push_back({"tvm_main", *target});
    return chosen;
  }
  for (const std::string &cpu : options.cpus) {
    auto variant = target->withCpu(cpu);
    if (!variant)
      return stages.check(variant.takeError());
    chosen.entries.push_back({"", *variant});
  }
  // The most demanding first.
  llvm::sort(chosen.entries, [](const Entry &a, const Entry &b) {
    size_t countA = a.target.getRequiredFeatures().size();
    size_t countB = b.target.getRequiredFeatures().size();
    return countA != countB ? countA > countB
                            : a.target.getCpu() < b.target.getCpu();
  });
  for (auto [i, entry] : llvm::enumerate(chosen.entries))
    entry.symbol = i == 0 ? "tvm_main" : "tvm_main_" + std::to_string(i);
  return chosen;
}

} // namespace tvm::compiler
