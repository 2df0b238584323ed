// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_DIAGNOSTICS_H
#define TVM_COMPILER_DIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <string>

namespace tvm::compiler {

/// Kinds of messages, numbered as in tvm_compiler.h.
enum class Severity { Error = 0, Warning = 1, Remark = 2, Progress = 3 };

/// The receiver of messages: one text each, of one or more lines.
using Sink = std::function<void(Severity, llvm::StringRef)>;

/// The text of a diagnostic, "model.onnx: node 'conv1' (Conv): text", with
/// notes on separate lines.
std::string formatDiagnostic(mlir::Diagnostic &diagnostic);

/// Reports `error` as a diagnostic without a location.
mlir::LogicalResult reportError(mlir::MLIRContext *context, llvm::Error error);

/// Forwards the diagnostics of a context to a sink, on one thread at a time.
class DiagnosticForwarder {
public:
  DiagnosticForwarder(mlir::MLIRContext *context, Sink sink);
  /// The number of reported errors.
  unsigned getNumErrors() const { return numErrors; }
  /// The number of diagnostics of all kinds.
  unsigned getNumMessages() const { return numMessages; }

private:
  static constexpr unsigned kMaxErrors = 20;
  unsigned numErrors = 0, numMessages = 0;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace tvm::compiler

#endif // TVM_COMPILER_DIAGNOSTICS_H
