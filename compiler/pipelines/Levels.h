// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_PIPELINES_LEVELS_H
#define TVM_COMPILER_PIPELINES_LEVELS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace tvm::compiler {

/// The levels of a module. Each pipeline leads from one level to the next.
enum class Level { Import, Graph, Fused, TE, Loops, Scheduled, LLVM };

inline constexpr int kNumLevels = 7;

/// The attribute of modules with the name of their level.
inline constexpr llvm::StringLiteral kLevelAttrName = "tvm.level";

/// The name of a level: "import", "graph", "fused", "te", "loops", "scheduled",
/// "llvm".
llvm::StringRef getLevelName(Level level);

/// The file name of a level's dump: "3-te.mlir".
std::string getDumpName(Level level);

/// The level in the attribute `tvm.level` of `module`.
std::optional<Level> getLevel(mlir::ModuleOp module);

/// Records `level` as the attribute `tvm.level` of `module`.
void setLevel(mlir::ModuleOp module, Level level);

/// Fails, with a diagnostic, if `tvm.level` of `module` is not `level`, or an
/// operation in it only belongs to other levels. A module that was written by
/// hand may lack the attribute.
mlir::LogicalResult verifyLevel(mlir::ModuleOp module, Level level);

} // namespace tvm::compiler

#endif // TVM_COMPILER_PIPELINES_LEVELS_H
