// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_COSTMODEL_TILESIZE_H
#define TVM_TRANSFORMS_COSTMODEL_TILESIZE_H

#include "transforms/Target/CPU.h"

#include <optional>

namespace tvm::cost {

/// A sum that is computed in register tiles: what the size of a tile follows
/// from. Extents are numbers of points, absent where they are not known.
struct TileProblem {
  /// Extent of the axis whose elements are lanes of vectors.
  std::optional<int64_t> columns;
  /// Extent of the axis whose points share vectors.
  std::optional<int64_t> rows;
  /// Extent of the next such axis outside of the rows, where there is one.
  std::optional<int64_t> outerRows;
  bool hasOuterRows = false;
  /// Elements of the result in a vector.
  int64_t lanes = 1;
  /// Whether columns of a row share an operand, as those of a matrix product
  /// do.
  bool isProduct = false;
  /// Number of terms of a sum over a window of data and weights that both move
  /// with the columns (of a depthwise convolution, channels last); 0 for
  /// another sum.
  int64_t window = 0;
  /// Distance in such data between neighbouring rows.
  int64_t step = 1;
  /// Whether bytes are extended in front of the instruction for their products.
  bool extendsBytes = false;
};

/// Points of a register tile per axis of a TileProblem.
struct TileSize {
  int64_t columns = 1;
  /// Vectors that the columns fill.
  int64_t vectors = 1;
  int64_t rows = 1;
  int64_t outerRows = 1;
  /// Number of rows that the registers allow.
  int64_t mostRows = 1;
  /// Whether the window is unrolled, and its data share registers with sums.
  bool isWindow = false;
};

/// The operands of a step of a sum that take registers beside one vector per
/// vector of columns.
struct TileOperands {
  /// A row has different operands for groups of columns.
  bool spansGroups = false;
  /// As in TileProblem.
  bool extendsBytes = false;
};

/// Returns whether vectors along an axis of `extent` points are better than
/// vectors along the sum.
inline bool hasColumns(std::optional<int64_t> extent) { return extent != 1; }

/// Returns the largest divisor of `extent` that is at most `limit`; `limit`
/// itself where the divisors are less than half of it.
int64_t chooseRows(int64_t extent, int64_t limit);

/// Returns the number of registers for the operands of a step: `vectors`
/// vectors of columns, and the operands of rows.
int64_t getOperandRegisters(const target::CPU &cpu, int64_t vectors,
                            TileOperands operands);

/// Returns the number of rows whose sums, of `vectors` each, leave registers
/// for the operands of a step.
int64_t getMostRows(const target::CPU &cpu, int64_t vectors,
                    TileOperands operands);

/// Returns the number of registers for the sums of `rows` rows of `vectors`
/// each and for the data of an unrolled window, whose rows are `step` elements
/// apart.
int64_t getWindowRegisters(const target::CPU &cpu, int64_t rows,
                           int64_t vectors, int64_t step);

/// Returns the number of rows whose sums, of `vectors` each, leave registers
/// for the data of an unrolled window; nothing where these are too few.
std::optional<int64_t> getMostWindowRows(const target::CPU &cpu,
                                         int64_t vectors, int64_t step);

/// Chooses columns of `problem`: `columns` and `vectors` of the result.
TileSize chooseColumns(const TileProblem &problem, const target::CPU &cpu);

/// Chooses the rows of `size`, whose vectors are known.
void chooseRows(TileSize &size, const TileProblem &problem,
                const target::CPU &cpu, TileOperands operands);

/// The tiles of a depthwise convolution and of the pointwise convolution that
/// reads it.
struct ChainTiles {
  TileSize depthwise, pointwise;
};

/// Returns the tiles by which one kernel computes a depthwise convolution row
/// by row and the pointwise convolution of each row. The tiles divide rows,
/// outer rows and columns. Returns nothing where no tiles do, or where an
/// extent is not known: then each convolution is a kernel of its own.
std::optional<ChainTiles> chooseChainTiles(const TileProblem &depthwise,
                                           const TileProblem &pointwise,
                                           const target::CPU &cpu);

} // namespace tvm::cost

#endif // TVM_TRANSFORMS_COSTMODEL_TILESIZE_H
