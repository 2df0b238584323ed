// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_TRANSPOSE_COPYLOOPS_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_TRANSPOSE_COPYLOOPS_H

#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/Tiling/MachineModel.h"

namespace tvm::schedule {

/// A block that copies elements in another order.
struct Copy {
  Access load, store;
};

/// The copy that `block` performs; nothing for other blocks.
std::optional<Copy> matchCopy(te::BlockOp block);

/// A copy with a border, whose only load is inside of bounds.
std::optional<Copy> matchPaddedCopy(te::BlockOp block);

/// The loop along which `access` is contiguous, by its strides or, where these
/// are unknown, by its last subscript. Null if there is none.
Loop getContiguous(const Access &access, llvm::ArrayRef<Loop> loops);

/// The size of a tile that is transposed in registers, and the order of tiles
/// (see TransposeAttr).
struct TransposedTile {
  int64_t rows, columns;
  bool readsRowsWhole;
};

/// A description of the loops around a copy, outermost first. It predicts the
/// loops after fusion without changing the kernel.
class CopyLoops {
public:
  CopyLoops(const Copy &copy, llvm::ArrayRef<Loop> loops);

  size_t size() const { return loops.size(); }

  /// Whether the copy reads contiguously along one loop and writes contiguously
  /// along another one.
  bool hasSides() const;

  /// Whether elements of a column of dynamic extent are better gathered one by
  /// one: a matrix with a static number of rows is small, and each row would
  /// have a partial tile.
  bool gathersColumns() const;

  /// The loops after neighbours, from loop `first` on, are fused where both
  /// buffers are contiguous across them.
  CopyLoops collapse(unsigned first) const;

  /// The tile for `machine`; nothing where there are no sides, or these are too
  /// short.
  std::optional<TransposedTile> chooseTile(const MachineModel &machine) const;

  /// The longest sides of tiles, rows and columns, that are worth a try: a
  /// vector, or all of a shorter side.
  std::pair<int64_t, int64_t>
  getLongestSides(const MachineModel &machine) const;

  /// Whether the inside of a padded copy has a tile.
  bool hasPaddedTile(const MachineModel &machine) const;

private:
  struct CopyLoop {
    std::optional<int64_t> trips;
    // The distance in elements between accesses of consecutive iterations.
    std::optional<int64_t> loadStride, storeStride;
    bool readsContiguously, writesContiguously;
  };

  std::optional<unsigned> findRow() const;
  std::optional<unsigned> findColumn() const;
  bool readsRowsWhole(const CopyLoop &row, const CopyLoop &column,
                      const MachineModel &machine) const;

  mlir::MemRefType read, written;
  llvm::SmallVector<CopyLoop> loops;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_TRANSPOSE_COPYLOOPS_H
