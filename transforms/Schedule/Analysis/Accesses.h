// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_ACCESSES_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_ACCESSES_H

#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// One load or store of a block, as seen from outside of it: the subscripts in
/// the body composed with the block's bindings. A block that declares its
/// accesses has one per declared region instead.
struct Access {
  te::BlockOp block;
  mlir::Operation *op;
  mlir::Value buffer; // outside of the block
  bool isWrite;
  /// Subscripts over `operands`, all of them dims: variables of loops and other
  /// values outside of the block. Null where they depend on data.
  mlir::AffineMap map;
  llvm::SmallVector<mlir::Value> operands;
  /// Whether a condition in the body guards the access: its subscripts may lie
  /// outside of the buffer where the condition does not hold.
  bool isGuarded = false;
  /// Number of elements per dimension of the accessed box, which begins at the
  /// subscripts. Empty for a single element.
  llvm::SmallVector<int64_t> sizes;
};

/// The axes of a block as functions of values outside of it. They are composed
/// once for all subscripts of the block.
class BoundAxes {
public:
  explicit BoundAxes(te::BlockOp block);

  /// `map(operands)` in the body of the block, seen from outside: axes are
  /// replaced by their bindings, captures by the captured values; other values
  /// stay. All operands are dims.
  mlir::AffineMap leaveBlock(mlir::AffineMap map, mlir::ValueRange operands,
                             llvm::SmallVectorImpl<mlir::Value> &outside);

  /// The same for subscripts that a region of the block computes. Returns null
  /// if one of `operands` is neither an axis nor a capture.
  mlir::AffineMap leaveBody(mlir::AffineMap map, mlir::ValueRange operands,
                            llvm::SmallVectorImpl<mlir::Value> &outside);

private:
  te::BlockOp block;
  mlir::AffineMap bindings;
  llvm::SmallVector<mlir::Value> values;
};

/// All accesses of `block`, beginning with its initialisation.
llvm::SmallVector<Access> getAccesses(te::BlockOp block);

/// The buffer of an access, outside of the block.
struct Touch {
  mlir::Value buffer; // null where the effects of an operation are unknown
  bool isWrite;
};

/// The buffers of the accesses of `block` in the order of getAccesses, which
/// takes much longer.
llvm::SmallVector<Touch> getTouches(te::BlockOp block);

/// The accesses of some code in program order. `opaque` is an operation whose
/// accesses are unknown, or null.
struct MemoryUse {
  llvm::SmallVector<Access> accesses;
  mlir::Operation *opaque = nullptr;
};
/// The accesses of all blocks in `root`, or of `root` itself. Accesses of
/// views, accesses that a block does not declare, and operations outside of
/// blocks that touch memory are opaque.
MemoryUse getMemoryUse(mlir::Operation *root);

/// Buffers that `block` reads and does not write, in the order of its captures.
llvm::SmallVector<mlir::Value> getReadBuffers(te::BlockOp block);

/// Whether `block` only copies elements, one per point.
bool isCopy(te::BlockOp block);

/// The position of subscripts `map` in a buffer of `type`, in row-major order.
/// Divisions cancel where quotient and remainder add up to the dividend. Null
/// where the buffer's shape is unknown.
mlir::AffineExpr getLinearPosition(mlir::MemRefType type, mlir::AffineMap map);

/// The distance in elements, in row-major order, between the accesses at two
/// consecutive values of `variable`. Nothing where it varies or the buffer's
/// shape is unknown.
std::optional<int64_t> getLinearStride(const Access &access,
                                       mlir::Value variable);

/// Whether both belong to one reduction of one block: they combine values in
/// the same element, in any order.
bool isReductionPair(const Access &first, const Access &second);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_ACCESSES_H
