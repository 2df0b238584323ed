// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_DETAILS_H
#define TVM_COMPILER_DETAILS_H

#include "compiler/pipelines/Levels.h"

namespace tvm::compiler {

/// A size as text: "12.5 kB", "3.0 MB".
std::string formatBytes(uint64_t bytes);

/// The number of operators of the graph dialect, without constants.
unsigned countOperators(mlir::ModuleOp module);

/// The text of a line of progress for a module that has reached `level`; empty
/// for most levels.
std::string describe(mlir::ModuleOp module, Level level);

} // namespace tvm::compiler

#endif // TVM_COMPILER_DETAILS_H
