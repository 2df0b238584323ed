// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_TETOLOOPS_BLOCKBUILDER_H
#define TVM_CONVERSION_TETOLOOPS_BLOCKBUILDER_H

#include "dialects/TE/TEOps.h"
#include "mlir/IR/IRMapping.h"

namespace tvm {

/// Builds the `te.block` of `compute` at loop variables `iters`, one per axis,
/// which writes to `outputs`. `buffers` maps each tensor that the body reads to
/// its memref.
te::BlockOp buildBlock(mlir::OpBuilder &builder, te::ComputeOp compute,
                       mlir::ValueRange iters, mlir::ValueRange outputs,
                       const mlir::IRMapping &buffers, llvm::StringRef name);

} // namespace tvm

#endif // TVM_CONVERSION_TETOLOOPS_BLOCKBUILDER_H
