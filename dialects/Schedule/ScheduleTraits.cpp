// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Schedule/ScheduleTraits.h"

using namespace mlir;

namespace tvm::schedule {

/// Largest number of results of an operation. The number is part of the text
/// and determines the memory use.
static constexpr size_t kMaxResults = 4096;

static ParseResult parseResults(OpAsmParser &parser, Type type,
                                SmallVectorImpl<Type> &types) {
  if (parser.getNumResults() > kMaxResults)
    return parser.emitError(parser.getNameLoc(), "expected at most ")
           << kMaxResults << " results, got " << parser.getNumResults();
  types.assign(parser.getNumResults(), type);
  return success();
}

ParseResult parseHandles(OpAsmParser &parser, SmallVectorImpl<Type> &types) {
  return parseResults(parser, transform::AnyOpType::get(parser.getContext()),
                      types);
}

void printHandles(OpAsmPrinter &, Operation *, TypeRange) {}

ParseResult parseNumbers(OpAsmParser &parser, SmallVectorImpl<Type> &types) {
  return parseResults(
      parser,
      transform::ParamType::get(parser.getContext(),
                                parser.getBuilder().getI64Type()),
      types);
}

void printNumbers(OpAsmPrinter &, Operation *, TypeRange) {}

} // namespace tvm::schedule
