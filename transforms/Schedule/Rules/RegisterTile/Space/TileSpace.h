// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_SPACE_TILESPACE_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_SPACE_TILESPACE_H

#include "transforms/CostModel/TileCost.h"
#include "transforms/Schedule/Rules/RegisterTile/Space/TileParameters.h"

namespace tvm::schedule {

/// The space of tiles of one kind for a block (TileParameters.h).
class TileSpace : public StrategySpace {
public:
  /// `chosen` is the best tile without a search. It is preferred to other kinds
  /// of tiles if `isPreferred`.
  TileSpace(const BlockAccesses &accesses, const MachineModel &machine,
            const Tile &chosen, bool isPreferred,
            TiledSum sum = TiledSum::Whole);

  Strategy build(llvm::ArrayRef<int64_t> point) override;
  double estimate(llvm::ArrayRef<int64_t> point, const BlockAccesses &accesses,
                  const MachineModel &machine) override;
  /// Not for unrolled windows, whose estimates and times have hardly the same
  /// order (benchmarks/results/estimates.md), nor for matrix registers.
  bool isDecidedByEstimates() const override {
    return !chosen.isWindow && chosen.windowAxis < 0 && !chosen.isMatrix;
  }
  llvm::SmallVector<Strategy> getPreferred() override;

  /// The tile at `point`.
  Tile getTile(llvm::ArrayRef<int64_t> point) const;
  const cost::Nest &getNest() const { return nest; }
  /// Sets the operation that the block has become.
  void setBlock(te::BlockOp block) { accesses = accesses.of(block); }

private:
  /// The tile at `point`, without the treatment of operands.
  Tile getSizes(llvm::ArrayRef<int64_t> point) const;

  BlockAccesses accesses;
  Tile chosen;
  bool isPreferred;
  cost::Nest nest;
};

/// The facts about `tile` that costs of `nest` depend on.
cost::TilePlan makeTilePlan(const Tile &tile, const cost::Nest &nest);

/// Cycles until all cores of `machine` have computed `nest` in tiles.
double estimateTile(const cost::Nest &nest, const Tile &tile,
                    const MachineModel &machine);

/// Cycles of one core to compute `nest` in tiles inside of the loops `outer`,
/// the outermost one first, which divide it.
double estimateNestedTile(const cost::Nest &nest, const Tile &tile,
                          llvm::ArrayRef<cost::TileLoop> outer,
                          const MachineModel &machine);

/// The strategies of a tile, the best one first. Each further one gives up a
/// step that may be refused.
llvm::SmallVector<Strategy> getTileStrategies(Tile tile,
                                              mlir::MLIRContext *context);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_SPACE_TILESPACE_H
