#ifndef TVM_TRANSFORMS_COSTMODEL_TILETABLE_H
#define TVM_TRANSFORMS_COSTMODEL_TILETABLE_H

#include "transforms/Target/CPU.h"

namespace tvm::cost {

/// Sizes of the register tiles that rules propose: constants of a kind of
/// machine. The search for lower estimates begins at these tiles. README.md
/// has the table and the measurement of each figure.
struct TileTable {
  /// Number of vectors of a tile; of a product whose columns three vectors
  /// divide and two do not; and of a tile without rows, whose sums wait for
  /// each other.
  int64_t vectors = 2, productVectors = 3, oneRowVectors = 4;
  /// Number of vectors up to which a tile has all columns, where rows share no
  /// vectors.
  int64_t maxVectors = 8;

  /// Rows beyond which more of them gain nothing, and rows of a tile of an
  /// unknown number of rows. A row of an image that is as long as `maxRows`
  /// fills a tile by itself.
  int64_t maxRows = 14, usualRows = 8;
  /// Number of independent sums that hide the latency of an addition.
  int64_t minAccumulators = 8;
  /// Rows of a small matrix, of a batch of such, that make up for nests of two
  /// sizes.
  int64_t minDividedRows = 24;

  /// Number of vectors of a wide tile, and least number of rows that make up
  /// for reading more columns.
  int64_t wideVectors = 4, minWideRows = 128;
  /// Rows and vectors of a tile whose rows are copied side by side, and the
  /// least number of columns that make up for the copy. No rows where the last
  /// tile of columns cannot be masked.
  int64_t packedRows = 0, packedVectors = 3, minPackedColumns = 2048;
  /// Least number of tiles of `packedVectors` vectors that make up for a
  /// partial last one, in planes.
  int64_t minPlaneTiles = 8;

  /// Terms of the largest window that is unrolled (5 x 5) where lanes have no
  /// masks, or weights move with the columns; and rows below which a tile
  /// shares too little of a window.
  int64_t maxWindow = 25, minWindowRows = 4;
  /// Least number of rows of a window that are worth tiles with partial
  /// vectors, and largest number of rows of an unrolled tile where there are
  /// several tiles.
  int64_t minSharedWindow = 5, maxWindowRows = 8;
  /// Largest number of rows of the window that neighbouring rows of a tile
  /// share where LLVM keeps the vectors that columns share for each row, if
  /// there are registers enough.
  int64_t maxKeptRows = 1;
  /// Number of registers of an unrolled window besides its sums and data; one
  /// set of them per vector of columns where weights move with the columns.
  int64_t windowRegisters = 2;

  /// Number of unrolled steps of a sum; the same for a single row, which waits
  /// for memory; and the least number of registers, besides accumulators, that
  /// unrolled steps need. With fewer there is one step: LLVM would spill an
  /// accumulator for the next step's operands.
  int64_t steps = 4, stepsOfOneRow = 2, freeRegisters = 6;
  /// Least number of rows that make a copy of a shared operand worth its cost.
  /// Fewer suffice where each tile of rows would read it from beyond the cache.
  int64_t minSharingRows = 32, minStreamingRows = 12;
  /// Least number of rows that make up for dividing a sum, and largest number
  /// of its parts.
  int64_t minSplitRows = 32, maxParts = 8;

  /// The denominator of the largest fraction of the second-level cache that a
  /// buffer may take and stay there from one use to the next.
  int64_t cachePart = 8;
  /// The denominator of the largest fraction of the first-level cache that the
  /// weights of a window may take and stay there while data pass.
  int64_t nearPart = 4;

  /// The constants for `cpu`.
  static TileTable get(const target::CPU &cpu);
};

} // namespace tvm::cost

#endif // TVM_TRANSFORMS_COSTMODEL_TILETABLE_H
