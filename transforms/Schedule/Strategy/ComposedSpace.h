// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_STRATEGY_COMPOSEDSPACE_H
#define TVM_TRANSFORMS_SCHEDULE_STRATEGY_COMPOSEDSPACE_H

#include "transforms/Schedule/Strategy/StrategySpace.h"

namespace tvm::schedule {

/// A space of strategies that contain strategies: parameters of its own, and
/// parts, which are spaces. The parameters of a part follow those in front of
/// it, with the name of the part before their names.
class ComposedSpace : public StrategySpace {
public:
  /// Makes a strategy of the values of the own parameters and of the parts, in
  /// the order in which they were added.
  using Function = std::function<Strategy(llvm::ArrayRef<int64_t> own,
                                          llvm::ArrayRef<Strategy> parts)>;

  /// `preferred` are the strategies to try without a search.
  ComposedSpace(ParameterSpace own, Function function,
                llvm::ArrayRef<Strategy> preferred);

  /// Adds a part whose parameters depend on no others.
  void addPart(llvm::StringRef name, std::unique_ptr<StrategySpace> part);

  /// Adds a part whose parameters have to fit the last group of parameters in
  /// front of them, and belong to that group (ParameterSpace::addLinked).
  void addLinkedPart(llvm::StringRef name, std::unique_ptr<StrategySpace> part,
                     const ParameterGroup::Constraint &link,
                     const ParameterGroup::Summary &summary);

  /// Null where a part has no strategy.
  Strategy build(llvm::ArrayRef<int64_t> point) override;
  /// Whether this holds for all parts.
  bool isDecidedByEstimates() const override;
  llvm::SmallVector<Strategy> getPreferred() override { return preferred; }

private:
  size_t numOwn;
  Function function;
  llvm::SmallVector<Strategy> preferred;
  std::vector<std::unique_ptr<StrategySpace>> parts;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_STRATEGY_COMPOSEDSPACE_H
