#ifndef TVM_COMPILER_DIAGNOSTICS_H
#define TVM_COMPILER_DIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <string>

namespace tvm::compiler {

/// Kinds of messages, numbered as in tvm_compiler.h.
enum class Severity { Error = 0, Warning = 1, Remark = 2, Progress = 3 };

/// Where messages go: one text each, of one or more lines.
using Sink = std::function<void(Severity, llvm::StringRef)>;

/// "model.onnx: node 'conv1' (Conv): text", with notes on lines of their own.
std::string formatDiagnostic(mlir::Diagnostic &diagnostic);

/// Hands what a context reports to a sink, on one thread at a time.
class DiagnosticForwarder {
public:
  DiagnosticForwarder(mlir::MLIRContext *context, Sink sink);
  /// Number of errors that were reported.
  unsigned getNumErrors() const { return numErrors; }

private:
  static constexpr unsigned kMaxErrors = 20;
  unsigned numErrors = 0;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace tvm::compiler

#endif // TVM_COMPILER_DIAGNOSTICS_H
