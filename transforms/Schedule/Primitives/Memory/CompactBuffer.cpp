// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Analysis/Dependence/Dependences.h"
#include "transforms/Schedule/Analysis/Divisions.h"
#include "transforms/Schedule/Primitives/Memory/Memory.h"
#include "transforms/Schedule/Primitives/Support/Captures.h"
#include "transforms/Schedule/Primitives/Support/RegionBuffer.h"
#include "transforms/Schedule/Primitives/Support/WrittenBuffer.h"

using namespace mlir;

namespace tvm::schedule {

/// Size of a cache line in bytes, and alignment of the kernel's buffers.
static constexpr int64_t kCacheLine = 64;

namespace {
/// A request: the buffer that `block` writes becomes local to an iteration of
/// `loop`.
struct Request : BlockRequest {
  Request(te::BlockOp block, Loop loop)
      : BlockRequest(block, "compact what '" + block.getName() + "' writes"),
        loop(loop) {}

  DiagnosedSilenceableFailure checkUsers();
  DiagnosedSilenceableFailure checkDependences();
  DiagnosedSilenceableFailure findRegion();
  void build(RewriterBase &rewriter);

  Loop loop;
  Value buffer;
  ReadRegion region;
};
} // namespace

/// (P2)
DiagnosedSilenceableFailure Request::checkUsers() {
  if (getLoopKind(loop) == LoopKind::Vectorized)
    return refuse("expected a loop that is not vectorized", loop);
  if (loop.getRegion().isAncestor(buffer.getParentRegion()))
    return refuse("expected a buffer from outside of the loop", loop);
  for (Operation *user : buffer.getUsers()) {
    auto other = dyn_cast<te::BlockOp>(user);
    if (isa<memref::DeallocOp>(user))
      continue;
    if (!other || !loop->isProperAncestor(other) || other.hasRegions())
      return refuse("expected nothing but blocks in the loop to use its "
                    "buffer, by loads and stores",
                    user);
    Loop reduction = getReductionLoop(other);
    if (!other.getInit().empty() && reduction && reduction->isAncestor(loop))
      return refuse("expected a loop around all that initialises its buffer",
                    other);
  }
  return DiagnosedSilenceableFailure::success();
}

/// (P3)
DiagnosedSilenceableFailure Request::checkDependences() {
  MemoryUse use = getMemoryUse(loop);
  if (use.opaque)
    return refuseOpaque(block, action, use.opaque);
  if (auto d = requireOnlyLoops(loop, action); !d.succeeded())
    return d;
  llvm::erase_if(use.accesses,
                 [&](const Access &access) { return access.buffer != buffer; });
  auto ignoresNone = [](const Access &, const Access &) { return false; };
  for (Loop around = loop;
       around && !around.getRegion().isAncestor(buffer.getParentRegion());
       around = around->getParentOfType<Loop>())
    if (auto carried = findCarried(around, use, ignoresNone))
      return schedule::refuse(block, action, *carried);
  return DiagnosedSilenceableFailure::success();
}

/// Whether `expr`, over dims that stand for `operands`, is 0.
static bool isZero(AffineExpr expr, SmallVector<Value> operands) {
  auto map = AffineMap::get(operands.size(), 0, expr);
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  affine::canonicalizeMapAndOperands(&map, &operands);
  return simplifyAffineExpr(dropUnitLoops(map.getResult(0), operands),
                            operands.size(), 0) == 0;
}

/// (P4)
DiagnosedSilenceableFailure Request::findRegion() {
  ReadRegion read;
  if (auto d = getWrittenRegion(loop, buffer, action, region); !d.succeeded())
    return d;
  if (auto d = getReadRegion(loop, buffer, action, read); !d.succeeded())
    return d;
  SmallVector<Value> operands(region.operands);
  llvm::append_range(operands, read.operands);
  for (unsigned d = 0; d < read.base.size(); ++d) {
    if (!isZero(region.base[d] - read.base[d].shiftDims(read.operands.size(),
                                                        region.operands.size()),
                operands))
      return refuse("expected reads that begin where the writes do", loop);
    region.size[d] = std::max(region.size[d], read.size[d]);
  }
  llvm::append_range(region.readers, read.readers);
  return checkLocalRegion(loop, buffer, region, action, block);
}

void Request::build(RewriterBase &rewriter) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(loop.getBody());
  Location loc = buffer.getLoc();
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<Value> bases = buildBases(rewriter, loc, region);
  Value local = memref::AllocaOp::create(
      rewriter, loc,
      MemRefType::get(region.size, type.getElementType(),
                      MemRefLayoutAttrInterface(), type.getMemorySpace()),
      rewriter.getI64IntegerAttr(kCacheLine));
  // Blocks that only prefetch the buffer or query its sizes use it as well.
  for (Operation *user : llvm::to_vector(buffer.getUsers())) {
    auto other = dyn_cast<te::BlockOp>(user);
    if (!other) {
      rewriter.eraseOp(user); // a deallocation
      continue;
    }
    SmallVector<Value> captures(other.getCaptures());
    for (unsigned i = 0; i < captures.size(); ++i)
      if (captures[i] == buffer)
        redirect(other, i, local, bases);
  }
  rewriter.eraseOp(buffer.getDefiningOp());
}

DiagnosedSilenceableFailure compactBuffer(RewriterBase &rewriter,
                                          te::BlockOp block, Loop loop) {
  Request request(block, loop);
  if (auto d = getWrittenBuffer(block, request.action, request.buffer);
      !d.succeeded())
    return d;
  if (auto d = request.checkUsers(); !d.succeeded())
    return d;
  if (auto d = request.checkDependences(); !d.succeeded())
    return d;
  if (auto d = request.findRegion(); !d.succeeded())
    return d;
  request.build(rewriter);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
