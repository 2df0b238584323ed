// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/VTAListing/LineCursor.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace tvm::vta {

StringRef LineCursor::rest() {
  position = std::min(line.find_first_not_of(" \t\r", position), line.size());
  return line.drop_front(position);
}

Location LineCursor::getLoc() const {
  return FileLineColLoc::get(begin.getFilename(), begin.getLine(),
                             position + 1);
}

LogicalResult LineCursor::expected(const Twine &what) {
  StringRef found = rest();
  InFlightDiagnostic error = emitError(getLoc())
                             << "expected " << what << ", got ";
  if (found.empty())
    return error << "the end of the line";
  return error << "'" << found.rtrim() << "'";
}

bool LineCursor::consumeIf(StringRef word) {
  if (!rest().starts_with(word))
    return false;
  position += word.size();
  return true;
}

LogicalResult LineCursor::consume(StringRef word) {
  return consumeIf(word) ? success() : expected("'" + word + "'");
}

LogicalResult LineCursor::parseNumber(int64_t &number, unsigned radix) {
  StringRef digits = rest().take_while(llvm::isHexDigit);
  if (digits.getAsInteger(radix, number))
    return expected("a number");
  position += digits.size();
  return success();
}

FailureOr<StringRef> LineCursor::parseName() {
  StringRef name =
      rest().take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  if (name.empty() || llvm::isDigit(name.front()))
    return expected("a name");
  position += name.size();
  return name;
}

StringRef LineCursor::takeRest() {
  StringRef taken = rest().rtrim();
  position = line.size();
  return taken;
}

} // namespace tvm::vta
