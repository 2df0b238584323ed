#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_WRITTENBUFFER_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_WRITTENBUFFER_H

// Buffers of the kernel's own, for primitives that say how they are stored.

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// The one buffer that `block` writes: the kernel allocates it, and blocks that
/// use it only load, store, or ask for a size. "cannot <action>: …".
mlir::DiagnosedSilenceableFailure getWrittenBuffer(te::BlockOp block,
                                                   const llvm::Twine &action,
                                                   mlir::Value &buffer);

/// The same of all that it writes, at least one.
mlir::DiagnosedSilenceableFailure
getWrittenBuffers(te::BlockOp block, const llvm::Twine &action,
                  llvm::SmallVectorImpl<mlir::Value> &buffers);

/// Gives `buffer` another type, in all blocks as well.
void setBufferType(mlir::Value buffer, mlir::MemRefType type);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_WRITTENBUFFER_H
