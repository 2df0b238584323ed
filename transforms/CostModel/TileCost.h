// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_COSTMODEL_TILECOST_H
#define TVM_TRANSFORMS_COSTMODEL_TILECOST_H

#include "transforms/CostModel/Nest.h"
#include "transforms/CostModel/Rates.h"
#include "transforms/CostModel/TileSize.h"

namespace tvm::cost {

/// The facts about a register tile of a nest that determine its cost.
struct TilePlan {
  /// Number of points of a tile per axis; all points for axes of the sum.
  llvm::SmallVector<int64_t> sizes;
  /// The loops over tiles, and over blocks of tiles, the outermost one first.
  llvm::SmallVector<TileLoop> loops;
  /// The axis along which elements are lanes of a vector, and their number.
  unsigned column = 0;
  int64_t lanes = 1;
  /// Number of steps of the sum in one iteration.
  int64_t unroll = 1;
  /// Number of products that one instruction adds to a lane.
  int64_t productsPerLane = 1;
  /// Number of instructions per vector of such products.
  double instructions = 1;
  /// The operands of a step that take registers.
  TileOperands operands;
  /// The axis whose tiles are nearly equal, with no remainder; -1: none.
  int balanced = -1;
  /// Whether the remainder of a vector of columns is computed under a mask.
  bool isMasked = false;
  /// Whether each load has a mask of its own, since it may be outside of an
  /// image.
  bool masksLoads = false;
  /// Whether the tile is in matrix registers.
  bool isMatrix = false;
  /// Flags per access: whether it is copied, so that the columns of a tile are
  /// contiguous.
  llvm::SmallVector<bool> isCopied;
  /// Whether the operand of rows is packed: the elements of a step are beside
  /// each other.
  bool packsRows = false;
  /// Data that another block computes are written and read first, not computed
  /// where they are loaded.
  bool storesProduced = false;
  /// The access whose next tile is prefetched, or -1.
  int streamed = -1;
  /// The axis of rows of a window, and the axis of the sum that moves data as
  /// rows do: neighbouring rows share what they load. -1: none.
  int row = -1, window = -1;
  /// Whether weights move with the columns, too, and take registers as data do.
  bool movesColumns = false;
  /// Whether rows share that data. Otherwise each row loads it again.
  bool sharesWindow = false;
  /// The result is written to a buffer, and another block reads it from there.
  bool storesResult = false;
  /// Tasks that threads share; 0: one thread.
  int64_t tasks = 0;
};

/// Cycles until `nest` is computed in such tiles, by all cores of `cpu`:
///   (sum of compute(tile) over tiles + exposed transfers) * part
/// where compute(tile) is the largest of the multiplications, the loads, and
/// the latency of a step of the sum, times the number of steps, plus the
/// overhead of a tile. `part` is getParallelPart.
double estimateTile(const Nest &nest, const TilePlan &plan,
                    const target::CPU &cpu);

} // namespace tvm::cost

#endif // TVM_TRANSFORMS_COSTMODEL_TILECOST_H
