// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/VTA/VTAAttributes.h"

#include "dialects/VTA/VTADialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tvm::vta;

#include "dialects/VTA/VTAEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/VTA/VTAAttributes.cpp.inc"

void VTADialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/VTA/VTAAttributes.cpp.inc"
      >();
}

namespace tvm::vta {

ParseResult parseRange(AsmParser &parser, RangeAttr &range) {
  StringAttr name;
  SmallVector<int64_t> bounds;
  SMLoc loc = parser.getCurrentLocation();
  auto parseInterval = [&] {
    return failure(parser.parseInteger(bounds.emplace_back()) ||
                   parser.parseKeyword("to") ||
                   parser.parseInteger(bounds.emplace_back()));
  };
  if (parser.parseSymbolName(name) ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     parseInterval))
    return failure();
  range = RangeAttr::getChecked([&] { return parser.emitError(loc); },
                                parser.getContext(),
                                FlatSymbolRefAttr::get(name), bounds);
  return success(range != nullptr);
}

void printRange(AsmPrinter &printer, Operation *, RangeAttr range) {
  printer << range.getBuffer() << '[';
  llvm::interleaveComma(
      llvm::seq(range.size()), printer, [&](unsigned interval) {
        printer << range.first(interval) << " to " << range.last(interval);
      });
  printer << ']';
}

LogicalResult RangeAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                FlatSymbolRefAttr, ArrayRef<int64_t> bounds) {
  if (bounds.empty() || bounds.size() % 2) // C1
    return emitError() << "expected a first and a last element per interval, "
                          "got "
                       << bounds.size() << " numbers";
  for (size_t i = 0; i < bounds.size(); i += 2)
    if (bounds[i] < 0 || bounds[i + 1] < bounds[i]) // C1
      return emitError() << "expected an interval from 0 or above to its last "
                            "element, got "
                         << bounds[i] << " to " << bounds[i + 1];
  return success();
}

RangeAttr RangeAttr::ofContext(unsigned context) {
  unsigned interval = size() == 1 ? 0 : context;
  return get(getContext(), getBuffer(), {first(interval), last(interval)});
}

Attribute RangeAttr::parse(AsmParser &parser, Type) {
  RangeAttr range;
  if (parser.parseLess() || parseRange(parser, range) || parser.parseGreater())
    return {};
  return range;
}

void RangeAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printRange(printer, /*op=*/nullptr, *this);
  printer << '>';
}

} // namespace tvm::vta
