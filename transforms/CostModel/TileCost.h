#ifndef TVM_TRANSFORMS_COSTMODEL_TILECOST_H
#define TVM_TRANSFORMS_COSTMODEL_TILECOST_H

#include "transforms/CostModel/Nest.h"
#include "transforms/CostModel/Rates.h"

#include <limits>

namespace tvm::cost {

/// A register tile of a nest: what its costs depend on.
struct TilePlan {
  /// Points of a tile per axis; of an axis of the sum, all.
  llvm::SmallVector<int64_t> sizes;
  /// Axes of the loops over tiles, the outermost one first.
  llvm::SmallVector<unsigned> order;
  /// The axis along which elements are lanes of a vector, and their number.
  unsigned column = 0;
  int64_t lanes = 1;
  /// Steps of the sum that one iteration has.
  int64_t unroll = 1;
  /// Products that one instruction adds at a lane.
  int64_t productsPerLane = 1;
  /// Instructions per vector of such products.
  double instructions = 1;
  /// Registers beside accumulators, columns and rows.
  int64_t extraRegisters = 0;
  /// Tiles that do not fill `sizes` are as equal as can be, not a remainder.
  bool isBalanced = false;
  /// The remainder of a vector of columns is computed under a mask.
  bool isMasked = false;
  /// The tile is in matrix registers.
  bool isMatrix = false;
  /// Accesses that are copied, so that the columns of a tile lie together.
  llvm::SmallVector<bool> isCopied;
  /// Data that another block computes are written and read first, not computed
  /// where they are loaded.
  bool storesProduced = false;
  /// The access whose next tile is prefetched, or -1.
  int streamed = -1;
  /// Products that are unrolled at most: loops of larger tiles stay loops, and
  /// their accumulators are in memory.
  int64_t maxProducts = std::numeric_limits<int64_t>::max();
  /// The axis of rows of a window, and the axis of the sum that moves data as
  /// rows do: neighbouring rows share what they load. -1: none.
  int row = -1, window = -1;
  /// Tasks that threads share; 0: one thread.
  int64_t tasks = 0;
};

/// Cycles until `nest` is computed in such tiles, by all cores of `cpu`:
///   (the sum of compute(tile) over tiles, and what transfers add) * part
/// where compute(tile) is the largest of the multiplications, the loads, and
/// the latency of a step of the sum, times the steps, and what a tile costs
/// beside. `part` is getParallelPart.
double estimateTile(const Nest &nest, const TilePlan &plan,
                    const target::CPU &cpu);

} // namespace tvm::cost

#endif // TVM_TRANSFORMS_COSTMODEL_TILECOST_H
