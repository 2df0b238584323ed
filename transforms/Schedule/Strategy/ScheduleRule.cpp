// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Strategy/ScheduleRule.h"

#include "transforms/Schedule/Rules/Rules.h"

#include <mutex>

using namespace mlir;

namespace tvm::schedule {

ScheduleRule::~ScheduleRule() = default;

LogicalResult ScheduleRule::verify(function_ref<InFlightDiagnostic()> emitError,
                                   Strategy strategy) const {
  if (!isa<CustomAttr>(strategy))
    return success();
  return emitError() << "expected the rule's own attribute #schedule." << name
                     << "<...>, got " << strategy;
}

void ScheduleRule::assignRoles(ArrayRef<te::BlockOp>) const {}

void ScheduleRule::checkRoles(ArrayRef<te::BlockOp>, RoleRefusal) const {}

Strategy ScheduleRule::dropIdle(Strategy strategy, const ParameterEffects &,
                                IdleReport) const {
  return strategy;
}

namespace {
class Registry {
public:
  Registry() {
    for (std::unique_ptr<ScheduleRule> &rule : createRules())
      add(std::move(rule));
  }

  void add(std::unique_ptr<ScheduleRule> rule) {
    std::lock_guard<std::mutex> lock(mutex);
    if (find(rule->getName()))
      return;
    auto place = llvm::find_if(rules, [&](const auto &other) {
      return other->getPriority() < rule->getPriority();
    });
    rules.insert(place, std::move(rule));
  }

  const ScheduleRule *look(StringRef name) {
    std::lock_guard<std::mutex> lock(mutex);
    return find(name);
  }

  SmallVector<const ScheduleRule *> list() {
    std::lock_guard<std::mutex> lock(mutex);
    return llvm::map_to_vector(
        rules,
        [](const auto &rule) -> const ScheduleRule * { return rule.get(); });
  }

private:
  const ScheduleRule *find(StringRef name) const {
    for (const auto &rule : rules)
      if (rule->getName() == name)
        return rule.get();
    return nullptr;
  }

  std::mutex mutex;
  std::vector<std::unique_ptr<ScheduleRule>> rules; // by descending priority
};
} // namespace

static Registry &getRegistry() {
  static Registry registry;
  return registry;
}

void registerScheduleRule(std::unique_ptr<ScheduleRule> rule) {
  getRegistry().add(std::move(rule));
}

const ScheduleRule *findScheduleRule(StringRef name) {
  return getRegistry().look(name);
}

SmallVector<const ScheduleRule *> getScheduleRules() {
  return getRegistry().list();
}

double estimateStrategy(const BlockAccesses &accesses, Strategy strategy,
                        const MachineModel &machine) {
  const ScheduleRule *rule = findScheduleRule(strategy.getRuleName());
  return rule ? rule->estimate(accesses, strategy, machine) : 0;
}

LogicalResult applyStrategy(ScheduleBuilder &schedule,
                            const BlockAccesses &accesses, Strategy strategy) {
  const ScheduleRule *rule = findScheduleRule(strategy.getRuleName());
  if (!rule)
    return schedule.refuse("there is no schedule rule '" +
                           strategy.getRuleName() + "'");
  return schedule.attemptStrategy(
      strategy, [&] { return rule->apply(schedule, accesses, strategy); });
}

Strategy dropIdle(const ScheduleBuilder &schedule, Strategy strategy,
                  IdleReport report) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](Strategy part) -> Attribute {
    const ParameterEffects *effects = schedule.getEffects(part);
    if (!effects)
      return part;
    const ScheduleRule *rule = findScheduleRule(part.getRuleName());
    return rule->dropIdle(part, *effects, report);
  });
  return cast<Strategy>(replacer.replace(strategy));
}

Strategy applyFirst(ScheduleBuilder &schedule, const BlockAccesses &before,
                    ArrayRef<Strategy> strategies) {
  for (Strategy strategy : strategies)
    if (succeeded(applyStrategy(
            schedule, before.of(schedule.getBlock(before.name)), strategy)))
      return strategy;
  return {};
}

LogicalResult applyStrategy(ScheduleBuilder &schedule, StringAttr block,
                            Strategy strategy) {
  te::BlockOp found = schedule.getBlock(block);
  if (!found)
    return schedule.refuse("there is no block '" + block.getValue() + "'");
  return applyStrategy(schedule, BlockAccesses(found), strategy);
}

} // namespace tvm::schedule
