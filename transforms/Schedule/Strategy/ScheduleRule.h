// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_STRATEGY_SCHEDULERULE_H
#define TVM_TRANSFORMS_SCHEDULE_STRATEGY_SCHEDULERULE_H

#include "transforms/Schedule/ScheduleBuilder.h"
#include "transforms/Schedule/Strategy/StrategySpace.h"

#include <memory>

namespace tvm::schedule {

class NestList;

/// A block that needs a strategy, and the facts for choosing one.
struct Candidate {
  /// The copy of the kernel that contains the block. A rule may try steps on
  /// it, and undoes them (see ScheduleBuilder::explore).
  ScheduleBuilder &schedule;
  /// The accesses of the block before any block of the kernel was scheduled:
  /// blocks that share a weight may change its layout.
  BlockAccesses accesses;
  /// The list of nests in which the block is alone in a nest; null for other
  /// blocks.
  const NestList *list;
  /// The machine to choose for.
  const MachineModel &machine;

  te::BlockOp getBlock() const { return accesses.block; }
};

/// A function that gets the reason why the role of a block does not fit.
using RoleRefusal =
    llvm::function_ref<void(te::BlockOp block, const llvm::Twine &reason)>;

/// A RoleRefusal for callers that need no reason.
inline void ignoreRefusal(te::BlockOp, const llvm::Twine &) {}

/// A function that gets a parameter of a strategy that changed nothing, with
/// its value and with a value that gives the same schedule, as they are
/// printed.
using IdleReport =
    llvm::function_ref<void(llvm::StringRef parameter, const llvm::Twine &value,
                            const llvm::Twine &equal)>;

/// One way to schedule blocks of one kind. Its strategies are attributes of one
/// type, whose StrategyAttrInterface returns the rule's name. CustomRule is for
/// rules that bring no attribute.
class ScheduleRule {
public:
  /// The unit that a rule takes, and its turn.
  enum class Scope {
    /// One block, possibly with its producers and consumers.
    Block,
    /// A whole list of nests in which nothing is scheduled yet. Afterwards,
    /// only rules for the rest are tried on this list.
    List,
    /// A block that no other rule took, in any nest.
    Rest
  };

  /// Rules of higher `priority` are tried on all blocks of a list before rules
  /// of lower priority. Rules of equal priority compete by their estimates, and
  /// so does, with the rules of the next lower priority of its scope, a rule
  /// that prefers no strategy (StrategySpace::getPreferred).
  ScheduleRule(llvm::StringRef name, Scope scope, int priority)
      : name(name), scope(scope), priority(priority) {}
  virtual ~ScheduleRule();

  /// Whether only measurements, and those who write a strategy down, choose the
  /// rule. It has no estimates, and the compiler never chooses it by itself.
  virtual bool isOnlyMeasured() const { return false; }

  llvm::StringRef getName() const { return name; }
  Scope getScope() const { return scope; }
  int getPriority() const { return priority; }

  /// Reports what is wrong with a strategy that somebody wrote down, beyond
  /// what the verifier of its attribute reports. Other functions get strategies
  /// that this one accepts.
  virtual mlir::LogicalResult
  verify(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
         Strategy strategy) const;

  /// Gives the blocks of `list`, a list of nests of which no block has a role
  /// yet, the roles (`#te.role`) by which this rule finds its blocks: a
  /// compiler that does not know the algorithms gives none. Rules for single
  /// blocks do without roles.
  virtual void assignRoles(llvm::ArrayRef<te::BlockOp> list) const;

  /// Reports the roles of this rule's algorithm, of blocks of `list`, that do
  /// not fit. The rule does not take these blocks.
  virtual void checkRoles(llvm::ArrayRef<te::BlockOp> list,
                          RoleRefusal refuse) const;

  /// The strategies for `candidate`; null where the block is of another kind.
  /// For a list, the candidate is the block that the rule attaches its strategy
  /// to. The operations of the kernel may be other ones afterwards.
  virtual std::unique_ptr<StrategySpace>
  match(const Candidate &candidate) const = 0;

  /// Cycles until all cores of `machine` have computed a block by `strategy`,
  /// one of this rule. The estimate depends only on the strategy and on the
  /// accesses of the block before anything was scheduled, and is comparable
  /// with estimates of other rules for the same blocks.
  virtual double estimate(const BlockAccesses &accesses, Strategy strategy,
                          const MachineModel &machine) const = 0;

  /// `strategy`, which was applied, without parameters that changed nothing: in
  /// their place are values that give the same schedule. Reports each such
  /// parameter.
  virtual Strategy dropIdle(Strategy strategy, const ParameterEffects &effects,
                            IdleReport report) const;

  /// Schedules a block by `strategy`. Only the nest and the strategy decide,
  /// neither the machine nor a cost. A failure has given its reason
  /// (ScheduleBuilder::refuse) and may leave a part of the work, which the
  /// caller undoes. `accesses` are as in Candidate, for the block in its
  /// present form.
  virtual mlir::LogicalResult apply(ScheduleBuilder &schedule,
                                    const BlockAccesses &accesses,
                                    Strategy strategy) const = 0;

private:
  std::string name;
  Scope scope;
  int priority;
};

/// Registers `rule` for the whole process. A plug-in calls it whenever it is
/// loaded; of two rules with one name, the first counts.
void registerScheduleRule(std::unique_ptr<ScheduleRule> rule);

/// The rule of this name; null if there is none.
const ScheduleRule *findScheduleRule(llvm::StringRef name);

/// All rules by descending priority, then in the order of their registration.
llvm::SmallVector<const ScheduleRule *> getScheduleRules();

/// The estimate of the rule of `strategy` in cycles; 0 if no rule has its name.
double estimateStrategy(const BlockAccesses &accesses, Strategy strategy,
                        const MachineModel &machine);

/// Schedules `accesses.block` by the rule of `strategy`. Fails, having changed
/// nothing, where a step refuses.
mlir::LogicalResult applyStrategy(ScheduleBuilder &schedule,
                                  const BlockAccesses &accesses,
                                  Strategy strategy);

/// The applied strategy `strategy` without parameters that changed nothing, in
/// the strategies that it contains as well (ScheduleRule::dropIdle).
Strategy dropIdle(const ScheduleBuilder &schedule, Strategy strategy,
                  IdleReport report);

/// Schedules the block of `before` by the first of `strategies` that applies,
/// and returns that; null where none applies. The kernel may have been replaced
/// since `before` was computed.
Strategy applyFirst(ScheduleBuilder &schedule, const BlockAccesses &before,
                    llvm::ArrayRef<Strategy> strategies);

/// Like applyStrategy, for the block of this name with its present accesses.
mlir::LogicalResult applyStrategy(ScheduleBuilder &schedule,
                                  mlir::StringAttr block, Strategy strategy);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_STRATEGY_SCHEDULERULE_H
