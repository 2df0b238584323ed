#ifndef TVM_TRANSFORMS_SCHEDULE_STRATEGY_SCHEDULERULE_H
#define TVM_TRANSFORMS_SCHEDULE_STRATEGY_SCHEDULERULE_H

#include "transforms/Schedule/ScheduleBuilder.h"
#include "transforms/Schedule/Strategy/StrategySpace.h"

#include <memory>

namespace tvm::schedule {

class NestList;

/// A block that needs a strategy, with what rules choose one from.
struct Candidate {
  /// The copy of the kernel that the block belongs to. A rule that chooses may
  /// try steps on it, and undoes them (see ScheduleBuilder::explore).
  ScheduleBuilder &schedule;
  /// The accesses of the block from before the first block of the kernel was
  /// scheduled: blocks that share a weight change its layout for each other.
  BlockAccesses accesses;
  /// The list of nests that the block is alone in a nest of; null for a block
  /// that is not.
  const NestList *list;
  /// The machine to choose for.
  const MachineModel &machine;

  te::BlockOp getBlock() const { return accesses.block; }
};

/// One way to schedule blocks of one kind. Its strategies are attributes of one
/// type, whose StrategyAttrInterface returns the rule's name. CustomRule is for
/// rules that bring no attribute.
class ScheduleRule {
public:
  /// What a rule takes, and when.
  enum class Scope {
    /// One block, perhaps with its producers and consumers.
    Block,
    /// A whole list of nests, of which nothing was scheduled before. Nothing
    /// else of the list is tried then, but by rules for the rest.
    List,
    /// A block that no other rule took, in any nest.
    Rest
  };

  /// Rules of higher `priority` are tried on all blocks of a list before lower
  /// ones. Rules of equal priority compete.
  ScheduleRule(llvm::StringRef name, Scope scope, int priority)
      : name(name), scope(scope), priority(priority) {}
  virtual ~ScheduleRule();

  llvm::StringRef getName() const { return name; }
  Scope getScope() const { return scope; }
  int getPriority() const { return priority; }

  /// Reports what is wrong with a strategy that somebody wrote down, beyond
  /// what the verifier of its attribute reports. Other functions get strategies
  /// that this one accepts.
  virtual mlir::LogicalResult
  verify(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
         Strategy strategy) const;

  /// The strategies for `candidate`; null where the block is of another kind.
  /// For a list, the candidate is the block that the rule attaches its strategy
  /// to. The operations of the kernel may be other ones afterwards.
  virtual std::unique_ptr<StrategySpace>
  match(const Candidate &candidate) const = 0;

  /// Cycles until all cores of `machine` have computed a block by `strategy`,
  /// one of this rule. They follow from the strategy and from the accesses of
  /// the block before anything was scheduled, and can be compared with those of
  /// other rules for the same blocks.
  virtual double estimate(const BlockAccesses &accesses, Strategy strategy,
                          const MachineModel &machine) const = 0;

  /// Schedules a block by `strategy`, from the nest and the strategy alone:
  /// neither the machine nor a cost decides anything here. A failure may leave
  /// a part of that, which the caller undoes, and has said why
  /// (ScheduleBuilder::refuse). `accesses` are as in Candidate, of the block as
  /// it is now.
  virtual mlir::LogicalResult apply(ScheduleBuilder &schedule,
                                    const BlockAccesses &accesses,
                                    Strategy strategy) const = 0;

private:
  llvm::StringRef name;
  Scope scope;
  int priority;
};

/// Makes `rule` known to the whole process. A plug-in calls it whenever it is
/// loaded, also again: of two with one name the first counts.
void registerScheduleRule(std::unique_ptr<ScheduleRule> rule);

/// The rule of this name, null where there is none.
const ScheduleRule *findScheduleRule(llvm::StringRef name);

/// All rules, by falling priority; of equal ones in the order of their
/// registration.
llvm::SmallVector<const ScheduleRule *> getScheduleRules();

/// The estimate of the rule of `strategy`; 0 where no rule has its name.
double estimateStrategy(const BlockAccesses &accesses, Strategy strategy,
                        const MachineModel &machine);

/// Schedules `accesses.block` by the rule of `strategy`. Fails, having changed
/// nothing, where a step refuses.
mlir::LogicalResult applyStrategy(ScheduleBuilder &schedule,
                                  const BlockAccesses &accesses,
                                  Strategy strategy);

/// Schedules the block of `before` by the first of `strategies` that applies,
/// and returns it; null where none does. The kernel may have been replaced
/// since `before` was made.
Strategy applyFirst(ScheduleBuilder &schedule, const BlockAccesses &before,
                    llvm::ArrayRef<Strategy> strategies);

/// The same as applyStrategy for the block of this name, with its accesses as
/// they are now.
mlir::LogicalResult applyStrategy(ScheduleBuilder &schedule,
                                  mlir::StringAttr block, Strategy strategy);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_STRATEGY_SCHEDULERULE_H
