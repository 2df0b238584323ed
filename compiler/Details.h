#ifndef TVM_COMPILER_DETAILS_H
#define TVM_COMPILER_DETAILS_H

#include "compiler/Levels.h"

namespace tvm::compiler {

/// "12.5 kB", "3.0 MB".
std::string formatBytes(uint64_t bytes);

/// Operators of the graph dialect, without constants.
unsigned countOperators(mlir::ModuleOp module);

/// The text of a line of progress about a module that reached `level`; empty
/// for most levels.
std::string describe(mlir::ModuleOp module, Level level);

} // namespace tvm::compiler

#endif // TVM_COMPILER_DETAILS_H
