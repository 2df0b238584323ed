// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_SUPPORT_FIRSTERROR_H
#define TVM_TRANSFORMS_SCHEDULE_SUPPORT_FIRSTERROR_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Threading.h"

namespace tvm::schedule {

/// The first error that this thread reports to a context, which nobody else
/// hears of. Later ones are consequences. Other diagnostics of this thread are
/// dropped.
class FirstError {
public:
  explicit FirstError(mlir::MLIRContext *context)
      : handler(context,
                [this, thread = llvm::get_threadid()](
                    mlir::Diagnostic &diagnostic) -> llvm::LogicalResult {
                  if (thread != llvm::get_threadid())
                    return mlir::failure(); // somebody else's
                  if (diagnostic.getSeverity() ==
                          mlir::DiagnosticSeverity::Error &&
                      text.empty())
                    text = diagnostic.str();
                  return mlir::success();
                }) {}

  /// The error; `otherwise` if none was reported.
  llvm::Error take(llvm::StringRef otherwise) const {
    return llvm::createStringError(getText(otherwise));
  }
  llvm::StringRef getText(llvm::StringRef otherwise) const {
    return text.empty() ? otherwise : text;
  }

private:
  std::string text;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_SUPPORT_FIRSTERROR_H
