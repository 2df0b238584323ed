#ifndef TVM_COMPILER_TUNING_DECISIONRECORDS_H
#define TVM_COMPILER_TUNING_DECISIONRECORDS_H

#include "compiler/schedules/OperatorDecisions.h"
#include "tuner/database/Database.h"

namespace tvm::compiler {

/// The best decisions `names` that a database has for operators of `model`, at
/// level `import`, on `target` (codegen::Target::str), if they were faster than
/// what the compiler decides. Decisions that the operators have already are not
/// among them. Fails, with a diagnostic, if the database cannot be read.
mlir::FailureOr<DecisionMap>
findRecordedDecisions(tuner::Database &database, llvm::StringRef target,
                      mlir::ModuleOp model,
                      llvm::ArrayRef<llvm::StringRef> names);

/// The text of a key, of a decision or of strategies, as records have it.
std::string print(mlir::Attribute attribute);

} // namespace tvm::compiler

#endif // TVM_COMPILER_TUNING_DECISIONRECORDS_H
