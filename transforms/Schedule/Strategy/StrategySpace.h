// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_STRATEGY_STRATEGYSPACE_H
#define TVM_TRANSFORMS_SCHEDULE_STRATEGY_STRATEGYSPACE_H

#include "dialects/Schedule/ScheduleAttributes.h"
#include "transforms/Schedule/Rules/Tiling/BlockAccesses.h"
#include "transforms/Schedule/Rules/Tiling/MachineModel.h"
#include "transforms/Schedule/Strategy/ParameterSpace.h"

#include <memory>

namespace tvm::schedule {

/// A strategy: all parameters of the schedule of a block.
using Strategy = StrategyAttrInterface;

/// The strategies of one rule for one block, one for each point of a space of
/// parameters. The space reads the block, and becomes invalid when the block is
/// changed.
class StrategySpace {
public:
  virtual ~StrategySpace();

  const ParameterSpace &getParameters() const { return parameters; }
  /// Parameters that estimates do not see, and the compiler leaves at their
  /// defaults: only measurements decide them. None belongs to a selector. In a
  /// point, their values come after the values of the other parameters; a point
  /// without them has the defaults.
  const ParameterSpace &getMeasuredParameters() const { return measured; }

  /// The strategy at the legal point `point`.
  virtual Strategy build(llvm::ArrayRef<int64_t> point) = 0;

  /// The estimate of the strategy at `point` (ScheduleRule::estimate), computed
  /// without the strategy where that is faster. `accesses` belong to the block
  /// of the space.
  virtual double estimate(llvm::ArrayRef<int64_t> point,
                          const BlockAccesses &accesses,
                          const MachineModel &machine);

  /// Whether a lower estimate is a reason to leave the default. It is none
  /// where the compiler decides most, such as which registers an unrolled
  /// window has.
  virtual bool isDecidedByEstimates() const { return true; }

  /// The strategies to try without a search, the best one first. Each further
  /// one gives up a step that a primitive may refuse. Empty where other rules
  /// have better strategies.
  virtual llvm::SmallVector<Strategy> getPreferred() = 0;

  /// Whether there are preferred strategies, without building them where that
  /// is costly.
  virtual bool hasPreferred() { return !getPreferred().empty(); }

protected:
  ParameterSpace parameters, measured;
};

/// A space of a few known strategies, whose only parameter is their number.
class FewStrategies : public StrategySpace {
public:
  explicit FewStrategies(llvm::ArrayRef<Strategy> strategies);

  static std::unique_ptr<StrategySpace>
  make(llvm::ArrayRef<Strategy> strategies) {
    return std::make_unique<FewStrategies>(strategies);
  }

  Strategy build(llvm::ArrayRef<int64_t> point) override {
    return strategies[point.front()];
  }
  llvm::SmallVector<Strategy> getPreferred() override { return strategies; }

private:
  llvm::SmallVector<Strategy> strategies;
};

/// A space in which a function converts parameters to a strategy.
class FunctionSpace : public StrategySpace {
public:
  using Function = std::function<Strategy(llvm::ArrayRef<int64_t>)>;

  /// `preferred` are the strategies to try without a search.
  FunctionSpace(ParameterSpace space, Function function,
                llvm::ArrayRef<Strategy> preferred)
      : function(std::move(function)), preferred(preferred) {
    parameters = std::move(space);
  }

  static std::unique_ptr<StrategySpace>
  make(ParameterSpace space, Function function,
       llvm::ArrayRef<Strategy> preferred) {
    return std::make_unique<FunctionSpace>(std::move(space),
                                           std::move(function), preferred);
  }

  Strategy build(llvm::ArrayRef<int64_t> point) override {
    return function(point);
  }
  llvm::SmallVector<Strategy> getPreferred() override { return preferred; }

private:
  Function function;
  llvm::SmallVector<Strategy> preferred;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_STRATEGY_STRATEGYSPACE_H
