#ifndef TVM_TRANSFORMS_SCHEDULE_SCRIPTS_H
#define TVM_TRANSFORMS_SCHEDULE_SCRIPTS_H

#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "transforms/Schedule/Apply/Decisions.h"
#include "llvm/ADT/StringSet.h"

namespace tvm::schedule {

// The schedule of a kernel is the sequence @__transform_main in its module:
// where upstream's `transform-interpreter` looks for it.

/// The schedule in `module`; null if it has none.
mlir::transform::NamedSequenceOp findScript(mlir::ModuleOp module);

/// An empty schedule.
mlir::transform::NamedSequenceOp createScript(mlir::ModuleOp module);

/// Removes the schedule, the strategies that it came from, and that the module
/// may have one.
void removeScript(mlir::ModuleOp module);

/// The names of symbols that linkLibrary brought into a module.
using LinkedNames = llvm::StringSet<>;

/// Copies the transform library of the context (which upstream's
/// `transform-preload-library` loads) into `module`, where the module has a
/// schedule, or else the library is one (has a @__transform_main). Fails, with
/// a diagnostic, where both define a name.
llvm::FailureOr<LinkedNames> linkLibrary(mlir::ModuleOp module);

/// Removes the symbols in `names` that nothing in `module` refers to.
void removeUnusedSymbols(mlir::ModuleOp module, const LinkedNames &names);

/// How runScript runs a schedule.
struct ScriptOptions {
  uint64_t seed = 0; // of `schedule.sample_*`
  bool checkHandles = true;
};

/// Runs `script`, which is not changed, on `payload`. `decisions`, if not null,
/// are those of its steps: recordDecisions makes the script, or a clone of it,
/// replay them.
mlir::LogicalResult runScript(mlir::Operation *payload,
                              mlir::transform::NamedSequenceOp script,
                              const ScriptOptions &options,
                              Decisions *decisions = nullptr);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_SCRIPTS_H
