#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_ELEMENTBLOCK_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_ELEMENTBLOCK_H

// Blocks that compute one element of one buffer per instance: what can be
// inlined, either way.

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// The one store of a block that computes an element per instance.
struct ElementBlock {
  mlir::affine::AffineStoreOp store;
  unsigned written = 0; // index of the capture it stores to
  mlir::Value buffer;   // the captured buffer, outside of the block
};

/// `block` has spatial axes only, one affine store, under no condition, to a
/// buffer that it does not read, and no other effects.
mlir::DiagnosedSilenceableFailure matchElementBlock(te::BlockOp block,
                                                    const llvm::Twine &action,
                                                    ElementBlock &element);

/// The same, and the store is at the block's axes, in order.
mlir::DiagnosedSilenceableFailure
matchOrderedElementBlock(te::BlockOp block, const llvm::Twine &action,
                         ElementBlock &element);

/// Per subscript of an access of `block` the axis that it is; nothing where it
/// is another expression, or an axis twice.
std::optional<llvm::SmallVector<unsigned>>
getSubscriptAxes(te::BlockOp block, mlir::AffineMap map,
                 mlir::ValueRange operands);

/// The buffer that `value`, a memref in a region of `block`, stands for.
mlir::Value getCaptured(te::BlockOp block, mlir::Value value);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_ELEMENTBLOCK_H
