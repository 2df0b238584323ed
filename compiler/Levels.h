#ifndef TVM_COMPILER_LEVELS_H
#define TVM_COMPILER_LEVELS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace tvm::compiler {

/// The levels of a module. The pipelines go from one to the next.
enum class Level { Import, Graph, Fused, TE, Loops, Scheduled, LLVM };

inline constexpr int kNumLevels = 7;

/// Attribute of modules: the name of their level.
inline constexpr llvm::StringLiteral kLevelAttrName = "tvm.level";

/// "import", "graph", "fused", "te", "loops", "scheduled", "llvm".
llvm::StringRef getLevelName(Level level);

/// The name of its dump: "3-te.mlir".
std::string getDumpName(Level level);

/// The level that the attribute `tvm.level` of `module` says.
std::optional<Level> getLevel(mlir::ModuleOp module);

/// Records `level` as the attribute `tvm.level` of `module`.
void setLevel(mlir::ModuleOp module, Level level);

/// Fails, with a diagnostic, where `tvm.level` says that `module` is not at
/// `level`, or where an operation in it belongs to other levels only. A module
/// may lack the attribute: one that is written by hand.
mlir::LogicalResult verifyLevel(mlir::ModuleOp module, Level level);

} // namespace tvm::compiler

#endif // TVM_COMPILER_LEVELS_H
