// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Neighbours.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "transforms/Schedule/Analysis/Order.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;

namespace tvm::schedule {

/// Whether an instance of `first` may run before one of `second`.
static bool mayPrecede(te::BlockOp first, te::BlockOp second) {
  if (precedes(first, second))
    return true;
  SmallVector<Loop> loops = getLoops(second);
  return !loops.empty() && loops.front()->isAncestor(first);
}

static llvm::SmallPtrSet<Value, 4> getBuffers(te::BlockOp block,
                                              bool isWritten) {
  llvm::SmallPtrSet<Value, 4> buffers;
  for (const Touch &touch : getTouches(block))
    if (touch.isWrite == isWritten && touch.buffer)
      buffers.insert(touch.buffer);
  return buffers;
}

/// Blocks that write the buffers that `block` reads, or read those that it
/// writes.
static SmallVector<te::BlockOp> getNeighbours(te::BlockOp block,
                                              bool areProducers) {
  SmallVector<te::BlockOp> found;
  llvm::SmallPtrSet<Value, 4> buffers =
      getBuffers(block, /*isWritten=*/!areProducers);
  block->getParentOfType<FunctionOpInterface>()->walk([&](te::BlockOp other) {
    if (other == block ||
        !(areProducers ? mayPrecede(other, block) : mayPrecede(block, other)))
      return;
    auto others = getBuffers(other, /*isWritten=*/areProducers);
    if (llvm::any_of(others, [&](Value b) { return buffers.contains(b); }))
      found.push_back(other);
  });
  return found;
}

SmallVector<te::BlockOp> getProducers(te::BlockOp block) {
  return getNeighbours(block, /*areProducers=*/true);
}

SmallVector<te::BlockOp> getConsumers(te::BlockOp block) {
  return getNeighbours(block, /*areProducers=*/false);
}

} // namespace tvm::schedule
