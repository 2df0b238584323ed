#ifndef TVM_TRANSFORMS_SCHEDULE_SCRIPTS_H
#define TVM_TRANSFORMS_SCHEDULE_SCRIPTS_H

#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace tvm::schedule {

// The schedule of a kernel is the sequence @__transform_main in its module:
// where upstream's `transform-interpreter` looks for it.

/// The schedule in `module`; null if it has none.
mlir::transform::NamedSequenceOp findScript(mlir::ModuleOp module);

/// An empty schedule.
mlir::transform::NamedSequenceOp createScript(mlir::ModuleOp module);

/// Removes the schedule, and that the module may have one.
void removeScript(mlir::ModuleOp module);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_SCRIPTS_H
