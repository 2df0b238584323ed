#ifndef TVM_COMPILER_RECORDEDDECISIONS_H
#define TVM_COMPILER_RECORDEDDECISIONS_H

#include "compiler/Options.h"
#include "mlir/IR/BuiltinOps.h"

namespace tvm::compiler {

/// Gives operators of `model`, at level `import`, the decisions that the
/// database of `options` has for them on `target`. The user's come first:
/// decisions that operators have, and `--winograd`. If a pass refuses one of
/// them, because the operators around are others now, all are left out, with a
/// remark that has the reason. Fails, with a diagnostic, if the database cannot
/// be read.
mlir::LogicalResult giveRecordedDecisions(const Options &options,
                                          const CommandOptions &recorded,
                                          llvm::StringRef target,
                                          mlir::ModuleOp model);

} // namespace tvm::compiler

#endif // TVM_COMPILER_RECORDEDDECISIONS_H
