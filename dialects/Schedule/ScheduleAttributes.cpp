// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Schedule/ScheduleAttributes.h"

#include "dialects/Schedule/ScheduleDialect.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tvm::schedule;

#include "dialects/Schedule/ScheduleAttrInterfaces.cpp.inc"
#include "dialects/Schedule/ScheduleEnums.cpp.inc"

FailureOr<SmallVector<int64_t>> tvm::schedule::parseIndices(AsmParser &parser) {
  SmallVector<int64_t> indices;
  if (failed(parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parser.parseInteger(indices.emplace_back());
      })))
    return failure();
  return indices;
}

void tvm::schedule::printIndices(AsmPrinter &printer,
                                 ArrayRef<int64_t> indices) {
  printer << '[';
  llvm::interleaveComma(indices, printer);
  printer << ']';
}

/// Parses `= #schedule.elementwise`, the strategy of the block `name`.
static ParseResult parseStrategy(AsmParser &parser, StringRef name,
                                 NamedAttrList &entries) {
  llvm::SMLoc location = parser.getCurrentLocation();
  StrategyAttrInterface strategy;
  if (parser.parseEqual() || parser.parseAttribute(strategy))
    return failure();
  if (entries.get(name))
    return parser.emitError(location, "expected one strategy for block '")
           << name << "'";
  entries.append(name, strategy);
  return success();
}

/// Parses `"C" = #schedule.elementwise, "D" = ...`, or nothing.
static ParseResult parseStrategies(AsmParser &parser,
                                   DictionaryAttr &strategies) {
  NamedAttrList entries;
  std::string name;
  bool hasNext = succeeded(parser.parseOptionalString(&name));
  while (hasNext) {
    if (parseStrategy(parser, name, entries))
      return failure();
    hasNext = succeeded(parser.parseOptionalComma());
    if (hasNext && parser.parseString(&name))
      return failure();
  }
  strategies = entries.getDictionary(parser.getContext());
  return success();
}

static void printStrategies(AsmPrinter &printer, DictionaryAttr strategies) {
  llvm::interleaveComma(strategies, printer, [&](NamedAttribute entry) {
    printer.printString(entry.getName());
    printer << " = " << entry.getValue();
  });
}

#define GET_ATTRDEF_CLASSES
#include "dialects/Schedule/ScheduleAttributes.cpp.inc"

void ScheduleDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Schedule/ScheduleAttributes.cpp.inc"
      >();
}
