#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_SPLITSPACE_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_SPLITSPACE_H

#include "transforms/Schedule/Rules/RegisterTile/TileSpace.h"

namespace tvm::schedule {

/// A sum in parts: their number, and the tile that computes them. What adds
/// them is chosen for each point.
class SplitSpace : public StrategySpace {
public:
  /// `tile` is that of the whole sum, `parts` the number of parts that is best
  /// without a search, which is preferred to a whole sum if `isPreferred`.
  SplitSpace(const Candidate &candidate, const Tile &tile,
             llvm::ArrayRef<int64_t> divisors, int64_t parts, bool isPreferred);

  Strategy build(llvm::ArrayRef<int64_t> point) override;
  double estimate(llvm::ArrayRef<int64_t> point, const BlockAccesses &accesses,
                  const MachineModel &machine) override;
  llvm::SmallVector<Strategy> getPreferred() override;

private:
  ScheduleBuilder &schedule;
  mlir::StringAttr name;
  const MachineModel &machine;
  TileSpace ofTile;
  int64_t parts;
  bool isPreferred;
};

/// Cycles until `nest` is computed in `parts` in tiles `partial`, and they are
/// added.
double estimateSplit(const cost::Nest &nest, int64_t parts, const Tile &partial,
                     const MachineModel &machine);

/// The strategy of a sum in `parts`: register tiles of the parts, and of what
/// adds them. Null where the sum cannot be divided. With `partial`, the tile
/// of the parts is given. The kernel's operations are other ones afterwards.
Strategy chooseSplit(ScheduleBuilder &schedule, te::BlockOp block,
                     int64_t parts, const MachineModel &machine,
                     Strategy partial = {});

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_SPLITSPACE_H
