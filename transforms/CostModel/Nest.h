// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_COSTMODEL_NEST_H
#define TVM_TRANSFORMS_COSTMODEL_NEST_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace tvm::cost {

/// An access to a buffer, with linear subscripts, in a nest of loops.
struct Access {
  /// The number of elements per dimension of the buffer.
  llvm::SmallVector<int64_t> shape;
  /// The distance, in elements of dimension d, between consecutive points of
  /// axis a: strides[d][a].
  llvm::SmallVector<llvm::SmallVector<int64_t>> strides;
  /// The axis of which `group` consecutive points access the same elements, as
  /// the columns of a grouped convolution do; -1: none. Strides along it are
  /// distances between groups.
  int groupAxis = -1;
  int64_t group = 1;
  int64_t elementBytes = 4;
  /// The number of the buffer among the buffers that the block reads; -1 for
  /// written buffers.
  int64_t operand = -1;
  bool isWritten = false;
  /// Whether another block of the kernel computes the buffer.
  bool isProduced = false;
  /// Whether the buffer is a constant: its layout may then be chosen, and it
  /// comes from memory.
  bool isWeight = false;
  /// Whether the buffer has a layout in tiles: what a tile reads is then
  /// contiguous.
  bool isPacked = false;

  /// Whether different points of `axis` access different elements.
  bool dependsOn(unsigned axis) const;
  /// Whether consecutive points of `axis` access consecutive elements.
  bool isContiguousAlong(unsigned axis) const;
  /// The distance of what consecutive points of `axis` access, in elements of
  /// the last dimension; 0 where they differ in other dimensions.
  int64_t getStrideAlong(unsigned axis) const;
  /// Number of elements along dimension `dim` from the first to the last one of
  /// a box of points with `sizes` per axis.
  int64_t getLength(unsigned dim, llvm::ArrayRef<int64_t> sizes) const;
};

/// The facts about a nest of loops around one block that determine its cost.
struct Nest {
  /// Number of points per axis, at least 1. An axis of unknown size has
  /// kUnknownExtent.
  llvm::SmallVector<int64_t> extents;
  llvm::SmallVector<bool> isReduction;
  llvm::SmallVector<Access> accesses;
  /// Number of arithmetic operations per point. A multiplication with an
  /// addition counts as one.
  int64_t operations = 1;
  /// Whether another block of the kernel reads the result.
  bool hasReader = false;

  unsigned getNumAxes() const { return extents.size(); }
  /// The last axis that is none of the sum.
  unsigned getLastSpatialAxis() const;
  double getNumPoints() const;
  /// Steps of the sum of one point of the result.
  int64_t getNumSteps() const;
  /// Steps of the innermost axis of the sum that has several; 1 if none has.
  int64_t getInnermostSteps() const;
};

/// The assumed extent of an axis of unknown size.
inline constexpr int64_t kUnknownExtent = 128;

/// Bytes of the cache lines that `access` touches in a box of points with
/// `sizes` per axis.
double getTouchedBytes(const Access &access, llvm::ArrayRef<int64_t> sizes);

/// Bytes of a line of a cache.
inline constexpr int64_t kLineBytes = 64;
/// Bytes of a page of memory.
inline constexpr int64_t kPageBytes = 4096;

/// Bytes between the rows of `access` that a box of points with `sizes` per
/// axis touches; 0 where they lie behind each other.
int64_t getRowDistance(const Access &access, llvm::ArrayRef<int64_t> sizes);

/// A loop over tiles, or over blocks of tiles: the axis that it divides, and
/// its number of iterations.
struct TileLoop {
  unsigned axis;
  int64_t trips;
};

/// Bytes that each access loads into a cache of `cacheBytes` while `loops`, the
/// outermost one first and possibly several per axis, run over tiles of `sizes`
/// points per axis. Data of one
/// iteration of a loop stays in the cache for the next iteration if all of it
/// fits, and if no rows of one buffer are such a distance apart that they share
/// too few sets of the cache.
llvm::SmallVector<double> estimateTraffic(const Nest &nest,
                                          llvm::ArrayRef<TileLoop> loops,
                                          llvm::ArrayRef<int64_t> sizes,
                                          double cacheBytes);

} // namespace tvm::cost

#endif // TVM_TRANSFORMS_COSTMODEL_NEST_H
