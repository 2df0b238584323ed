// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Memory/BufferVersions.h"

#include "transforms/Schedule/Primitives/Support/Captures.h"
#include "transforms/Schedule/Primitives/Support/RegionBuffer.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm::schedule {

/// The first access to capture `index` that is not affine.
static Operation *findOtherAccess(te::BlockOp block, unsigned index) {
  if (Operation *foreign = findForeignUse(block, index))
    return foreign;
  for (Region *region : {&block.getInit(), &block.getBody()}) {
    if (region->empty())
      continue;
    for (Operation *user : block.getCaptureArgument(*region, index).getUsers())
      if (isa<memref::LoadOp, memref::StoreOp>(user))
        return user;
  }
  return nullptr;
}

Operation *findVersionObstacle(memref::AllocaOp buffer, int64_t count) {
  if (!buffer.getType().hasStaticShape() ||
      !fitsOnStack(buffer.getType(), count))
    return buffer;
  for (OpOperand &use : buffer->getUses()) {
    auto block = dyn_cast<te::BlockOp>(use.getOwner());
    if (!block)
      return use.getOwner();
    unsigned index = use.getOperandNumber() - block.getIters().size();
    if (Operation *other = findOtherAccess(block, index))
      return other;
  }
  return nullptr;
}

Value addVersions(RewriterBase &rewriter, memref::AllocaOp buffer, Loop loop,
                  int64_t count) {
  replaceSizes(rewriter, buffer);
  MemRefType type = buffer.getType();
  SmallVector<int64_t> shape{count};
  llvm::append_range(shape, type.getShape());
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(loop);
  Value versions = memref::AllocaOp::create(
      rewriter, buffer.getLoc(),
      MemRefType::get(shape, type.getElementType(), MemRefLayoutAttrInterface(),
                      type.getMemorySpace()));
  rewriter.setInsertionPoint(buffer);
  Value version = affine::AffineApplyOp::create(
      rewriter, buffer.getLoc(),
      AffineMap::get(1, 0, rewriter.getAffineDimExpr(0) % count),
      loop.getInductionVar());
  SmallVector<AffineExpr> subscripts{rewriter.getAffineDimExpr(type.getRank())};
  for (int64_t d = 0; d < type.getRank(); ++d)
    subscripts.push_back(rewriter.getAffineDimExpr(d));
  auto map =
      AffineMap::get(type.getRank() + 1, 0, subscripts, rewriter.getContext());
  for (Operation *user :
       llvm::SetVector<Operation *>(buffer->user_begin(), buffer->user_end())) {
    auto block = cast<te::BlockOp>(user);
    for (unsigned i = 0; i < block.getCaptures().size(); ++i)
      if (block.getCaptures()[i] == buffer.getResult())
        setCapture(block, i, versions, map, version);
  }
  rewriter.eraseOp(buffer);
  return versions;
}

} // namespace tvm::schedule
