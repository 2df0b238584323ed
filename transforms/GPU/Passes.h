#ifndef TVM_TRANSFORMS_GPU_PASSES_H
#define TVM_TRANSFORMS_GPU_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace tvm::schedule {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "transforms/GPU/Passes.h.inc"

/// Checks the launches inside of `function` and lets threads wait for each
/// other where they share memory, after virtual threads are interleaved.
/// Reports errors.
mlir::LogicalResult insertBarriers(mlir::Operation *function);

/// Drops dimensions of buffers of launches that threads use at their own index
/// alone.
void shrinkLocals(mlir::Operation *function);

/// Makes nests of bound loops `gpu.launch`. Reports errors.
mlir::LogicalResult lowerBindings(mlir::Operation *function);

/// Puts buffers into the memories of a GPU: at most `capacity` bytes of a
/// launch are shared. Reports errors.
mlir::LogicalResult lowerGPUScopes(mlir::Operation *function, int64_t capacity);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_GPU_PASSES_H
