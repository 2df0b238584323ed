// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_ELEMENTBLOCK_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_ELEMENTBLOCK_H

// Blocks that compute one element of one buffer per instance, so that they can
// be inlined in either direction.

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// The only store of a block that computes an element per instance.
struct ElementBlock {
  mlir::affine::AffineStoreOp store;
  unsigned written = 0; // index of the stored capture
  mlir::Value buffer;   // the captured buffer, outside of the block
};

/// Requires that `block` has spatial axes only, one affine store, under no
/// condition, to a buffer that it does not read, and no other effects.
mlir::DiagnosedSilenceableFailure matchElementBlock(te::BlockOp block,
                                                    const llvm::Twine &action,
                                                    ElementBlock &element);

/// Like matchElementBlock, but the store is also at the block's axes, in order.
mlir::DiagnosedSilenceableFailure
matchOrderedElementBlock(te::BlockOp block, const llvm::Twine &action,
                         ElementBlock &element);

/// The axis of `block` per subscript of an access; nothing where a subscript is
/// another expression or an axis occurs twice.
std::optional<llvm::SmallVector<unsigned>>
getSubscriptAxes(te::BlockOp block, mlir::AffineMap map,
                 mlir::ValueRange operands);

/// The buffer outside that `value`, a memref in a region of `block`, refers to.
mlir::Value getCaptured(te::BlockOp block, mlir::Value value);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_ELEMENTBLOCK_H
