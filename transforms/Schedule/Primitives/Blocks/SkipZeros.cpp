// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Blocks/SkipZeros.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Analysis/Dependence/Dependences.h"
#include "transforms/Schedule/Primitives/Blocks/Blocks.h"
#include "transforms/Schedule/Primitives/Support/RegionBuffer.h"

using namespace mlir;

namespace tvm::schedule {

/// (P1)
DiagnosedSilenceableFailure SkipRequest::findAddend() {
  SmallVector<Operation *> stores;
  block.getBody().walk([&](Operation *op) {
    if (isa<affine::AffineStoreOp, memref::StoreOp>(op))
      stores.push_back(op);
  });
  if (!block.hasReduction() || !block.getInit().empty())
    return refuse("expected a sum, apart from its initialisation");
  auto store = stores.size() == 1
                   ? dyn_cast<affine::AffineStoreOp>(stores.front())
                   : affine::AffineStoreOp();
  if (!store || store->getParentOp() != block)
    return refuse("expected one store, under no condition");
  Operation *sum = store.getValueToStore().getDefiningOp();
  if (!isa_and_present<arith::AddFOp, arith::AddIOp>(sum))
    return refuse("expected a sum", store);
  for (unsigned i = 0; i < 2 && !addend; ++i) {
    auto load = sum->getOperand(i).getDefiningOp<affine::AffineLoadOp>();
    if (load && load.getMemRef() == store.getMemRef() &&
        load.getAffineMap() == store.getAffineMap() &&
        load.getMapOperands() == store.getMapOperands())
      addend = sum->getOperand(1 - i);
  }
  if (!addend)
    return refuse("expected a sum with the element that it stores to", sum);
  return DiagnosedSilenceableFailure::success();
}

/// (P2)
DiagnosedSilenceableFailure SkipRequest::checkLoop() {
  LoopKind kind = getLoopKind(loop);
  if (!loop->isProperAncestor(block) || !isNormalized(loop) ||
      (kind != LoopKind::Serial && kind != LoopKind::Unrolled))
    return refuse("expected a loop around it, serial or unrolled, from 0 in "
                  "steps of 1",
                  loop);
  if (auto d = requireConstantTripCount(loop, action); !d.succeeded())
    return d;
  MemoryUse use = getMemoryUse(loop);
  if (use.opaque)
    return refuseOpaque(block, action, use.opaque);
  for (const Access &access : use.accesses)
    if (access.block != block)
      return refuse("expected no other block in the loop", access.op);
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure skipZeros(RewriterBase &rewriter, te::BlockOp block,
                                      int64_t index, Loop loop) {
  SkipRequest request(block, loop);
  if (auto d = getReadBuffer(request, index, request.buffer); !d.succeeded())
    return d;
  if (auto d = request.findAddend(); !d.succeeded())
    return d;
  if (auto d = request.checkLoop(); !d.succeeded())
    return d;
  return request.addend.getDefiningOp<arith::SelectOp>()
             ? skipCondition(rewriter, request)
             : skipPadding(rewriter, request);
}

} // namespace tvm::schedule
