// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_TUNING_RECORDEDDECISIONS_H
#define TVM_COMPILER_TUNING_RECORDEDDECISIONS_H

#include "compiler/pipelines/CommandOptions.h"
#include "mlir/IR/BuiltinOps.h"
#include "tuner/database/Database.h"

namespace tvm::compiler {

/// Gives operators of `model`, at level `import`, the decisions that a database
/// has for them in the context `asked`. The user's come first:
/// decisions that operators have, and `--winograd` in `options`. If a pass
/// refuses one of them, because the operators around are others now, all are
/// left out, with a remark that has the reason. Fails, with a diagnostic, if
/// the database cannot be read.
mlir::LogicalResult giveRecordedDecisions(tuner::Database &database,
                                          const CommandOptions &options,
                                          const tuner::RecordContext &asked,
                                          mlir::ModuleOp model);

} // namespace tvm::compiler

#endif // TVM_COMPILER_TUNING_RECORDEDDECISIONS_H
