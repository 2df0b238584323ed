// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_TILING_BLOCKACCESSES_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_TILING_BLOCKACCESSES_H

#include "dialects/TE/TEOps.h"

namespace tvm::schedule {

/// The accesses of a block, classified for rules.
struct BlockAccesses {
  explicit BlockAccesses(te::BlockOp block);

  /// The same accesses for `other`: the block of this name in its present form,
  /// after the kernel (see ScheduleBuilder::attempt) or its buffers were
  /// replaced.
  BlockAccesses of(te::BlockOp other) const;

  /// The dependence of the subscripts of a load on an axis. `Strided`: like
  /// `Contiguous`, in small steps. `Movable`: the axis is one dimension of a
  /// weight, but not the last one; another layout makes it contiguous.
  /// `Grouped`: subscripts change only after several points, by a division, as
  /// for the group of a convolution.
  enum class Along { None, Contiguous, Strided, Movable, Grouped, Other };
  struct Load {
    mlir::Value buffer;             // outside of the block
    unsigned capture;               // the index of the buffer
    llvm::SmallVector<Along> along; // per axis of the block
    int64_t group = 0; // points per group, if the last spatial axis is Grouped

    /// Whether the columns of one group read the same elements.
    bool isSharedByColumns(unsigned last) const {
      return along[last] == Along::None || along[last] == Along::Grouped;
    }
  };

  /// Number of columns, points of the last spatial axis, that share the
  /// elements of some load; 0 where no load is grouped.
  int64_t getGroup() const;

  /// The first load of `buffer`, null if there is none.
  const Load *findLoad(mlir::Value buffer) const;

  te::BlockOp block;
  mlir::StringAttr name;                  // of the block
  llvm::SmallVector<Load> loads;          // not of the written buffer
  mlir::Value written;                    // null where several buffers are
  std::optional<unsigned> writtenCapture; // the index of `written`
  bool isAffine = true;                   // all accesses are
  unsigned numSpatial;
};

/// A subscript that is the sum of an axis and a rest that does not depend on
/// it.
struct Place {
  unsigned dim; // of the buffer
  mlir::AffineExpr rest;
};

/// The only subscript that depends on `axis`, if it has that form.
std::optional<Place> findPlace(mlir::AffineMap map, mlir::ValueRange operands,
                               mlir::Value axis);

/// A subscript that is the sum of an axis and a constant.
struct Subscript {
  unsigned dim; // of the buffer
  int64_t offset;
};

/// The only subscript that depends on `axis`, if it has that form.
std::optional<Subscript>
findSubscript(mlir::AffineMap map, mlir::ValueRange operands, mlir::Value axis);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_TILING_BLOCKACCESSES_H
