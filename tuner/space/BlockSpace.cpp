// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/space/BlockSpace.h"

#include "transforms/Schedule/Rules/Tiling/DescribeNest.h"

using namespace mlir;

namespace tvm::tuner {

using schedule::ScheduleRule;

/// Whether a block that `first` takes by default may have a strategy of
/// `other`. Rules of other scopes have their turn when nothing, or everything
/// else, is scheduled, and so have rules for lists of another priority. Rules
/// that are only measured have no turn: a given strategy is applied.
static bool canReplace(const ScheduleRule &first, const ScheduleRule &other) {
  return &first != &other &&
         (other.isOnlyMeasured() ||
          (first.getScope() == other.getScope() &&
           (first.getScope() == ScheduleRule::Scope::Block ||
            first.getPriority() == other.getPriority())));
}

std::unique_ptr<BlockSpace> BlockSpace::create(func::FuncOp kernel,
                                               StringAttr block,
                                               Strategy byDefault,
                                               const MachineModel &machine) {
  const ScheduleRule *first =
      schedule::findScheduleRule(byDefault.getRuleName());
  std::unique_ptr<BlockSpace> space(new BlockSpace(kernel, block, machine));
  space->add(first);
  if (space->rules.empty())
    return nullptr;
  for (const ScheduleRule *rule : schedule::getScheduleRules())
    if (canReplace(*first, *rule))
      space->add(rule);
  space->addParameters();
  return space;
}

void BlockSpace::add(const ScheduleRule *rule) {
  RuleSpace space{rule, std::make_unique<KernelCopy>(kernel), {}, nullptr, {}};
  llvm::append_range(space.lists,
                     schedule::getNestLists(space.copy->getKernel()));
  auto list = llvm::find_if(space.lists, [&](const schedule::NestList &each) {
    return each.findBlock(block);
  });
  bool isRest = rule->getScope() == ScheduleRule::Scope::Rest;
  if (!isRest && list == space.lists.end())
    return;
  schedule::ScheduleBuilder &schedule = space.copy->getSchedule();
  space.strategies =
      rule->match({schedule, schedule::BlockAccesses(schedule.getBlock(block)),
                   isRest ? nullptr : &*list, machine});
  if (!space.strategies || space.strategies->getParameters().size() == 0)
    return;
  space.nest = schedule::describeNest(schedule.getBlock(block));
  rules.push_back(std::move(space));
}

void BlockSpace::addParameters() {
  if (rules.size() == 1) {
    parameters = rules.front().strategies->getParameters();
    parameters.add("", rules.front().strategies->getMeasuredParameters());
    return;
  }
  schedule::Parameter choice{"rule", {}, /*defaultValue=*/0};
  for (auto [number, each] : llvm::enumerate(rules)) {
    choice.values.push_back(static_cast<int64_t>(number));
    choice.words.push_back(each.rule->getName().str());
  }
  parameters.add(choice);
  for (auto [number, each] : llvm::enumerate(rules)) {
    each.begin = parameters.size();
    for (const schedule::ParameterSpace *part :
         {&each.strategies->getParameters(),
          &each.strategies->getMeasuredParameters()})
      parameters.addAlternative(each.rule->getName(), *part,
                                {0, static_cast<int64_t>(number)});
  }
}

const BlockSpace::RuleSpace &
BlockSpace::getRule(llvm::ArrayRef<int64_t> point) const {
  return rules.size() == 1 ? rules.front() : rules[point.front()];
}

Strategy BlockSpace::build(llvm::ArrayRef<int64_t> point) const {
  const RuleSpace &rule = getRule(point);
  return rule.strategies->build(getOwn(rule, point));
}

double BlockSpace::estimate(llvm::ArrayRef<int64_t> point) const {
  const RuleSpace &rule = getRule(point);
  if (rule.rule->isOnlyMeasured())
    return estimate(parameters.getDefault());
  schedule::BlockAccesses accesses(rule.copy->getSchedule().getBlock(block));
  return rule.strategies->estimate(getOwn(rule, point), accesses, machine);
}

} // namespace tvm::tuner
