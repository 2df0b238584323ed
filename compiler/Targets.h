// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_TARGETS_H
#define TVM_COMPILER_TARGETS_H

#include "compiler/Manifest.h"
#include "compiler/Options.h"
#include "compiler/Stages.h"
#include "mlir/IR/BuiltinOps.h"

namespace tvm::compiler {

/// The targets that a model is compiled for.
struct Targets {
  std::vector<Entry> entries; // the most demanding CPU first
  std::string gpu;            // its architecture; empty: none
};

/// The targets of the options, or the target that `module` records, or else the
/// host. The entry function of the first one is named `symbol`. Records the
/// first one in `module`. Fails, with a message, if a target is unknown, or a
/// dump is scheduled for another one.
mlir::FailureOr<Targets> chooseTargets(mlir::ModuleOp module,
                                       const Options &options,
                                       llvm::StringRef symbol, Stages &stages);

} // namespace tvm::compiler

#endif // TVM_COMPILER_TARGETS_H
