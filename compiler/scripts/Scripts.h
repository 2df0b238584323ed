// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_SCRIPTS_SCRIPTS_H
#define TVM_COMPILER_SCRIPTS_SCRIPTS_H

// Transform scripts of users, and the modules that they transform: payloads.

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "transforms/Schedule/Apply/Decisions.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace tvm::compiler {

/// A file with MLIR.
struct SourceFile {
  std::string path; // for messages
  std::string text;
};

llvm::Expected<SourceFile> readSource(llvm::StringRef path);

/// All dialects of upstream, of this project and of `plugins`, with all their
/// transform operations and passes.
llvm::Expected<mlir::DialectRegistry>
getScriptDialects(llvm::ArrayRef<std::string> plugins);

/// The module in `source` without its transform sequences. Null after reporting
/// errors.
mlir::OwningOpRef<mlir::ModuleOp> parsePayload(const SourceFile &source,
                                               mlir::MLIRContext *context);

/// The transform sequences in `source`, one of which is @__transform_main. Null
/// after reporting errors.
mlir::OwningOpRef<mlir::ModuleOp> parseScript(const SourceFile &source,
                                              mlir::MLIRContext *context);

/// Runs @__transform_main of `script` on `payload`, as upstream's
/// `transform-interpreter` does, and verifies the result. `choices`, if not
/// null, receives what open samples drew from.
mlir::LogicalResult applyScript(mlir::ModuleOp payload, mlir::ModuleOp script,
                                schedule::Decisions *choices = nullptr);

} // namespace tvm::compiler

#endif // TVM_COMPILER_SCRIPTS_SCRIPTS_H
