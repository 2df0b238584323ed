// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/OpenScripts/ScriptRule.h"

#include "mlir/Parser/Parser.h"
#include "transforms/Schedule/Rules/Rules.h"
#include "transforms/Schedule/Support/FirstError.h"

#include <limits>

using namespace mlir;

namespace tvm::schedule {

static SmallVector<CustomParameter>
getCustomParameters(const OpenChoices &choices) {
  return llvm::map_to_vector(
      choices.getParameters(), [](const ChoiceParameter &choice) {
        int64_t greatest = choice.values.empty()
                               ? std::numeric_limits<int64_t>::max()
                               : *llvm::max_element(choice.values);
        return CustomParameter{choice.name, choice.least, greatest,
                               choice.defaultValue, choice.values};
      });
}

ScriptRule::ScriptRule(StringRef name, OpenChoices choices, std::string text)
    : CustomRule(name, Scope::Block, Priority::kBlock,
                 getCustomParameters(choices)),
      choices(std::move(choices)), text(std::move(text)) {}

OwningOpRef<ModuleOp> ScriptRule::parse(MLIRContext *context) const {
  // It was verified when the rule was created.
  ParserConfig config(context, /*verifyAfterParse=*/false);
  return parseSourceString<ModuleOp>(text, config, getName());
}

//===-- strategies --------------------------------------------------------===//

/// Whether the script applies at the default of `space`, or at one of a few
/// random points.
static bool appliesSomewhere(const ScriptSpace &space,
                             ScriptSpace::Observe run) {
  const ParameterSpace &parameters = space.getParameters();
  ParameterSpace::Random random(0);
  for (unsigned i = 0; i < ScriptSpace::kMaxObserved; ++i) {
    Point point = i == 0 ? parameters.getDefault() : parameters.sample(random);
    auto observed = run(space, point);
    if (observed)
      return true;
    llvm::consumeError(observed.takeError());
  }
  return false;
}

std::unique_ptr<StrategySpace>
ScriptRule::match(const Candidate &candidate) const {
  ScheduleBuilder &schedule = candidate.schedule;
  StringAttr block = candidate.accesses.name;
  MLIRContext *context = block.getContext();
  bool hasApplied = false;
  auto run =
      [&](const ScriptSpace &among,
          ArrayRef<int64_t> point) -> llvm::Expected<ScriptSpace::Observed> {
    OwningOpRef<ModuleOp> script = parse(context);
    SmallVector<Operation *> open = findOpenSteps(*script);
    among.resolve(*script, point);
    std::optional<ScriptSpace::Observed> observed;
    schedule.explore([&] {
      Decisions drawn;
      if (succeeded(schedule.runSteps(schedule.getBlock(block),
                                      std::move(script), getName(), &drawn)))
        observed = ScriptSpace::getObserved(open, drawn);
    });
    if (!observed)
      return llvm::createStringError(schedule.getRefusal());
    hasApplied = true;
    return *observed;
  };
  auto space = ScriptSpace::create(*parse(context), run);
  if (!space) {
    llvm::consumeError(space.takeError());
    return nullptr;
  }
  // The space ran the script already if steps draw from what it transforms.
  if (!hasApplied && !appliesSomewhere(*space, run))
    return nullptr;
  auto build = [this, context, space = *space](ArrayRef<int64_t> point) {
    return makeStrategy(context, space.getValues(point));
  };
  ParameterSpace parameters = space->getParameters();
  if (parameters.size() == 0)
    return FewStrategies::make(build({}));
  return FunctionSpace::make(std::move(parameters), build, /*preferred=*/{});
}

double ScriptRule::estimate(const BlockAccesses &, Strategy,
                            const MachineModel &) const {
  return std::numeric_limits<double>::infinity();
}

Strategy ScriptRule::dropIdle(Strategy strategy, const ParameterEffects &,
                              IdleReport report) const {
  SmallVector<int64_t> values = getValues(strategy);
  OwningOpRef<ModuleOp> script = parse(strategy.getContext());
  SmallVector<Operation *> open = findOpenSteps(*script);
  choices.resolve(*script, values);
  std::vector<bool> used = choices.findUsed(open);
  for (auto [i, parameter] : llvm::enumerate(choices.getParameters())) {
    if (used[i] || values[i] == parameter.defaultValue)
      continue;
    report(parameter.name, Twine(values[i]), Twine(parameter.defaultValue));
    values[i] = parameter.defaultValue;
  }
  return makeStrategy(strategy.getContext(), values);
}

LogicalResult ScriptRule::apply(ScheduleBuilder &schedule,
                                const BlockAccesses &accesses,
                                Strategy strategy) const {
  FirstError error(strategy.getContext());
  OwningOpRef<ModuleOp> script = parse(strategy.getContext());
  if (!script)
    return schedule.refuse(error.getText("the script cannot be parsed"));
  choices.resolve(*script, getValues(strategy));
  return schedule.runSteps(accesses.block, std::move(script), getName());
}

} // namespace tvm::schedule
