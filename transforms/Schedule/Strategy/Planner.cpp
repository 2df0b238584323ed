// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Strategy/Planner.h"

#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Strategy/NestLists.h"
#include "transforms/Schedule/Strategy/Ranking.h"

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

/// The report on idle parameters of strategies that rules choose: there is
/// none, because these parameters are left out.
static void ignoreIdle(StringRef, const Twine &, const Twine &) {}

/// Number of points that are estimated for a block without a sum, whose
/// strategies differ less.
static constexpr unsigned kEstimatesOfCopy = 32;

namespace {
using Scope = ScheduleRule::Scope;

/// The rules of one priority and scope.
struct Group {
  ArrayRef<const ScheduleRule *> rules;
  /// Whether rules of this scope have no lower priority.
  bool isLast;

  Scope getScope() const { return rules.front()->getScope(); }
};

/// Chooses and applies the strategies of one kernel.
class Planner {
public:
  Planner(ScheduleBuilder &schedule, const GivenStrategies &given,
          const MachineModel &machine, unsigned maxEstimates)
      : schedule(schedule), machine(machine), given(given),
        rules(getScheduleRules()), left(maxEstimates) {}

  FailureOr<BlocksAttr> run();

private:
  /// The outcome for a block: no rule took it, a rule took it, or a given
  /// strategy does not apply, which was reported.
  enum class Outcome { None, Taken, Error };

  /// The strategies of a rule for a block, valid until an attempt fails: a
  /// match may try steps on the kernel and undo them.
  struct Match {
    std::unique_ptr<StrategySpace> space;
    unsigned numRollbacks = 0;
  };

