// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_SPACE_TILECONSTRAINTS_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_SPACE_TILECONSTRAINTS_H

#include "transforms/Schedule/Rules/RegisterTile/Space/TileParameters.h"

namespace tvm::schedule {

// Constraints on the first values of a point of a space of register tiles: one
// per TileParameter, as far as they are known.

/// The condition that the loops of a tile can be unrolled.
struct UnrollConstraint {
  cost::Nest nest;
  Tile chosen;
  Point point; // of the chosen tile, which is legal in any case

  bool operator()(llvm::ArrayRef<int64_t> values) const;
};

/// The condition that sizes fit together.
struct SizeConstraint {
  Point chosen; // always legal
  llvm::SmallVector<int64_t> extents;
  int64_t numColumns;
  int64_t lanes, numRegisters;
  bool isMatrix;
  UnrollConstraint isUnrollable;

  bool operator()(llvm::ArrayRef<int64_t> values) const;

private:
  bool canPackRows(llvm::ArrayRef<int64_t> values) const;
  /// Whether tiles and their remainders need no more matrix registers than
  /// there are.
  bool fitsMatrixRegisters(llvm::ArrayRef<int64_t> values) const;
  TileOrder getOrderWithoutRows() const;
};

/// The condition that blocks of tiles change the order of tiles.
struct BlockConstraint {
  llvm::SmallVector<int64_t> extents;
  int64_t numColumns;
  UnrollConstraint isUnrollable;

  bool operator()(llvm::ArrayRef<int64_t> values) const;

private:
  int64_t countRows(llvm::ArrayRef<int64_t> values) const;
};

/// The condition on a tile in the nest of another strategy: it divides the
/// nest, and the loops over tiles are in another order than those of other
/// values of `order`.
struct NestedConstraint {
  Point chosen; // of the tile

  /// Whether a tile of the sizes in `values` divides `extents`, one per spatial
  /// axis.
  bool divides(llvm::ArrayRef<int64_t> values,
               llvm::ArrayRef<int64_t> extents) const;
  /// Whether `order` of `values` stands for the order of its loops over
  /// `extents`: loops of one tile do not count.
  bool hasOwnOrder(llvm::ArrayRef<int64_t> values,
                   llvm::ArrayRef<int64_t> extents) const;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_SPACE_TILECONSTRAINTS_H
