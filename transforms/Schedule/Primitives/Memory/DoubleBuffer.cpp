// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Primitives/Loops/Loops.h"
#include "transforms/Schedule/Primitives/Memory/Memory.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"

using namespace mlir;

namespace tvm::schedule {

DiagnosedSilenceableFailure doubleBuffer(RewriterBase &rewriter,
                                         te::BlockOp block) {
  BlockRequest request(block,
                       "double-buffer what '" + block.getName() + "' writes");
  std::optional<unsigned> written = getWrittenCapture(block);
  if (!written)
    return request.refuse("expected a block that writes one buffer");
  auto buffer = block.getCaptures()[*written].getDefiningOp<memref::AllocaOp>();
  auto loop = buffer ? dyn_cast<Loop>(buffer->getParentOp()) : Loop();
  if (!loop)
    return request.refuse("expected a buffer that a loop makes anew in each "
                          "iteration");
  // The writing statement is one iteration ahead of all others.
  SmallVector<int64_t> stages, order;
  Operation *producer = loop.getBody()->findAncestorOpInBlock(*block);
  int64_t position = 0;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (!isa<Loop, te::BlockOp>(op))
      continue;
    bool isAhead = &op == producer;
    stages.push_back(isAhead ? 0 : 1);
    order.push_back(isAhead ? 0 : ++position);
  }
  return softwarePipeline(rewriter, loop, stages, order);
}

} // namespace tvm::schedule
