// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PASSES_H
#define TVM_TRANSFORMS_SCHEDULE_PASSES_H

#include "dialects/Schedule/ScheduleDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Pass/Pass.h"

namespace tvm::schedule {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "transforms/Schedule/Passes.h.inc"

/// Interleaves the statements of all virtual threads inside of the serial loops
/// that they share, each with the buffers of its own thread. Threads run one
/// after another where the bounds of these loops depend on the thread, and, as
/// a loop and with a remark, where the function would exceed `maxOperations`
/// operations.
void interleaveVirtualThreads(mlir::Operation *function, int64_t maxOperations);

/// Removes the storage scopes of buffers in `function`.
void lowerScopes(mlir::Operation *function);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PASSES_H
