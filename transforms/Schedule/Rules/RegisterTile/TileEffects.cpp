// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"
#include "transforms/Schedule/Strategy/IdleParameters.h"

using namespace mlir;

namespace tvm::schedule {

static void dropOrder(Tile &tile, const ParameterEffects &effects,
                      IdleParameters &idle) {
  TileOrder order = getTileOrder(tile), standard = getStandardOrder(tile);
  if (order == standard || effects.has("order"))
    return;
  idle.add("order", stringifyTileOrder(order), stringifyTileOrder(standard));
  setTileOrder(tile, standard);
}

bool dropIdleParameters(Tile &tile, const ParameterEffects &effects,
                        IdleReport report) {
  IdleParameters idle(effects, report);
  idle.drop<int64_t>("first_rows", tile.firstRows, 0);
  idle.setToEffect("rows", tile.rows);
  idle.setToEffect("outer_rows", tile.outerRows);
  idle.setToEffect("columns", tile.columns);
  dropOrder(tile, effects, idle);
  idle.drop<int64_t>("block_rows", tile.blockRows, 0);
  idle.drop<int64_t>("block_outer_rows", tile.blockOuterRows, 0);
  idle.drop<int64_t>("block_columns", tile.blockColumns, 0);
  // Other parameters may require this axis.
  if (tile.outerRows == 1 && tile.blockOuterRows == 0 && !tile.rowsOutside)
    idle.drop("outer_row_axis", tile.outerRowAxis, -1);
  idle.dropFlag("masked", tile.masksColumns, false);
  idle.dropFlag("inlines_borders", tile.inlinesBorders, false);
  idle.dropFlag("masked_borders", tile.masksBorders, false);
  idle.dropFlag("rows_apart", tile.rowsApart, false);
  idle.dropFlag("packs_rows", tile.packsRows, false);
  idle.dropOperands("copied", tile.copied);
  idle.drop<int64_t>("streamed", tile.streamed, -1);
  idle.dropOperands("epilogue", tile.epilogue);
  int64_t steps = 1;
  for (int64_t noted : effects.get("unroll"))
    steps = std::max(steps, noted);
  idle.set("unroll", tile.unroll, steps);
  idle.dropFlag("reader", tile.usesReader, true);
  idle.dropFlag("producers", tile.fusesProducers, true);
  return idle.any();
}

} // namespace tvm::schedule
