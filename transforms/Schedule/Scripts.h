// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_SCRIPTS_H
#define TVM_TRANSFORMS_SCHEDULE_SCRIPTS_H

#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "transforms/Schedule/Apply/Decisions.h"
#include "llvm/ADT/StringSet.h"

namespace tvm::schedule {

// The schedule of a kernel: the sequence @__transform_main in its module, where
// upstream's `transform-interpreter` looks for it.

/// The schedule in `module`; null if it has none.
mlir::transform::NamedSequenceOp findScript(mlir::ModuleOp module);

/// Adds an empty schedule to `module`.
mlir::transform::NamedSequenceOp createScript(mlir::ModuleOp module);

/// Removes the schedule, the strategies that it carries out, and the attribute
/// that permits a schedule in the module.
void removeScript(mlir::ModuleOp module);

/// The names of symbols that linkLibrary added to a module.
using LinkedNames = llvm::StringSet<>;

/// Copies the transform library of the context (loaded by upstream's
/// `transform-preload-library`) into `module`, if the module has a schedule or
/// the library has a @__transform_main. Fails, with a diagnostic, where both
/// define a name.
llvm::FailureOr<LinkedNames> linkLibrary(mlir::ModuleOp module);

/// Removes the symbols in `names` that nothing in `module` refers to.
void removeUnusedSymbols(mlir::ModuleOp module, const LinkedNames &names);

/// Options for the run of a schedule.
struct ScriptOptions {
  uint64_t seed = 0; // of `schedule.sample_*`
  bool checkHandles = true;
};

/// Runs `script` on `payload` without changing the script. `decisions`, if not
/// null, receives the decisions of its steps: recordDecisions lets the script,
/// or a clone of it, replay them. `choices`, if not null, receives what they
/// were drawn from (Sampler::choices).
mlir::LogicalResult runScript(mlir::Operation *payload,
                              mlir::transform::NamedSequenceOp script,
                              const ScriptOptions &options,
                              Decisions *decisions = nullptr,
                              Decisions *choices = nullptr);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_SCRIPTS_H
