#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_TRANSPOSE_COPYLOOPS_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_TRANSPOSE_COPYLOOPS_H

#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/Tiling/MachineModel.h"

namespace tvm::schedule {

/// A block that copies elements to another order.
struct Copy {
  Access load, store;
};

/// The copy that `block` is; nothing where it is another block.
std::optional<Copy> matchCopy(te::BlockOp block);

/// A copy with a border: one load, where it is inside of bounds.
std::optional<Copy> matchPaddedCopy(te::BlockOp block);

/// The loop along which `access` is contiguous: by its strides, or, where these
/// are unknown, by its last subscript. Null where there is none.
Loop getContiguous(const Access &access, llvm::ArrayRef<Loop> loops);

/// The size of a tile that is transposed in registers, and the order of tiles
/// (see TransposeAttr).
struct TransposedTile {
  int64_t rows, columns;
  bool readsRowsWhole;
};

/// The loops around a copy as numbers, from the outermost on: what becomes of
/// them when they are fused follows without a change of the kernel.
class CopyLoops {
public:
  CopyLoops(const Copy &copy, llvm::ArrayRef<Loop> loops);

  size_t size() const { return loops.size(); }

  /// Whether the copy reads contiguously along one loop, and writes along
  /// another one.
  bool hasSides() const;

  /// Whether elements of a column, of which there are unknown many, are better
  /// gathered one by one: a matrix of known rows is small, and a part of a tile
  /// would be left for each.
  bool gathersColumns() const;

  /// The loops after neighbours, from loop `first` on, are fused where both
  /// buffers run through them as one.
  CopyLoops collapse(unsigned first) const;

  /// The tile for `machine`; nothing where there are no sides, or they are too
  /// short.
  std::optional<TransposedTile> chooseTile(const MachineModel &machine) const;

  /// Whether what is inside of the border of a padded copy has a tile.
  bool hasPaddedTile(const MachineModel &machine) const;

private:
  struct CopyLoop {
    std::optional<int64_t> trips;
    // Elements between what two iterations access.
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
