#include "dialects/Schedule/ScheduleTraits.h"

using namespace mlir;

namespace tvm::schedule {

ParseResult parseHandles(OpAsmParser &parser, SmallVectorImpl<Type> &types) {
  types.assign(parser.getNumResults(),
               transform::AnyOpType::get(parser.getContext()));
  return success();
}

void printHandles(OpAsmPrinter &, Operation *, TypeRange) {}

ParseResult parseNumbers(OpAsmParser &parser, SmallVectorImpl<Type> &types) {
  types.assign(parser.getNumResults(),
               transform::ParamType::get(parser.getContext(),
                                         parser.getBuilder().getI64Type()));
  return success();
}

void printNumbers(OpAsmPrinter &, Operation *, TypeRange) {}

} // namespace tvm::schedule