  LogicalResult scheduleList(const NestList &list);
  LogicalResult scheduleRest();
  /// Tries the rules of a group on a block.
  Outcome scheduleBlock(const Group &group, const NestList *list,
                        const BlockAccesses &before);
  /// The strategies of `rule` for a block; null where it takes other blocks.
  StrategySpace *match(const ScheduleRule *rule, const NestList *list,
                       const BlockAccesses &before);
  /// Number of points that may be estimated for the block `name`.
  unsigned takeEstimates(StringAttr name);
  /// The rules that compete for the block: rules of `group` that match it, and
  /// rules that wait. Where none of them prefers a strategy, all wait for the
  /// rules of the next group, and the result is empty.
  SmallVector<const ScheduleRule *> findRivals(const Group &group,
                                               const NestList *list,
                                               const BlockAccesses &before);
  /// The ranks of these rules.
  SmallVector<RankedRule> rankRules(ArrayRef<const ScheduleRule *> rivals,
                                    const NestList *list,
                                    const BlockAccesses &before);
  /// Applies the first strategy of a rule that is not refused, and returns it.
  Strategy applyRule(const RankedRule &ranked, const NestList *list,
                     const BlockAccesses &before);
  /// Applies the cheapest strategy of all rules that compete for the block.
  Outcome chooseStrategy(const Group &group, const NestList *list,
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
  /// Number of points that may still be estimated for this kernel.
  unsigned left;
  NamedAttrList taken;
  /// The rules that wait, by the names of blocks.
  llvm::SmallDenseMap<StringAttr, SmallVector<const ScheduleRule *>> waiting;
  /// The matches of the block that is looked at.
  llvm::SmallDenseMap<const ScheduleRule *, Match> matches;
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
  if (failed(applyStrategy(schedule, accesses, strategy))) {
    schedule.getKernel().emitError("expected the strategy of block '")
        << name.getValue() << "' to apply: " << schedule.getRefusal();
    return Outcome::Error;
  }
  bool isIdle = false;
  Strategy effective = dropIdle(
      schedule, strategy,
      [&](StringRef parameter, const Twine &value, const Twine &equal) {
        if (!given.skipsIdle)
          schedule.getKernel().emitError("expected the strategy of block '")
              << name.getValue() << "' to apply: '" << parameter << " = "
              << value << "' gives the schedule of '" << parameter << " = "
              << equal << "'";
        isIdle = true;
      });
  if (isIdle && !given.skipsIdle)
    return Outcome::Error;
  return record(name, effective);
}

StrategySpace *Planner::match(const ScheduleRule *rule, const NestList *list,
                              const BlockAccesses &before) {
  auto [found, isNew] = matches.try_emplace(rule);
  Match &match = found->second;
  if (isNew || match.numRollbacks != schedule.getNumRollbacks()) {
    match.space = rule->match(Candidate{
        schedule, before.of(schedule.getBlock(before.name)), list, machine});
    match.numRollbacks = schedule.getNumRollbacks();
  }
  return match.space.get();
}

unsigned Planner::takeEstimates(StringAttr name) {
  bool isSum = schedule.getBlock(name).hasReduction();
  unsigned count = isSum ? left : std::min(kEstimatesOfCopy, left);
  left -= count;
  return count;
}

SmallVector<const ScheduleRule *>
Planner::findRivals(const Group &group, const NestList *list,
                    const BlockAccesses &before) {
  auto rivals = llvm::to_vector(group.rules);
  llvm::append_range(rivals, waiting.lookup(before.name));
  llvm::erase_if(rivals, [&](const ScheduleRule *rule) {
    return rule->isOnlyMeasured() || rule->getScope() != group.getScope() ||
           !match(rule, list, before);
  });
  auto prefers = [&](const ScheduleRule *rule) {
    StrategySpace *space = match(rule, list, before);
    return space && space->hasPreferred();
  };
  if (group.isLast || llvm::any_of(rivals, prefers))
    return rivals;
  waiting[before.name] = std::move(rivals);
  return {};
}

SmallVector<RankedRule>
Planner::rankRules(ArrayRef<const ScheduleRule *> rivals, const NestList *list,
                   const BlockAccesses &before) {
  SmallVector<RankedRule> ranked;
  if (rivals.empty())
    return ranked;
  unsigned limit = takeEstimates(before.name) / rivals.size();
  for (const ScheduleRule *rule : rivals) {
    StrategySpace *space = match(rule, list, before);
    if (!space)
      continue;
    auto estimate = [&](ArrayRef<int64_t> point) {
      return space->estimate(point, before.of(schedule.getBlock(before.name)),
                             machine);
    };
    ranked.push_back(rankRule(rule, *space, estimate, limit));
  }
  return ranked;
}

Strategy Planner::applyRule(const RankedRule &ranked, const NestList *list,
                            const BlockAccesses &before) {
  // A step that the match tries may be refused this time.
  StrategySpace *space = match(ranked.rule, list, before);
  if (!space)
    return {};
  auto strategies = buildStrategies(*space, ranked);
  if (Strategy strategy = applyFirst(schedule, before, strategies))
    return strategy;
  space = match(ranked.rule, list, before);
  Strategy last = space ? buildLastStrategy(*space, ranked) : Strategy();
  return last ? applyFirst(schedule, before, {last}) : Strategy();
}

Planner::Outcome Planner::chooseStrategy(const Group &group,
                                         const NestList *list,
                                         const BlockAccesses &before) {
  SmallVector<RankedRule> ranked =
      rankRules(findRivals(group, list, before), list, before);
  for (MutableArrayRef<RankedRule> left = ranked; !left.empty();
       left = left.drop_front()) {
    moveCheapestToFront(left);
    if (Strategy strategy = applyRule(left.front(), list, before))
      return record(before.name, dropIdle(schedule, strategy, ignoreIdle));
  }
  return Outcome::None;
}

Planner::Outcome Planner::scheduleBlock(const Group &group,
                                        const NestList *list,
                                        const BlockAccesses &before) {
  StringAttr name = before.name;
  matches.clear();
  if (taken.get(name))
    return Outcome::None; // a block has only one strategy
  if (Strategy strategy = getGiven(name)) {
    bool isOfGroup = llvm::any_of(group.rules, [&](const ScheduleRule *rule) {
      return rule->getName() == strategy.getRuleName();
    });
    if (!isOfGroup)
      return Outcome::None;
    given.ofBlocks.erase(name);
    return applyGiven(before.of(schedule.getBlock(name)), strategy);
  }
  if (given.isComplete || isEmpty(schedule.getBlock(name)))
    return Outcome::None; // a block without iterations is free
  // In front of rules of higher priority.
  const ScheduleRule *ofKernel = getRuleOfKernel(list);
  if (!ofKernel)
    return chooseStrategy(group, list, before);
  if (!match(ofKernel, list, before))
    return Outcome::None;
  Strategy strategy = std::exchange(given.ofKernel, Strategy());
  return applyGiven(before.of(schedule.getBlock(name)), strategy);
}

/// Removes the leading `rules` of equal priority and scope.
static Group takeGroup(ArrayRef<const ScheduleRule *> &rules) {
  const ScheduleRule *first = rules.front();
  auto group = rules.take_while([&](const ScheduleRule *rule) {
    return rule->getPriority() == first->getPriority() &&
           rule->getScope() == first->getScope();
  });
  rules = rules.drop_front(group.size());
  return {group, llvm::none_of(rules, [&](const ScheduleRule *rule) {
            return rule->getScope() == first->getScope() &&
                   !rule->isOnlyMeasured();
          })};
}

LogicalResult Planner::scheduleList(const NestList &list) {
  bool isScheduled = false;
  for (ArrayRef<const ScheduleRule *> left = rules; !left.empty();) {
    Group group = takeGroup(left);
    Scope scope = group.getScope();
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
      Group group = takeGroup(left);
      te::BlockOp block = schedule.getBlock(name);
      if (group.getScope() != Scope::Rest || !block || hasMarkedLoop(block))
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
    if (given.skipsIdle && !schedule.getBlock(name))
      continue;
    kernel.emitError("expected a block '")
        << name.getValue() << "' that still needs the strategy " << strategy;
    return failure();
  }
  MLIRContext *context = kernel.getContext();
  return BlocksAttr::get(context, taken.getDictionary(context));
}

FailureOr<BlocksAttr> scheduleKernel(ScheduleBuilder &schedule,
                                     const GivenStrategies &given,
                                     const MachineModel &machine,
                                     unsigned maxEstimates) {
  return Planner(schedule, given, machine, maxEstimates).run();
}

} // namespace tvm::schedule
