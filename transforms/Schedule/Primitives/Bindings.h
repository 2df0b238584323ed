#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_BINDINGS_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_BINDINGS_H

#include "transforms/Schedule/Primitives/Primitives.h"

namespace tvm::schedule {

/// Whether `loop` runs from 0 in steps of 1 to one bound.
bool isNormalized(Loop loop);

/// In bindings of blocks, bounds of loops and `affine.apply`s inside of `root`,
/// all that refers to a loop before blocks are lowered, replaces
/// `variable` by `map(operands)`. Operands may contain `variable` itself.
void substitute(mlir::Operation *root, mlir::Value variable,
                mlir::AffineMap map, mlir::ValueRange operands);

/// Index of the capture that `block` writes, where it writes one buffer.
std::optional<unsigned> getWrittenCapture(te::BlockOp block);

/// The loop of `block`'s nest at the top of the function.
mlir::Operation *getTopLevelNest(mlir::Operation *op);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_BINDINGS_H
