#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_TILEPARAMETERS_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_TILEPARAMETERS_H

#include "transforms/CostModel/Nest.h"
#include "transforms/Schedule/Rules/RegisterTile/Tile.h"

namespace tvm::schedule {

/// The parameters of a space of register tiles, in the order in which points
/// have their values.
struct TileParameter {
  enum : unsigned {
    RowAxis,
    Rows,
    Balanced, // first_rows: tiles are as equal as can be
    OuterRowAxis,
    OuterRows,
    Columns,
    Order, // a TileOrder
    PacksRows,
    Unroll,
    Tasks,
    Reader,
    // All operands for which that is possible, or none.
    Epilogue,
    Copied,
    Streamed,
    InlinesBorders,
    MasksBorders,
    RowsApart,
    Count
  };
};

/// The space around `chosen`, the tile that is best without a search.
ParameterSpace makeTileParameters(const BlockAccesses &accesses,
                                  const cost::Nest &nest, const Tile &chosen,
                                  int64_t numRegisters);

/// The values that lead to `tile`.
Point getTilePoint(const Tile &tile);

/// Makes tiles of `extent` rows as equal as can be. False where `tile.rows` is
/// not the number of rows of the larger ones then.
bool balanceTile(Tile &tile, int64_t extent);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_TILEPARAMETERS_H
