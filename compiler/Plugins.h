// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_PLUGINS_H
#define TVM_COMPILER_PLUGINS_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/Error.h"

namespace tvm::compiler {

/// Loads an MLIR plug-in with passes, dialects or both. Passes and partition
/// targets are registered with this process; dialects are added to `registry`.
/// A file NAME.mlir has rules that are scripts (schedule::loadScriptRules).
llvm::Error loadPlugin(llvm::StringRef path, mlir::DialectRegistry &registry);

/// Loads plug-ins for what they register with this process, such as methods of
/// search. A context that is made later loads them again for their dialects.
llvm::Error loadPlugins(llvm::ArrayRef<std::string> paths);

} // namespace tvm::compiler

#endif // TVM_COMPILER_PLUGINS_H
