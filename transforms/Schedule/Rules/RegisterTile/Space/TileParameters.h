// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_SPACE_TILEPARAMETERS_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_SPACE_TILEPARAMETERS_H

#include "transforms/CostModel/Nest.h"
#include "transforms/Schedule/Rules/RegisterTile/Tile.h"

namespace tvm::schedule {

/// Indices of the parameters of a space of register tiles in a point.
struct TileParameter {
  enum : unsigned {
    RowAxis,
    Rows,
    Balanced, // first_rows: tiles of nearly equal size
    OuterRowAxis,
    OuterRows,
    Columns,
    Order, // a TileOrder
    PacksRows,
    // Numbers of tiles.
    BlockRows,
    BlockOuterRows,
    BlockColumns,
    Unroll,
    Tasks,
    Producers,
    InlinesBorders,
    MasksBorders,
    RowsApart,
    Reader,
    // Flags: the step is applied to all possible operands, or to none.
    Epilogue,
    Copied,
    Streamed,
    Count
  };
};

/// The sum that tiles compute: all of it, or one of several parts. A part is
/// added to the others by its reader, and its steps are no whole dimension of
/// the operands. A nested sum is computed in the nest of another strategy,
/// which decides everything but the sizes, the order and the unrolled steps of
/// tiles.
enum class TiledSum { Whole, Part, Nested };

/// The space around `chosen`, the best tile without a search.
ParameterSpace makeTileParameters(const BlockAccesses &accesses,
                                  const cost::Nest &nest, const Tile &chosen,
                                  TiledSum sum, int64_t numRegisters);

/// The point of the space that gives `tile`.
Point getTilePoint(const Tile &tile);

/// Sets what `values`, a point or its first values, say about the size and the
/// order of tiles of `nest`: without blocks and unrolled steps where `values`
/// ends before these.
void setShape(Tile &tile, llvm::ArrayRef<int64_t> values,
              const cost::Nest &nest);

/// Steps of the innermost axis of the sum that has several, `windowAxis` aside;
/// 1 if none has.
int64_t getOtherSteps(const cost::Nest &nest, int windowAxis);

/// Divides `extent` rows into tiles of nearly equal size. Returns false where
/// the larger tiles do not have `tile.rows` rows.
bool balanceTile(Tile &tile, int64_t extent);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_SPACE_TILEPARAMETERS_H
