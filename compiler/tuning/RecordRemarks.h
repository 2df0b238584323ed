// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_TUNING_RECORDREMARKS_H
#define TVM_COMPILER_TUNING_RECORDREMARKS_H

#include "mlir/IR/BuiltinOps.h"
#include "tuner/database/Answers.h"

namespace tvm::compiler {

/// Counts what a compilation takes from a database, and what it leaves there.
class RecordRemarks {
public:
  void note(const tuner::Answer &answer);

  /// Emits remarks at `model` that tell the counts. `name` says what has the
  /// records, such as "kernel".
  void emit(mlir::ModuleOp model, llvm::StringRef name) const;

private:
  unsigned ofOtherBuild = 0, ofOtherMachine = 0, leftOut = 0;
};

} // namespace tvm::compiler

#endif // TVM_COMPILER_TUNING_RECORDREMARKS_H
