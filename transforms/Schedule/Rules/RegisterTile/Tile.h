// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_TILE_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_TILE_H

#include "transforms/Schedule/Strategy/ScheduleRule.h"

namespace tvm::schedule {

/// A tile of the result, rows along one or two axes and columns along the last
/// one, with the steps around it: the parameters of all strategies for register
/// tiles in one form. `toStrategy` and `fromStrategy` convert to and from the
/// attributes, which separate parameters that exclude each other.
struct Tile {
  int rowAxis = -1; // -1: none
  int64_t rows = 1;
  // Number of leading rows. One part uses tiles of `rows`, the other tiles of
  // `rows - 1`. 0: full tiles plus a remainder.
  int64_t firstRows = 0;
  int outerRowAxis = -1; // -1: none; in front of `rowAxis`
  int64_t outerRows = 1;
  int64_t columns = 1;
  int64_t lanes = 1;
  // Numbers of tiles in a block. Loops over blocks go around all loops over
  // tiles of rows and columns. 0: one block.
  int64_t blockRows = 0, blockOuterRows = 0, blockColumns = 0;
  // Whether all columns of an outer row come before the next row, instead of
  // all rows of some columns. Requires outer rows.
  bool rowsOutside = false;
  // Whether columns are inside of all rows: data is read in memory order.
  bool columnsInside = false;
  // Whether the sum is over a window of data that moves with the columns, and
  // is unrolled.
  bool isWindow = false;
  // The axis of the sum that moves data as rows do, or -1. It is unrolled for
  // each row, and rows share the data.
  int windowAxis = -1;
  // Whether the borders that this window reads become conditions of its loads.
  // The window is then unrolled.
  bool inlinesBorders = false;
  // Whether these conditions are masks where a row is one tile. Otherwise tiles
  // at a border get nests of their own.
  bool masksBorders = false;
  // Whether each row is computed separately, since rows share little of the
  // window.
  bool rowsApart = false;
  // Whether the elements for the rows of a tile at one step of the sum are
  // packed side by side: in a weight or in a copy.
  bool packsRows = false;
  // Whether the remainder of a dynamic number of columns is a masked vector.
  bool masksColumns = false;
  // Whether vectors contain columns of several groups. Used for sizes only.
  bool spansGroups = false;
  // Whether the block is a product in matrix registers.
  bool isMatrix = false;
  // Number of products of bytes (or of bf16, in matrix registers) that an
  // instruction adds at once. They belong to steps of the innermost sum that
  // are adjacent in weights. 0: no such instruction is used.
  int64_t dotSteps = 0;
  // The instruction for products of bytes, outside of matrix registers.
  DotProduct instruction = DotProduct::None;

  // Operands that are copied as a whole to tiles of columns, numbered among the
  // buffers that the block reads.
  llvm::SmallVector<int64_t, 2> copied;
  // The operand whose next tile of columns is prefetched, or -1.
  int64_t streamed = -1;
  // Operands of the epilogue that are prefetched during the sum.
  llvm::SmallVector<int64_t, 2> epilogue;
  // Largest number of steps of the sum that are unrolled.
  int64_t unroll = 1;
  // Whether the tile is in the loops of the block that reads the result, if
  // there is one, instead of the loops of a copy.
  bool usesReader = true;
  // Whether element-wise producers of operands are in the loops over tiles.
  bool fusesProducers = true;
  // Number of leading axes whose loops stay around all others, without threads,
  // because the nest is to be merged with others.
  unsigned numOuter = 0;
  int64_t tasks = 0;

  /// The first axis of rows, or `last` if there is none. Loops over the axes in
  /// front of it go around the loops over tiles.
  unsigned getFirstRowAxis(unsigned last) const {
    int first = outerRowAxis >= 0 ? outerRowAxis : rowAxis;
    return first < 0 ? last : static_cast<unsigned>(first);
  }
  int64_t getSize(unsigned axis, unsigned last) const {
    if (axis == last)
      return columns;
    if (static_cast<int>(axis) == rowAxis)
      return rows;
    return static_cast<int>(axis) == outerRowAxis ? outerRows : 1;
  }

  /// The name of the parameter that `getSize` returns; empty where none does.
  llvm::StringRef getSizeName(unsigned axis, unsigned last) const {
    if (axis == last)
      return "columns";
    if (static_cast<int>(axis) == rowAxis)
      return "rows";
    return static_cast<int>(axis) == outerRowAxis ? "outer_rows" : "";
  }

  /// The number of tiles in a block along `axis`; 0: there are no blocks.
  int64_t getBlock(unsigned axis, unsigned last) const {
    if (axis == last)
      return blockColumns;
    if (static_cast<int>(axis) == rowAxis)
      return blockRows;
    return static_cast<int>(axis) == outerRowAxis ? blockOuterRows : 0;
  }

  /// The name of the parameter that `getBlock` returns.
  llvm::StringRef getBlockName(unsigned axis, unsigned last) const {
    if (axis == last)
      return "block_columns";
    return static_cast<int>(axis) == rowAxis ? "block_rows"
                                             : "block_outer_rows";
  }

  /// Whether operands of a product of bytes are extended before the instruction
  /// (`vpmaddwd`). A step is then longer and needs more registers.
  bool extendsBytes() const {
    return dotSteps != 0 && instruction == DotProduct::MultiplyAdd;
  }

  /// The attribute with these parameters: `register_tile`, or an attribute for
  /// windows or instructions.
  Strategy toStrategy(mlir::MLIRContext *context) const;

  /// The tile of such an attribute; nothing for other strategies.
  static std::optional<Tile> fromStrategy(Strategy strategy);
};

/// The order of the loops over tiles.
TileOrder getTileOrder(const Tile &tile);
void setTileOrder(Tile &tile, TileOrder order);
/// The order of a strategy of this kind that names none.
TileOrder getStandardOrder(const Tile &tile);

// Constants of all register tiles: together with the parameters they say what
// schedule a strategy stands for, on every machine.

/// Least number of rows that make a copy of columns worth its cost. A tile of
/// columns that fewer rows share is read in place.
inline constexpr int64_t kMinSharingRows = 32;

/// Number of rows of tiles for the remainder of a dynamic number of rows,
/// followed by single rows. A row alone takes as long as these, since it waits
/// for its own sums.
inline constexpr int64_t kFewRows = 3;

/// Number of steps of the sum that each prefetch a part of the next tile of
/// columns, if it divides the sum (getPrefetchParts). They are unrolled.
inline constexpr int64_t kPrefetchParts = 4;

/// Largest number of copies of a tile's body that leave out padding: one for
/// each tile of a row, and for each place of a window along the row.
inline constexpr int64_t kMaxTileBodies = 12;

/// Number of tiles of columns that is enough for threads.
inline constexpr int64_t kEnoughColumns = 8;

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_TILE_H
