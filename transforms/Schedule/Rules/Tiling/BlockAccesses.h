#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_TILING_BLOCKACCESSES_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_TILING_BLOCKACCESSES_H

#include "dialects/TE/TEOps.h"

namespace tvm::schedule {

/// Accesses of a block, as rules look at them.
struct BlockAccesses {
  explicit BlockAccesses(te::BlockOp block);

  /// The same accesses, of `other`: the block of this name as it is now, where
  /// the kernel was replaced since (see ScheduleBuilder::attempt) or buffers
  /// were.
  BlockAccesses of(te::BlockOp other) const;

  /// How the subscripts of a load depend on an axis. `Strided`: as
  /// `Contiguous`, in small steps. `Movable`: as one dimension of a weight, but
  /// not the last one; another layout makes it contiguous. `Grouped`: only
  /// after so many points, by what it is divided by: the group of a
  /// convolution.
  enum class Along { None, Contiguous, Strided, Movable, Grouped, Other };
  struct Load {
    mlir::Value buffer;             // outside of the block
    unsigned capture;               // which the buffer is
    llvm::SmallVector<Along> along; // per axis of the block
    int64_t group = 0; // of the last spatial axis, if it is Grouped

    /// Whether columns of one group read the same.
    bool isSharedByColumns(unsigned last) const {
      return along[last] == Along::None || along[last] == Along::Grouped;
    }
  };

  /// The first load of `buffer`, null if there is none.
  const Load *findLoad(mlir::Value buffer) const;

  te::BlockOp block;
  mlir::StringAttr name;                  // of the block
  llvm::SmallVector<Load> loads;          // not of the written buffer
  mlir::Value written;                    // null where several buffers are
  std::optional<unsigned> writtenCapture; // which that is
  bool isAffine = true;                   // all accesses are
  unsigned numSpatial;
};

/// A subscript that is an axis and a rest that does not depend on it.
struct Place {
  unsigned dim; // of the buffer
  mlir::AffineExpr rest;
};

/// The one subscript that depends on `axis`, if it is of that kind.
std::optional<Place> findPlace(mlir::AffineMap map, mlir::ValueRange operands,
                               mlir::Value axis);

/// A subscript that is an axis and a constant.
struct Subscript {
  unsigned dim; // of the buffer
  int64_t offset;
};

/// The one subscript that depends on `axis`, if it is of that kind.
std::optional<Subscript>
findSubscript(mlir::AffineMap map, mlir::ValueRange operands, mlir::Value axis);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_TILING_BLOCKACCESSES_H
