// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_COSTMODEL_TILETABLE_H
#define TVM_TRANSFORMS_COSTMODEL_TILETABLE_H

#include "transforms/Target/CPU.h"

namespace tvm::cost {

/// Sizes of the register tiles, and of parts of kernels, that rules propose:
/// constants of a kind of machine. The search for lower estimates begins at
/// these strategies. README.md has the table, and says for each figure where it
/// was measured, if anybody recorded that.
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
  /// Largest numbers of unrolled vector operations of a window whose borders
  /// are conditions: of one tile, where lanes have masks, and of all nests,
  /// most of which are at a border, elsewhere.
  int64_t maxUnrolledOfTile = 1024, maxUnrolled = 2048;

  /// Number of unrolled steps of a sum; the same for a single row, which waits
  /// for memory; and the least number of registers, besides accumulators, that
  /// unrolled steps need. With fewer there is one step: LLVM would spill an
  /// accumulator for the next step's operands.
  int64_t steps = 4, stepsOfOneRow = 2, freeRegisters = 6;
  /// Least number of rows that make a copy of a shared operand worth its cost
  /// where each tile of rows would read it from beyond the cache. In the cache
  /// there must be more (`kMinSharingRows` of register tiles).
  int64_t minStreamingRows = 12;
  /// Part of the last-level cache. Of a larger matrix, which would not stay
  /// there beside its copy, the columns of one tile at a time are copied.
  int64_t copiedPart = 4;
  /// Least number of rows that make up for dividing a sum, and largest number
  /// of its parts.
  int64_t minSplitRows = 32, maxParts = 8;

  /// The denominator of the largest fraction of the second-level cache that a
  /// buffer may take and stay there from one use to the next.
  int64_t cachePart = 8;
  /// The denominator of the largest fraction of the first-level cache that the
  /// weights of a window may take and stay there while data pass.
  int64_t nearPart = 4;
  /// The denominators of the largest fractions of the second-level cache for
  /// the scores of an attention, and for a row between a depthwise and a
  /// pointwise convolution. What else kernels read and write passes through it.
  int64_t scoresPart = 4, chainPart = 2;
  /// Least number of queries of an attention that make up for reading all keys.
  int64_t minQueries = 12;

  /// Fraction of the second-level cache for the weights of Winograd's
  /// algorithm, which stay there, and for a group of tiles; and least number of
  /// tiles of a group that make up for loading the weights from there.
  double groupPart = 0.75;
  int64_t minGroup = 7;
  /// Fractions of such a group's register tiles that have to be full: of all
  /// tiles, and of the vectors of one.
  double fullPart = 0.9, fullColumns = 0.6;

  /// Bytes of a result, or the denominator of its fraction of the last-level
  /// cache, from which on it is stored around the caches; and number of rows
  /// that are then stored side by side, so that stores go to several pages at a
  /// time, as in memcpy.
  int64_t streamedBytes = 1 << 24, streamedPart = 2, streams = 4;

  /// Cycles of a reduction to several results, such as the position of a
  /// maximum: of a step, which waits for the previous one, of a step on a
  /// vector, and of a remaining element.
  int64_t resultLatency = 8, resultVector = 4, resultElement = 4;

  /// Fraction of the first-level cache up to which a transposed copy writes
  /// columns that stay there, and distance in bytes whose multiples share a few
  /// sets of that cache.
  double transposedPart = 0.75;
  int64_t conflictBytes = 1024;

  /// Iterations of a parallel loop per core, so that all cores are busy even if
  /// some iterations take longer; and least number of cores that is assumed,
  /// since code that is compiled on a small machine also runs on larger ones.
  int64_t tasksOfCore = 4, minCores = 4;

  /// The constants for `cpu`.
  static TileTable get(const target::CPU &cpu);
};

} // namespace tvm::cost

#endif // TVM_TRANSFORMS_COSTMODEL_TILETABLE_H
