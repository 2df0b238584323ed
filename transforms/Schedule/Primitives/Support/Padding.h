// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_PADDING_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_PADDING_H

// Blocks that store one value inside of bounds and another value outside.

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "transforms/Schedule/Primitives/Support/ElementBlock.h"

namespace tvm::schedule {

/// A test whether an index is inside of [0, size).
struct Bound {
  mlir::Value condition;
  mlir::AffineExpr index; // over the block's axes
  int64_t size;
};

/// The bounds whose conjunction is `condition`, a value in the body of `block`;
/// nothing where it is not such a conjunction.
std::optional<llvm::SmallVector<Bound>> findBounds(te::BlockOp block,
                                                   mlir::Value condition);

/// The indices of `tests`, over `operands` outside of `block`, which are all
/// dims.
mlir::AffineMap getIndices(te::BlockOp block, llvm::ArrayRef<Bound> tests,
                           llvm::SmallVector<mlir::Value> &operands);

/// A block that pads: `element` stores the result of `choice`, which is a value
/// inside of all bounds, and a constant or captured value outside.
struct Padding {
  /// The value outside.
  mlir::Value getOutside() { return choice.elseYield().getOperand(0); }

  ElementBlock element;
  llvm::SmallVector<unsigned> axes; // per dimension of the buffer
  mlir::scf::IfOp choice;
  llvm::SmallVector<Bound> bounds;
};

/// Refuses where `block` does not store one element per instance, each at its
/// own axes, from such a choice.
mlir::DiagnosedSilenceableFailure
matchPadding(te::BlockOp block, const llvm::Twine &action, Padding &padding);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_PADDING_H
