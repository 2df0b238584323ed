#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_RULES_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_RULES_H

#include "transforms/Schedule/Primitives/Primitives.h"

namespace tvm::schedule {

/// What the rules know of the machine.
struct MachineModel {
  int64_t vectorBits;
  int64_t numRegisters;
  int64_t lanesFor(mlir::Type element) const;
};

/// Accesses of a block, as rules look at them.
struct BlockAccesses {
  explicit BlockAccesses(te::BlockOp block);

  /// How the subscripts of a load depend on an axis.
  enum class Along { None, Contiguous, Other };
  struct Load {
    mlir::Value buffer;             // outside of the block
    llvm::SmallVector<Along> along; // per axis of the block
  };

  te::BlockOp block;
  llvm::SmallVector<Load> loads; // not of the written buffer
  mlir::Value written;           // null where several buffers are
  bool isAffine = true;          // all accesses are
  unsigned numSpatial;
};

/// Number of iterations of all loops around `block`; nothing if unknown.
std::optional<int64_t> getWork(te::BlockOp block);

/// Convolutions, products, pooling: a block with reduction axes whose last
/// spatial axis is contiguous or absent in all its loads. Tiles the block that
/// uses its result (or a copy of it) into registers and computes it there.
/// Fails, having changed nothing, where the block is of another kind.
mlir::LogicalResult scheduleRegisterTile(te::BlockOp block,
                                         const MachineModel &machine);

/// Normalisations along rows: computes the nests of a function at the row loop
/// of the last one. Fails where they do not share rows.
mlir::LogicalResult scheduleRows(llvm::ArrayRef<te::BlockOp> blocks);

/// Anything else: vectors in the innermost loop, threads over the outer ones.
void scheduleElementwise(te::BlockOp block);

/// Whether `op` holds a call: it may read and write any memory that it is
/// given, so loops around it run in order.
bool hasCall(mlir::Operation *op);

/// Marks the loop to run on threads: the outermost loops of `loops` that may,
/// fused as long as their number is small.
void parallelizeOuter(llvm::MutableArrayRef<Loop> loops, int64_t work);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_RULES_H
