// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Schedule/ScheduleMemory.h"

#include "dialects/Schedule/ScheduleDialect.h"
#include "dialects/TE/TEBlocks.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Schedule/ScheduleMemory.cpp.inc"

void tvm::schedule::ScheduleDialect::registerMemoryOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Schedule/ScheduleMemory.cpp.inc"
      >();
}

namespace tvm::schedule {

/// (C1)
static LogicalResult verifyScope(Operation *op, StringRef scope) {
  if (succeeded(te::getMemorySpace(op->getContext(), scope)))
    return success();
  return op->emitOpError("expected a storage scope, got \"") << scope << "\"";
}

LogicalResult CacheReadOp::verify() {
  return getScope() ? verifyScope(*this, *getScope()) : success();
}

LogicalResult SetScopeOp::verify() { return verifyScope(*this, getScope()); }

} // namespace tvm::schedule
