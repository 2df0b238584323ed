// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Loops/Loops.h"

using namespace mlir;

namespace tvm::schedule {

DiagnosedSilenceableFailure addUnitLoop(RewriterBase &rewriter, Operation *op,
                                        Loop &loop) {
  if (op->getNumResults() != 0)
    return emitSilenceableFailure(op)
           << "cannot add a loop: expected one that carries no values";
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  loop = Loop::create(rewriter, op->getLoc(), 0, 1);
  op->moveBefore(loop.getBody(), loop.getBody()->begin());
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
