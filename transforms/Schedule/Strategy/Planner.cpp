#include "transforms/Schedule/Strategy/Planner.h"

#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Strategy/NestLists.h"

using namespace mlir;

namespace tvm::schedule {

/// Reports a strategy of `op`, or one inside of it, that is not for a rule.
static LogicalResult verifyStrategy(Operation *op) {
  auto given = op->getAttrOfType<Strategy>(kStrategyAttrName);
  if (!given)
    return success();
  WalkResult result = given.walk([&](Strategy strategy) -> WalkResult {
    if (isa<BlocksAttr>(strategy))
      return WalkResult::advance();
    StringRef name = strategy.getRuleName();
    if (const ScheduleRule *rule = findScheduleRule(name))
      return rule->verify([&] { return op->emitError(); }, strategy);
    op->emitError("there is no schedule rule '")
        << name << "' for the strategy " << strategy;
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

FailureOr<GivenStrategies> getGivenStrategies(func::FuncOp kernel) {
  GivenStrategies given;
  if (failed(verifyStrategy(kernel)))
    return failure();
  Attribute ofKernel = kernel->getAttr(kStrategyAttrName);
  if (auto blocks = dyn_cast_or_null<BlocksAttr>(ofKernel)) {
    given.isComplete = true;
    for (NamedAttribute entry : blocks.getStrategies())
      given.ofBlocks[entry.getName()] = cast<Strategy>(entry.getValue());
    return given;
  }
  given.ofKernel = dyn_cast_or_null<Strategy>(ofKernel);
  WalkResult result = kernel.walk([&](te::BlockOp block) {
    if (auto strategy = block->getAttrOfType<Strategy>(kStrategyAttrName))
      given.ofBlocks[block.getNameAttr()] = strategy;
    return WalkResult(verifyStrategy(block));
  });
  if (result.wasInterrupted())
    return failure();
  return given;
}

namespace {
using Scope = ScheduleRule::Scope;

/// Chooses and applies the strategies of one kernel.
class Planner {
public:
  Planner(ScheduleBuilder &schedule, const GivenStrategies &given,
          const MachineModel &machine)
      : schedule(schedule), machine(machine), given(given),
        rules(getScheduleRules()) {}

  FailureOr<BlocksAttr> run();

private:
  /// The outcome for a block: no rule took it, a rule took it, or a given
  /// strategy does not apply, which was reported.
  enum class Outcome { None, Taken, Error };

  LogicalResult scheduleList(const NestList &list);
  LogicalResult scheduleRest();
  /// Tries the rules of one priority, from `first` on, on a block.
  Outcome scheduleBlock(ArrayRef<const ScheduleRule *> group,
                        const NestList *list, const BlockAccesses &before);
  Outcome tryRule(const ScheduleRule *rule, const NestList *list,
                  const BlockAccesses &before);
  Outcome applyGiven(const BlockAccesses &accesses, Strategy strategy);
  Outcome record(StringAttr name, Strategy strategy);
  /// The rule of the strategy that is given for the kernel and that no block
  /// has yet, if the rule takes blocks of `list`; otherwise null.
  const ScheduleRule *getRuleOfKernel(const NestList *list) const;
  /// The strategy that is given for a block; null if there is none.
  Strategy getGiven(StringAttr name) const;

  ScheduleBuilder &schedule;
  const MachineModel &machine;
  GivenStrategies given;
  SmallVector<const ScheduleRule *> rules;
  NamedAttrList taken;
};
} // namespace

Strategy Planner::getGiven(StringAttr name) const {
  return given.ofBlocks.lookup(name);
}

const ScheduleRule *Planner::getRuleOfKernel(const NestList *list) const {
  if (!given.ofKernel)
    return nullptr;
  const ScheduleRule *rule = findScheduleRule(given.ofKernel.getRuleName());
  bool isOfRest = rule && rule->getScope() == Scope::Rest;
  return rule && isOfRest == (list == nullptr) ? rule : nullptr;
}

Planner::Outcome Planner::record(StringAttr name, Strategy strategy) {
  taken.set(name, strategy);
  return Outcome::Taken;
}

Planner::Outcome Planner::applyGiven(const BlockAccesses &accesses,
                                     Strategy strategy) {
  StringAttr name = accesses.name;
  if (succeeded(applyStrategy(schedule, accesses, strategy)))
    return record(name, strategy);
  schedule.getKernel().emitError("expected the strategy of block '")
      << name.getValue() << "' to apply: " << schedule.getRefusal();
  return Outcome::Error;
}

Planner::Outcome Planner::tryRule(const ScheduleRule *rule,
                                  const NestList *list,
                                  const BlockAccesses &before) {
  StringAttr name = before.name;
  Candidate candidate{schedule, before.of(schedule.getBlock(name)), list,
                      machine};
  std::unique_ptr<StrategySpace> space = rule->match(candidate);
  if (!space)
    return Outcome::None;
  if (given.ofKernel && given.ofKernel.getRuleName() == rule->getName()) {
    Strategy strategy = std::exchange(given.ofKernel, Strategy());
    return applyGiven(before.of(schedule.getBlock(name)), strategy);
  }
  Strategy strategy = applyFirst(schedule, before, space->getPreferred());
  return strategy ? record(name, strategy) : Outcome::None;
}

Planner::Outcome Planner::scheduleBlock(ArrayRef<const ScheduleRule *> group,
                                        const NestList *list,
                                        const BlockAccesses &before) {
  StringAttr name = before.name;
  if (taken.get(name))
    return Outcome::None; // a block has only one strategy
  if (Strategy strategy = getGiven(name)) {
    bool isOfGroup = llvm::any_of(group, [&](const ScheduleRule *rule) {
      return rule->getName() == strategy.getRuleName();
    });
    if (!isOfGroup)
      return Outcome::None;
    given.ofBlocks.erase(name);
    return applyGiven(before.of(schedule.getBlock(name)), strategy);
  }
  if (given.isComplete || isEmpty(schedule.getBlock(name)))
    return Outcome::None; // a block without iterations is free
  const ScheduleRule *ofKernel = getRuleOfKernel(list);
  if (ofKernel)
    group = ofKernel; // in front of rules of higher priority
  for (const ScheduleRule *rule : group) {
    Outcome outcome = tryRule(rule, list, before);
    if (outcome != Outcome::None)
      return outcome;
  }
  return Outcome::None;
}

/// Removes the leading `rules` of equal priority and scope.
static ArrayRef<const ScheduleRule *>
takeGroup(ArrayRef<const ScheduleRule *> &rules) {
  const ScheduleRule *first = rules.front();
  auto group = rules.take_while([&](const ScheduleRule *rule) {
    return rule->getPriority() == first->getPriority() &&
           rule->getScope() == first->getScope();
  });
  rules = rules.drop_front(group.size());
  return group;
}

LogicalResult Planner::scheduleList(const NestList &list) {
  bool isScheduled = false;
  for (ArrayRef<const ScheduleRule *> left = rules; !left.empty();) {
    ArrayRef<const ScheduleRule *> group = takeGroup(left);
    Scope scope = group.front()->getScope();
    if (scope == Scope::Rest || (scope == Scope::List && isScheduled))
      continue;
    for (const BlockAccesses &before : list.getAccesses()) {
      te::BlockOp block = list.findBlock(before.name);
      if (!block || hasMarkedLoop(block))
        continue;
      Outcome outcome = scheduleBlock(group, &list, before);
      if (outcome == Outcome::Error)
        return failure();
      if (outcome == Outcome::Taken && scope == Scope::List)
        return success();
      isScheduled |= outcome == Outcome::Taken;
    }
  }
  return success();
}

LogicalResult Planner::scheduleRest() {
  SmallVector<StringAttr> names;
  schedule.getKernel().walk(
      [&](te::BlockOp block) { names.push_back(block.getNameAttr()); });
  for (StringAttr name : names)
    for (ArrayRef<const ScheduleRule *> left = rules; !left.empty();) {
      ArrayRef<const ScheduleRule *> group = takeGroup(left);
      te::BlockOp block = schedule.getBlock(name);
      if (group.front()->getScope() != Scope::Rest || !block ||
          hasMarkedLoop(block))
        continue;
      Outcome outcome =
          scheduleBlock(group, /*list=*/nullptr, BlockAccesses(block));
      if (outcome == Outcome::Error)
        return failure();
      if (outcome == Outcome::Taken)
        break;
    }
  return success();
}

FailureOr<BlocksAttr> Planner::run() {
  func::FuncOp kernel = schedule.getKernel();
  for (const NestList &list : getNestLists(kernel))
    if (failed(scheduleList(list)))
      return failure();
  if (failed(scheduleRest()))
    return failure();
  if (given.ofKernel) {
    kernel.emitError("expected a block for the strategy ") << given.ofKernel;
    return failure();
  }
  for (auto [name, strategy] : given.ofBlocks) {
    kernel.emitError("expected a block '")
        << name.getValue() << "' that still needs the strategy " << strategy;
    return failure();
  }
  MLIRContext *context = kernel.getContext();
  return BlocksAttr::get(context, taken.getDictionary(context));
}

FailureOr<BlocksAttr> scheduleKernel(ScheduleBuilder &schedule,
                                     const GivenStrategies &given,
                                     const MachineModel &machine) {
  return Planner(schedule, given, machine).run();
}

} // namespace tvm::schedule
