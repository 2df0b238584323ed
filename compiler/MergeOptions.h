// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_MERGEOPTIONS_H
#define TVM_COMPILER_MERGEOPTIONS_H

#include "compiler/Options.h"
#include "compiler/Stages.h"
#include "mlir/IR/BuiltinOps.h"

namespace tvm::compiler {

/// The recorded options of a compilation that goes on from `module`: those that
/// the command names, and otherwise those that `module` records. Fails, with a
/// message, if the record is invalid, or if a named option has another value
/// than the record and the level that depends on it is past.
mlir::FailureOr<CommandOptions>
mergeOptions(mlir::ModuleOp module, const Options &options, Stages &stages);

} // namespace tvm::compiler

#endif // TVM_COMPILER_MERGEOPTIONS_H
