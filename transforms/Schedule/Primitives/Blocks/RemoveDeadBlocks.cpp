// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Blocks/RemoveDeadBlocks.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"

using namespace mlir;

namespace tvm::schedule {

/// The only block that refers to `buffer`.
static te::BlockOp getOnlyUser(memref::AllocOp buffer) {
  te::BlockOp only;
  for (Operation *user : buffer->getUsers()) {
    if (isa<memref::DimOp>(user))
      continue;
    auto block = dyn_cast<te::BlockOp>(user);
    if (!block || (only && block != only))
      return {};
    only = block;
  }
  return only;
}

/// Whether only `block` uses the buffers that it writes.
static bool isDead(te::BlockOp block) {
  SmallVector<unsigned> written = getWrittenCaptures(block);
  return !written.empty() && llvm::all_of(written, [&](unsigned index) {
    auto buffer = block.getCaptures()[index].getDefiningOp<memref::AllocOp>();
    return buffer && getOnlyUser(buffer) == block;
  });
}

void eraseNest(RewriterBase &rewriter, te::BlockOp block) {
  Operation *parent = block->getParentOp();
  rewriter.eraseOp(block);
  eraseEmptyLoops(rewriter, parent);
}

void eraseEmptyLoops(RewriterBase &rewriter, Operation *parent) {
  while (auto loop = dyn_cast<Loop>(parent)) {
    if (!loop.getBody()->without_terminator().empty())
      return;
    parent = loop->getParentOp();
    rewriter.eraseOp(loop);
  }
}

/// Whether each iteration of a loop allocates the buffer, because its writer
/// was moved there.
static bool isLocal(memref::AllocOp buffer) {
  auto loop = buffer->getParentOfType<Loop>();
  return loop && !isOverSteps(loop);
}

void removeDeadBlocks(RewriterBase &rewriter, Operation *function) {
  bool changed = true;
  while (changed) {
    changed = false;
    SmallVector<memref::AllocOp> buffers;
    function->walk([&](memref::AllocOp op) {
      if (!isLocal(op))
        buffers.push_back(op);
    });
    for (memref::AllocOp buffer : llvm::reverse(buffers)) {
      te::BlockOp user = getOnlyUser(buffer);
      if (user && isDead(user)) {
        eraseNest(rewriter, user);
        changed = true;
      }
      if (buffer->use_empty())
        rewriter.eraseOp(buffer);
    }
  }
}

} // namespace tvm::schedule
