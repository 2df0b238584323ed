// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Analysis/Coverage.h"
#include "transforms/Schedule/Analysis/Order.h"
#include "transforms/Schedule/Primitives/Memory/Memory.h"
#include "transforms/Schedule/Primitives/Support/Captures.h"
#include "transforms/Schedule/Primitives/Support/ElementBlock.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"
#include "transforms/Schedule/Primitives/Support/RegionBuffer.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// A request and the facts about it.
struct Request : BlockRequest {
  explicit Request(te::BlockOp block)
      : BlockRequest(block, "compute '" + block.getName() + "' in place") {}

  DiagnosedSilenceableFailure checkBlock();
  DiagnosedSilenceableFailure checkBuffer(int64_t index);
  DiagnosedSilenceableFailure checkReads();
  DiagnosedSilenceableFailure checkTarget();
  DiagnosedSilenceableFailure checkTargetUser(Operation *user);
  DiagnosedSilenceableFailure checkOrder(te::BlockOp user);

  ElementBlock element; // its buffer is kept
  Value buffer;         // the buffer that is removed
  llvm::SetVector<te::BlockOp> users;
};
} // namespace

/// (P1)
DiagnosedSilenceableFailure Request::checkBlock() {
  if (auto d = matchOrderedElementBlock(block, action, element); !d.succeeded())
    return d;
  for (Loop loop : getLoops(block))
    if (getLoopKind(loop) != LoopKind::Serial)
      return refuse("expected serial loops around it", loop);
  return requireOnlyLoops(block, action);
}

/// (P2)
DiagnosedSilenceableFailure Request::checkBuffer(int64_t index) {
  if (auto d = getReadBuffer(*this, index, buffer); !d.succeeded())
    return d;
  if (!getAllocation(buffer) || buffer.getType() != element.buffer.getType())
    return refuse("expected a buffer that the kernel allocates, of the type "
                  "that it writes",
                  buffer.getDefiningOp());
  for (Operation *user : buffer.getUsers()) {
    auto dim = dyn_cast<memref::DimOp>(user);
    if (isa<memref::DeallocOp>(user) || (dim && dim.getConstantIndex()))
      continue;
    auto other = dyn_cast<te::BlockOp>(user);
    if (!other || other.hasRegions())
      return refuse("expected a buffer that only blocks load from and store to",
                    user);
    if (auto d = requireOnlyLoops(other, action); !d.succeeded())
      return d;
    users.insert(other);
  }
  return DiagnosedSilenceableFailure::success();
}

/// (P2) for the reads of the block itself.
DiagnosedSilenceableFailure Request::checkReads() {
  auto store = element.store;
  for (const Access &access : getAccesses(block)) {
    if (access.buffer != buffer)
      continue;
    auto load = dyn_cast<affine::AffineLoadOp>(access.op);
    if (!load || load.getAffineMap() != store.getAffineMap() ||
        !llvm::equal(load.getMapOperands(), store.getMapOperands()))
      return refuse("expected it to read the buffer at the axes that it "
                    "stores at",
                    access.op);
  }
  return DiagnosedSilenceableFailure::success();
}

/// The accesses to `from` by `user`, as if they accessed `to`.
static SmallVector<Access> getAccessesAs(te::BlockOp user, Value from,
                                         Value to) {
  SmallVector<Access> accesses = getAccesses(user);
  llvm::erase_if(accesses, [&](const Access &a) { return a.buffer != from; });
  for (Access &access : accesses)
    access.buffer = to;
  return accesses;
}

/// (P3) for another user of the buffer that the block writes: it comes behind
/// the block and behind all uses of the other buffer.
DiagnosedSilenceableFailure Request::checkTargetUser(Operation *user) {
  if (user == block || isa<memref::DimOp, memref::DeallocOp>(user))
    return DiagnosedSilenceableFailure::success();
  auto other = dyn_cast<te::BlockOp>(user);
  if (!other)
    return refuse("expected only blocks to use its result buffer", user);
  SmallVector<Access> sources =
      getAccessesAs(other, element.buffer, element.buffer);
  SmallVector<Access> sinks =
      getAccessesAs(block, element.buffer, element.buffer);
  for (te::BlockOp earlier : users)
    llvm::append_range(sinks, getAccessesAs(earlier, buffer, element.buffer));
  if (auto found = findDependence(sources, sinks, /*numFixed=*/0))
    return refuse(
        "expected other uses of its result buffer behind it and behind "
        "the uses of its operand",
        found->source->op);
  return DiagnosedSilenceableFailure::success();
}

/// (P3)
DiagnosedSilenceableFailure Request::checkTarget() {
  for (Operation *user : element.buffer.getUsers())
    if (auto d = checkTargetUser(user); !d.succeeded())
      return d;
  for (te::BlockOp user : users)
    if (!isAvailable(element.buffer, getTopLevelNest(user)))
      return refuse(
          "expected its result buffer to be available at other users of "
          "its operand",
          user);
  if (!coversBuffer(block, element.buffer, /*numFixed=*/0))
    return refuse("no proof that it writes the whole buffer");
  return DiagnosedSilenceableFailure::success();
}

/// (P4)
DiagnosedSilenceableFailure Request::checkOrder(te::BlockOp user) {
  SmallVector<Access> stores = getAccessesAs(block, element.buffer, buffer);
  SmallVector<Access> others = getAccessesAs(user, buffer, buffer);
  if (auto found = findDependence(stores, others, /*numFixed=*/0))
    return schedule::refuse(block, action, *found);
  return DiagnosedSilenceableFailure::success();
}

/// Replaces the capture of the buffer that is read by the written one.
static void joinCaptures(te::BlockOp block, Value buffer, unsigned written) {
  Region &body = block.getBody();
  for (unsigned i = block.getCaptures().size(); i-- > 0;)
    if (block.getCaptures()[i] == buffer) {
      block.getCaptureArgument(body, i).replaceAllUsesWith(
          block.getCaptureArgument(body, written));
      eraseCapture(block, i);
      written -= i < written;
    }
}

DiagnosedSilenceableFailure computeInPlace(RewriterBase &rewriter,
                                           te::BlockOp block, int64_t index) {
  Request request(block);
  if (auto d = request.checkBlock(); !d.succeeded())
    return d;
  if (auto d = request.checkBuffer(index); !d.succeeded())
    return d;
  if (auto d = request.checkReads(); !d.succeeded())
    return d;
  if (auto d = request.checkTarget(); !d.succeeded())
    return d;
  for (te::BlockOp user : request.users)
    if (auto d = request.checkOrder(user); !d.succeeded())
      return d;
  for (te::BlockOp user : request.users)
    hoist(request.element.buffer, getTopLevelNest(user));
  replaceSizes(rewriter, request.buffer);
  for (Operation *user : llvm::make_early_inc_range(request.buffer.getUsers()))
    if (isa<memref::DeallocOp>(user))
      rewriter.eraseOp(user);
  joinCaptures(block, request.buffer, request.element.written);
  rewriter.replaceOp(request.buffer.getDefiningOp(), request.element.buffer);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
