// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GPU_PASSES_H
#define TVM_TRANSFORMS_GPU_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace tvm::schedule {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "transforms/GPU/Passes.h.inc"

/// Checks the launches in `function` and inserts barriers where threads
/// exchange values through shared memory, after interleaving virtual threads.
/// Reports errors.
mlir::LogicalResult insertBarriers(mlir::Operation *function);

/// Drops dimensions of launches' buffers in which each thread uses only its own
/// index.
void shrinkLocals(mlir::Operation *function);

/// Converts nests of bound loops to `gpu.launch`. Reports errors.
mlir::LogicalResult lowerBindings(mlir::Operation *function);

/// Moves buffers to the memories of a GPU, with at most `capacity` bytes of
/// shared memory per launch. Reports errors.
mlir::LogicalResult lowerGPUScopes(mlir::Operation *function, int64_t capacity);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_GPU_PASSES_H
