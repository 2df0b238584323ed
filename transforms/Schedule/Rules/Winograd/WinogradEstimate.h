// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_WINOGRADESTIMATE_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_WINOGRADESTIMATE_H

#include "transforms/CostModel/Nest.h"
#include "transforms/Schedule/Rules/RegisterTile/Tile.h"
#include "transforms/Schedule/Rules/Winograd/WinogradStages.h"

namespace tvm::schedule::winograd {

/// The facts about the stages of a kernel that estimates of strategies of type
/// `Attr`, WinogradGroupsAttr or WinogradStagesAttr, need. They are collected
/// once for many strategies.
template <typename Attr> class StageEstimator {
public:
  StageEstimator(const Stages &stages, const MachineModel &machine);

  /// Cycles until all cores of `machine` have computed all stages by
  /// `strategy`.
  double estimate(Attr strategy, const MachineModel &machine) const;

private:
  double estimateTransformations(Attr strategy,
                                 const MachineModel &machine) const;
  /// Cycles of one core for the products, group by group.
  double estimateGroups(Attr strategy, const MachineModel &machine) const;

  te::BlockOp products;
  cost::Nest data, ofProducts, result;
  int64_t dataLanes, resultLanes; // of the longest vectors
  /// The best tile of products that have a strategy of their own, which is not
  /// known here.
  Tile tile;
};

/// `Space`, a space of strategies of type `Attr` that make a schedule of all
/// stages, with its estimates.
template <typename Space, typename Attr> class StagesSpace : public Space {
public:
  template <typename... Arguments>
  StagesSpace(const StageEstimator<Attr> &estimator, Arguments &&...arguments)
      : Space(std::forward<Arguments>(arguments)...), estimator(estimator) {}

  double estimate(llvm::ArrayRef<int64_t> point, const BlockAccesses &,
                  const MachineModel &machine) override {
    return estimator.estimate(mlir::cast<Attr>(this->build(point)), machine);
  }

private:
  StageEstimator<Attr> estimator;
};

} // namespace tvm::schedule::winograd

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_WINOGRADESTIMATE_H
