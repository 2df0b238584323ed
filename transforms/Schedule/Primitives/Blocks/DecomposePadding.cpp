// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "transforms/Schedule/Analysis/Dependence/Dependences.h"
#include "transforms/Schedule/Primitives/Blocks/Blocks.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"
#include "transforms/Schedule/Primitives/Support/Captures.h"
#include "transforms/Schedule/Primitives/Support/Padding.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"
#include "transforms/Schedule/Primitives/Support/SpatialNest.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// A request to fill in front of `loop` and to run the block inside of bounds.
struct Request : BlockRequest {
  Request(te::BlockOp block, Loop loop)
      : BlockRequest(block,
                     "decompose the padding of '" + block.getName() + "'"),
        loop(loop), loops(getLoops(block)) {}

  DiagnosedSilenceableFailure checkPlace();
  te::BlockOp buildFill(RewriterBase &rewriter);
  void restrictBlock();
  Loop findOwnLoop(const Bound &bound, int64_t &offset);

  Loop loop;
  SmallVector<Loop> loops;
  Padding padding;
};
} // namespace

/// (P2), (P3)
DiagnosedSilenceableFailure Request::checkPlace() {
  if (!llvm::is_contained(loops, loop))
    return refuse("expected a loop around it", loop);
  for (Loop each : ArrayRef<Loop>(llvm::find(loops, loop), loops.end()))
    if (getLoopKind(each) != LoopKind::Serial || !isNormalized(each))
      return refuse("expected serial loops, from 0 in steps of 1", each);
  SmallVector<Value> used(block.getIters());
  llvm::append_range(used, block.getCaptures());
  for (Value value : used)
    if (loop.getRegion().isAncestor(value.getParentRegion()) &&
        !affine::isAffineForInductionVar(value))
      return refuse("expected a loop that defines nothing that it refers to",
                    loop);
  MemoryUse use = getMemoryUse(loop);
  if (use.opaque)
    return refuseOpaque(block, action, use.opaque);
  for (const Access &access : use.accesses)
    if (access.block != block && access.buffer == padding.element.buffer)
      return refuse("expected no other block in the loop to use its buffer",
                    access.op);
  return DiagnosedSilenceableFailure::success();
}

/// Replaces `choice` by one of its branches, and erases the operations that
/// only the other branch needed.
static void take(RewriterBase &rewriter, te::BlockOp block, scf::IfOp choice,
                 Block &branch) {
  Value value = branch.getTerminator()->getOperand(0);
  rewriter.inlineBlockBefore(&branch, choice);
  rewriter.eraseOp(choice->getPrevNode()); // the branch's terminator
  rewriter.replaceAllUsesWith(choice.getResult(0), value);
  rewriter.eraseOp(choice);
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(block.getBody().front())))
    if (isOpTriviallyDead(&op))
      rewriter.eraseOp(&op);
  for (unsigned i = block.getCaptures().size(); i-- > 0;)
    if (block.getCaptureArgument(block.getBody(), i).use_empty())
      eraseCapture(block, i);
}

/// Builds a block in front of `loop` that stores the value outside everywhere.
te::BlockOp Request::buildFill(RewriterBase &rewriter) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(loop);
  ArrayRef<Loop> from(llvm::find(loops, loop), loops.end());
  IRMapping mapping = cloneSpatialLoops(rewriter, block, from);
  auto fill = cast<te::BlockOp>(rewriter.clone(*block, mapping));
  fill.setName(makeUniqueName(block, (block.getName() + "_pad").str()));
  auto copy = cast<scf::IfOp>(mapping.lookup(padding.choice.getOperation()));
  take(rewriter, fill, copy, *copy.elseBlock());
  return fill;
}

/// A loop around this block alone whose variable differs from the index by the
/// constant `offset`; null where there is none.
Loop Request::findOwnLoop(const Bound &bound, int64_t &offset) {
  AffineMap map = AffineMap::get(block.getNumAxes(), 0, bound.index)
                      .compose(block.getBindings());
  auto index = asDims(map).getResult(0);
  for (auto [i, iter] : llvm::enumerate(block.getIters())) {
    Loop own = affine::getForInductionVarOwner(iter);
    auto distance = dyn_cast<AffineConstantExpr>(
        simplifyAffineExpr(index - getAffineDimExpr(i, block.getContext()),
                           map.getNumInputs(), 0));
    if (!own || !distance || !loop->isAncestor(own) || !getTripCount(own))
      continue;
    offset = distance.getValue();
    for (Operation *op = block; op != own; op = op->getParentOp())
      if (!llvm::hasSingleElement(op->getBlock()->without_terminator()))
        return {};
    return own;
  }
  return {};
}

/// Restricts the block to points inside: by shorter loops where it is alone in
/// them, by a predicate otherwise.
void Request::restrictBlock() {
  for (const Bound &bound : padding.bounds) {
    int64_t offset = 0;
    if (Loop own = findOwnLoop(bound, offset)) {
      int64_t low = std::max<int64_t>(-offset, 0);
      int64_t high = std::min(*getTripCount(own), bound.size - offset);
      own.setConstantUpperBound(std::max<int64_t>(high - low, 0));
      AffineExpr i = getAffineDimExpr(0, block.getContext());
      if (low > 0)
        substitute(own, own.getInductionVar(), AffineMap::get(1, 0, i + low),
                   own.getInductionVar());
      continue;
    }
    AffineExpr index = asDims(AffineMap::get(block.getNumAxes(), 0, bound.index)
                                  .compose(block.getBindings()))
                           .getResult(0);
    SmallVector<Value> iters(block.getIters());
    addPredicate(block, index, iters);
    addPredicate(block, bound.size - 1 - index, iters);
  }
}

DiagnosedSilenceableFailure decomposePadding(RewriterBase &rewriter,
                                             te::BlockOp block, Loop loop,
                                             te::BlockOp &fill) {
  Request request(block, loop);
  if (auto d = matchPadding(block, request.action, request.padding);
      !d.succeeded())
    return d;
  if (auto d = request.checkPlace(); !d.succeeded())
    return d;
  fill = request.buildFill(rewriter);
  scf::IfOp choice = request.padding.choice;
  take(rewriter, block, choice, *choice.thenBlock());
  request.restrictBlock();
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
