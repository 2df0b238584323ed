// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_VTALISTING_LINECURSOR_H
#define TVM_CONVERSION_VTALISTING_LINECURSOR_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"

namespace tvm::vta {

/// The rest of a line. Blanks between words are skipped; unexpected text is
/// reported at its position.
class LineCursor {
public:
  LineCursor(llvm::StringRef line, mlir::FileLineColLoc begin)
      : line(line), begin(begin) {}

  bool atEnd() { return rest().empty(); }
  bool consumeIf(llvm::StringRef word);
  mlir::LogicalResult consume(llvm::StringRef word);
  mlir::LogicalResult parseNumber(int64_t &number, unsigned radix = 10);
  /// A name of letters, digits and underscores.
  mlir::FailureOr<llvm::StringRef> parseName();
  /// All remaining text.
  llvm::StringRef takeRest();

  mlir::Location getLoc() const;
  mlir::LogicalResult expected(const llvm::Twine &what);

private:
  llvm::StringRef rest();

  llvm::StringRef line;
  mlir::FileLineColLoc begin;
  size_t position = 0;
};

} // namespace tvm::vta

#endif // TVM_CONVERSION_VTALISTING_LINECURSOR_H
