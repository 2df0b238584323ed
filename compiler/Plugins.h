#ifndef TVM_COMPILER_PLUGINS_H
#define TVM_COMPILER_PLUGINS_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/Error.h"

namespace tvm::compiler {

/// Loads an MLIR plug-in with passes, dialects or both. Passes and partition
/// targets are registered with this process; dialects are added to `registry`.
llvm::Error loadPlugin(llvm::StringRef path, mlir::DialectRegistry &registry);

} // namespace tvm::compiler

#endif // TVM_COMPILER_PLUGINS_H
