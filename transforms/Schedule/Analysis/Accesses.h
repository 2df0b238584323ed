#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_ACCESSES_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_ACCESSES_H

#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// One load or store of a block, as seen from outside of it: the subscripts in
/// the body composed with the block's bindings. Of a block that declares them,
/// one of its regions.
struct Access {
  te::BlockOp block;
  mlir::Operation *op;
  mlir::Value buffer; // outside of the block
  bool isWrite;
  /// Subscripts over `operands`, all of them dims: variables of loops and
  /// other values outside of the block. Null where data decides.
  mlir::AffineMap map;
  llvm::SmallVector<mlir::Value> operands;
  /// Under a condition in the body: the subscripts may lie outside of the
  /// buffer where it does not hold.
  bool isGuarded = false;
  /// A box from the subscripts on, of this many elements per dimension. Empty
  /// where it is one element.
  llvm::SmallVector<int64_t> sizes;
};

/// `map(operands)` in the body of `block`, seen from outside: axes are what
/// they are bound to, captures what is captured; other values stay. All are
/// dims.
mlir::AffineMap leaveBlock(te::BlockOp block, mlir::AffineMap map,
                           mlir::ValueRange operands,
                           llvm::SmallVectorImpl<mlir::Value> &outside);

/// All accesses of `block`, of `init` first.
llvm::SmallVector<Access> getAccesses(te::BlockOp block);

/// Accesses in program order. `opaque` is an operation
/// whose accesses are unknown, if there is one.
struct MemoryUse {
  llvm::SmallVector<Access> accesses;
  mlir::Operation *opaque = nullptr;
};
/// The accesses of all blocks inside of `root`, or of `root` itself. Opaque are
/// accesses of views, accesses that a block does not declare, and operations
/// outside of blocks that touch memory.
MemoryUse getMemoryUse(mlir::Operation *root);

/// Buffers that `block` reads and does not write, in the order of its captures.
llvm::SmallVector<mlir::Value> getReadBuffers(te::BlockOp block);

/// Whether `block` does nothing but copy elements, one per point.
bool isCopy(te::BlockOp block);

/// Where `map`, of subscripts, is in a buffer of `type`, in row-major order:
/// divisions that add up to what they divide cancel out. Null where the
/// buffer's shape is unknown.
mlir::AffineExpr getLinearPosition(mlir::MemRefType type, mlir::AffineMap map);

/// Returns the distance in elements, in row-major order, between accesses of
/// two consecutive values of `variable`. Nothing where it varies or the
/// buffer's shape is unknown.
std::optional<int64_t> getLinearStride(const Access &access,
                                       mlir::Value variable);

/// Whether both belong to one reduction of one block: values are combined in
/// the same element, which may happen in any order.
bool isReductionPair(const Access &first, const Access &second);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_ACCESSES_H
