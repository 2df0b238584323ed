// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_SPACE_SPLITSPACE_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_SPACE_SPLITSPACE_H

#include "transforms/Schedule/Rules/RegisterTile/Space/TileSpace.h"

namespace tvm::schedule {

/// The space of split-K strategies: the number of parts, and the tile that
/// computes them. The strategy that adds them is chosen for each number of
/// parts; its vectors, unrolled steps and tasks are parameters that only
/// measurements decide.
class SplitSpace : public StrategySpace {
public:
  /// `tile` is the tile of the whole sum, and `parts` the best number of parts
  /// without a search. If `isPreferred`, it is preferred to a whole sum.
  SplitSpace(const Candidate &candidate, const Tile &tile,
             llvm::ArrayRef<int64_t> divisors, int64_t parts, bool isPreferred);

  Strategy build(llvm::ArrayRef<int64_t> point) override;
  double estimate(llvm::ArrayRef<int64_t> point, const BlockAccesses &accesses,
                  const MachineModel &machine) override;
  bool isDecidedByEstimates() const override {
    return ofTile.isDecidedByEstimates();
  }
  llvm::SmallVector<Strategy> getPreferred() override;
  bool hasPreferred() override { return isPreferred; }

private:
  /// The strategy that adds `count` parts, which does not depend on the tile of
  /// the parts; null where the sum cannot be divided. Steps are tried on the
  /// kernel the first time, so that its operations are replaced.
  Strategy getTotal(int64_t count);
  void addMeasured(int64_t lanes);

  ScheduleBuilder &schedule;
  mlir::StringAttr name;
  const MachineModel &machine;
  TileSpace ofTile;
  int64_t parts;
  bool isPreferred;
  llvm::SmallDenseMap<int64_t, Strategy> totals; // by number of parts
};

/// Cycles until `nest` is computed in `parts` parts, in tiles `partial`, and
/// the parts are added.
double estimateSplit(const cost::Nest &nest, int64_t parts, const Tile &partial,
                     const MachineModel &machine);

/// The strategy of a sum in `parts` parts: register tiles of the parts, and the
/// strategy that adds them. Null where the sum cannot be divided. Operations of
/// the kernel are replaced.
Strategy chooseSplit(ScheduleBuilder &schedule, te::BlockOp block,
                     int64_t parts, const MachineModel &machine);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_SPACE_SPLITSPACE_H
