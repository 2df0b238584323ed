// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_WRITTENBUFFER_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_WRITTENBUFFER_H

// Buffers of the kernel, for primitives that decide how they are stored.

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// Sets `buffer` to the only buffer that `block` writes. The kernel allocates
/// it, and blocks that use it only load, store, or query a size. Refuses with
/// "cannot <action>: …".
mlir::DiagnosedSilenceableFailure getWrittenBuffer(te::BlockOp block,
                                                   const llvm::Twine &action,
                                                   mlir::Value &buffer);

/// Like getWrittenBuffer, for all buffers that the block writes, at least one.
mlir::DiagnosedSilenceableFailure
getWrittenBuffers(te::BlockOp block, const llvm::Twine &action,
                  llvm::SmallVectorImpl<mlir::Value> &buffers);

/// Changes the type of `buffer`, in all blocks as well.
void setBufferType(mlir::Value buffer, mlir::MemRefType type);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_WRITTENBUFFER_H
