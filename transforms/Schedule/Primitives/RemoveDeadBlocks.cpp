#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Primitives/Bindings.h"
#include "transforms/Schedule/Primitives/Primitives.h"

using namespace mlir;

namespace tvm::schedule {

/// The only block that refers to `buffer`, which only writes it.
static te::BlockOp getOnlyWriter(memref::AllocOp buffer) {
  te::BlockOp writer;
  for (Operation *user : buffer->getUsers()) {
    if (isa<memref::DimOp>(user))
      continue;
    auto block = dyn_cast<te::BlockOp>(user);
    if (!block || (writer && block != writer))
      return {};
    writer = block;
  }
  if (!writer)
    return {};
  auto written = getWrittenCapture(writer);
  return written && writer.getCaptures()[*written] == buffer ? writer
                                                             : te::BlockOp();
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

void removeDeadBlocks(RewriterBase &rewriter, Operation *function) {
  bool changed = true;
  while (changed) {
    changed = false;
    SmallVector<memref::AllocOp> buffers;
    function->walk([&](memref::AllocOp op) { buffers.push_back(op); });
    for (memref::AllocOp buffer : llvm::reverse(buffers)) {
      if (te::BlockOp writer = getOnlyWriter(buffer)) {
        eraseNest(rewriter, writer);
        changed = true;
      }
      if (buffer->use_empty())
        rewriter.eraseOp(buffer);
    }
  }
}

} // namespace tvm::schedule
