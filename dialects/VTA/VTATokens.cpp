// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/VTA/VTATokens.h"

#include "dialects/VTA/VTADialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/VTA/VTATokens.cpp.inc"

void tvm::vta::VTADialect::registerTokensOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/VTA/VTATokens.cpp.inc"
      >();
}

namespace tvm::vta {

/// Verifies that exactly one of the two modules is compute.
template <typename TokenOp> static LogicalResult verifyQueue(TokenOp op) {
  if ((op.getFrom() == Module::Compute) != (op.getTo() == Module::Compute))
    return success();
  return op.emitOpError("expected a queue between compute and load or store, "
                        "got ")
         << stringifyModule(op.getFrom()) << " to "
         << stringifyModule(op.getTo()); // C1
}

Module PushOp::getModule() { return getFrom(); }
Module PopOp::getModule() { return getTo(); }

/// The queue of a verified operation.
template <typename TokenOp> static TokenQueue findQueue(TokenOp op) {
  const auto &queues = queuesOf(toRuntime(op.getFrom()));
  return op.getTo() < op.getFrom() ? *queues.pushPrev : *queues.pushNext;
}

TokenQueue PushOp::getQueue() { return findQueue(*this); }
TokenQueue PopOp::getQueue() { return findQueue(*this); }

LogicalResult PushOp::verify() { return verifyQueue(*this); }
LogicalResult PopOp::verify() { return verifyQueue(*this); }

} // namespace tvm::vta
