// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_TUNING_DECISIONRECORDS_H
#define TVM_COMPILER_TUNING_DECISIONRECORDS_H

#include "compiler/schedules/OperatorDecisions.h"
#include "tuner/database/Database.h"

namespace tvm::compiler {

/// The decisions `names` with which a database answers for operators of
/// `model`, at level `import`, in the context `asked` (tuner::findAnswer).
/// Decisions that the operators have already are not among them. Remarks count
/// the records of other builds and machines. Fails, with a diagnostic, if the
/// database cannot be read.
mlir::FailureOr<DecisionMap>
findRecordedDecisions(tuner::Database &database,
                      const tuner::RecordContext &asked, mlir::ModuleOp model,
                      llvm::ArrayRef<llvm::StringRef> names);

/// The text of a key, of a decision or of strategies, as records have it.
std::string print(mlir::Attribute attribute);

} // namespace tvm::compiler

#endif // TVM_COMPILER_TUNING_DECISIONRECORDS_H
