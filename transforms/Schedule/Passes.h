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

/// Statements of all virtual threads follow each other inside of the serial
/// loops that they share, each with the buffers of its thread. Where the bounds
/// of these loops depend on the thread, one runs after another. So they do, as
/// a loop and with a remark, where the function would have more than
/// `maxOperations` operations.
void interleaveVirtualThreads(mlir::Operation *function, int64_t maxOperations);

/// Buffers inside of `function` that are in a storage scope lose it.
void lowerScopes(mlir::Operation *function);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PASSES_H
