#ifndef TVM_TOOLS_COMPILER_PLUGINS_H
#define TVM_TOOLS_COMPILER_PLUGINS_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/Error.h"

namespace tvm::compiler {

/// Loads a pass plug-in of MLIR's, which registers its passes and partition
/// targets with this process; dialects, if it has any, come into `registry`.
llvm::Error loadPlugin(llvm::StringRef path, mlir::DialectRegistry &registry);

} // namespace tvm::compiler

#endif // TVM_TOOLS_COMPILER_PLUGINS_H
