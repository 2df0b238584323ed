#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_TILE_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_TILE_H

#include "transforms/Schedule/Strategy/ScheduleRule.h"

namespace tvm::schedule {

/// A tile of the result, rows along one or two axes and columns along the last,
/// and what is done around it: the parameters of all strategies for register
/// tiles in the form in which steps use them. `toStrategy` and `fromStrategy`
/// are the only ways to the attributes, which keep parameters apart that
/// exclude each other.
struct Tile {
  int rowAxis = -1; // none
  int64_t rows = 1;
  // Number of leading rows. One part of the rows has tiles of `rows`, the other
  // one of `rows - 1`. 0: full tiles and a remainder.
  int64_t firstRows = 0;
  int outerRowAxis = -1; // none; before the other
  int64_t outerRows = 1;
  int64_t columns = 1;
  int64_t lanes = 1;
  // The order of tiles: all columns of an outer row before the next one,
  // instead of all rows of some columns. There are outer rows.
  bool rowsOutside = false;
  // Columns are inside of all rows: data come as they lie in memory.
  bool columnsInside = false;
  // A sum over a window, of what moves with the columns, is unrolled.
  bool isWindow = false;
  // An axis of the sum that moves data as rows do, or none: it is unrolled for
  // each row, and rows share what they read.
  int windowAxis = -1;
  // Borders that this window reads are conditions of its loads, and the window
  // is unrolled.
  bool inlinesBorders = false;
  // Where a row is one tile, these conditions are masks; tiles at a border have
  // nests of their own otherwise.
  bool masksBorders = false;
  // Rows share so little of this window that each is computed by itself.
  bool rowsApart = false;
  // Elements that the rows of a tile need at one step of the sum lie side by
  // side: in a weight, or in a copy.
  bool packsRows = false;
  // The rest of an unknown number of columns is a vector under a mask.
  bool masksColumns = false;
  // Vectors have columns of several groups. Only the choice of a size asks.
  bool spansGroups = false;
  // It is a product in matrix registers.
  bool isMatrix = false;
  // Number of products that an instruction adds at once, of bytes, or of bf16
  // in matrix registers, at steps of the innermost sum that lie side by side in
  // weights. 0: no instruction does.
  int64_t dotSteps = 0;
  // The instruction for products of bytes, outside of matrix registers.
  DotProduct instruction = DotProduct::None;

  // Operands that are copied as a whole to tiles of columns, by their number
  // among the buffers that the block reads.
  llvm::SmallVector<int64_t, 2> copied;
  // The operand whose next tile of columns is prefetched, or none.
  int64_t streamed = -1;
  // Operands of the epilogue that are prefetched during the sum.
  llvm::SmallVector<int64_t, 2> epilogue;
  // Steps of the sum that are unrolled at most.
  int64_t unroll = 1;
  // The tile is in the loops of the block that reads the result, where there is
  // one, instead of a copy's.
  bool usesReader = true;
  // Loops over the first axes stay around all others, and none runs on threads:
  // the nest is to be merged with others.
  unsigned numOuter = 0;
  int64_t tasks = 0;

  /// The first axis of rows, `last` where there is none: loops over the axes
  /// before it go around those over tiles.
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

  /// Whether operands of a product of bytes are extended in front of the
  /// instruction (`vpmaddwd`): a step is long and takes more registers.
  bool extendsBytes() const {
    return dotSteps != 0 && instruction == DotProduct::MultiplyAdd;
  }

  /// The attribute with these parameters: `register_tile`, or one of those for
  /// windows and instructions.
  Strategy toStrategy(mlir::MLIRContext *context) const;

  /// The tile of such an attribute; nothing where it is another strategy.
  static std::optional<Tile> fromStrategy(Strategy strategy);
};

/// Rows of the tiles of what remains of an unknown number of rows; then single
/// ones. A row alone takes as long as these do: it waits for its own sums.
inline constexpr int64_t kFewRows = 3;

/// Tiles of columns that are enough for threads.
inline constexpr int64_t kEnoughColumns = 8;

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_TILE_H
