#ifndef TVM_TUNER_SPACE_FIRSTERROR_H
#define TVM_TUNER_SPACE_FIRSTERROR_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Error.h"

namespace tvm::tuner {

/// The first error that a context reports, which nobody else hears of. Later
/// ones are consequences. Other diagnostics are dropped.
class FirstError {
public:
  explicit FirstError(mlir::MLIRContext *context)
      : handler(context, [this](mlir::Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error &&
              text.empty())
            text = diagnostic.str();
        }) {}

  /// The error; `otherwise` if none was reported.
  llvm::Error take(llvm::StringRef otherwise) const {
    return llvm::createStringError(text.empty() ? otherwise : text);
  }

private:
  std::string text;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace tvm::tuner

#endif // TVM_TUNER_SPACE_FIRSTERROR_H
