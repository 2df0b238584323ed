#ifndef TVM_COMPILER_TARGETS_H
#define TVM_COMPILER_TARGETS_H

#include "compiler/Manifest.h"
#include "compiler/Options.h"
#include "compiler/Stages.h"
#include "mlir/IR/BuiltinOps.h"

namespace tvm::compiler {

/// What a model is compiled for.
struct Targets {
  std::vector<Entry> entries; // the most demanding CPU first
  std::string gpu;            // its architecture; empty: none
};

/// Those of the options, or the one that a dump, `module`, was scheduled for.
/// Fails, and says why, where a target is unknown or the dump has another one.
mlir::FailureOr<Targets> chooseTargets(mlir::ModuleOp module,
                                       const Options &options, Stages &stages);

} // namespace tvm::compiler

#endif // TVM_COMPILER_TARGETS_H
