// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_SPACE_BLOCKSPACE_H
#define TVM_TUNER_SPACE_BLOCKSPACE_H

#include "transforms/CostModel/Nest.h"
#include "transforms/Schedule/Strategy/NestLists.h"
#include "tuner/space/Planning.h"

namespace tvm::tuner {

/// The strategies of a block: those of the rule that takes it by default, and
/// those of all other rules that match the block and have their turn with it.
class BlockSpace {
public:
  /// The strategies of a block of `kernel` whose default is `byDefault`. Null
  /// if its rule has no parameters, or takes the block only after others are
  /// scheduled.
  static std::unique_ptr<BlockSpace> create(mlir::func::FuncOp kernel,
                                            mlir::StringAttr block,
                                            Strategy byDefault,
                                            const MachineModel &machine);

  mlir::StringAttr getBlock() const { return block; }
  /// The parameters of the rule, and those that only measurements decide. Of
  /// several rules, the first parameter is
  /// `rule`, and the others have the name of their rule in front; those of
  /// other rules are inactive.
  const schedule::ParameterSpace &getParameters() const { return parameters; }
  size_t size() const { return parameters.size(); }

  /// Null where the rule has no strategy for the parameters.
  Strategy build(llvm::ArrayRef<int64_t> point) const;
  /// The estimate of the default where the rule is only measured: nothing is
  /// known in favour of either.
  double estimate(llvm::ArrayRef<int64_t> point) const;
  /// The nest of the block before anything is scheduled.
  const cost::Nest &getNest() const { return rules.front().nest; }

private:
  /// A rule with its strategies, which refer to a copy of the kernel of its
  /// own, since rules may replace operations when they match.
  struct RuleSpace {
    const schedule::ScheduleRule *rule;
    std::unique_ptr<KernelCopy> copy;
    std::vector<schedule::NestList> lists; // of the copy
    std::unique_ptr<schedule::StrategySpace> strategies;
    cost::Nest nest;
    size_t begin = 0; // the number of its first parameter

    size_t size() const {
      return strategies->getParameters().size() +
             strategies->getMeasuredParameters().size();
    }
  };

  BlockSpace(mlir::func::FuncOp kernel, mlir::StringAttr block,
             const MachineModel &machine)
      : kernel(kernel), block(block), machine(machine) {}

  /// Adds the strategies of a rule, if it matches the block.
  void add(const schedule::ScheduleRule *rule);
  void addParameters();
  const RuleSpace &getRule(llvm::ArrayRef<int64_t> point) const;
  /// The parameters of a rule.
  static llvm::ArrayRef<int64_t> getOwn(const RuleSpace &rule,
                                        llvm::ArrayRef<int64_t> point) {
    return point.slice(rule.begin, rule.size());
  }

  mlir::func::FuncOp kernel;
  mlir::StringAttr block;
  const MachineModel &machine;
  std::vector<RuleSpace> rules; // the one of the default first
  schedule::ParameterSpace parameters;
};

} // namespace tvm::tuner

#endif // TVM_TUNER_SPACE_BLOCKSPACE_H
