#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "transforms/Schedule/Analysis/Dependences.h"
#include "transforms/Schedule/Primitives/Bindings.h"
#include "transforms/Schedule/Primitives/Captures.h"
#include "transforms/Schedule/Primitives/ElementBlock.h"
#include "transforms/Schedule/Primitives/Preconditions.h"
#include "transforms/Schedule/Primitives/Primitives.h"
#include "transforms/Schedule/Primitives/SpatialNest.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// An index of the body that has to be inside of [0, size).
struct Bound {
  AffineExpr index; // over the axes
  int64_t size;
};

/// A request: `element` stores what `choice` gives, a value inside and another
/// one outside.
struct Request : BlockRequest {
  Request(te::BlockOp block, Loop loop)
      : BlockRequest(block,
                     "decompose the padding of '" + block.getName() + "'"),
        loop(loop), loops(getLoops(block)) {}

  DiagnosedSilenceableFailure checkPlace();
  DiagnosedSilenceableFailure findChoice();
  DiagnosedSilenceableFailure findBounds(Value condition);
  AffineExpr getIndex(Value value);
  te::BlockOp buildFill(RewriterBase &rewriter);
  void restrictBlock();
  Loop findOwnLoop(const Bound &bound, int64_t &offset);

  Loop loop;
  SmallVector<Loop> loops;
  ElementBlock element;
  scf::IfOp choice;
  SmallVector<Bound> bounds;
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
    if (access.block != block && access.buffer == element.buffer)
      return refuse("expected no other block in the loop to use its buffer",
                    access.op);
  return DiagnosedSilenceableFailure::success();
}

/// (P1)
DiagnosedSilenceableFailure Request::findChoice() {
  if (auto d = matchElementBlock(block, action, element); !d.succeeded())
    return d;
  auto axes = getSubscriptAxes(block, element.store.getAffineMap(),
                               element.store.getMapOperands());
  if (!axes || axes->size() != block.getNumAxes())
    return refuse("expected a store at its axes", element.store);
  choice = element.store.getValueToStore().getDefiningOp<scf::IfOp>();
  if (!choice || !choice.getResult(0).hasOneUse())
    return refuse("expected a store of a value that depends on where it reads",
                  element.store);
  Value outside = choice.elseYield().getOperand(0);
  auto argument = dyn_cast<BlockArgument>(outside);
  bool isCaptured = argument &&
                    argument.getOwner() == &block.getBody().front() &&
                    argument.getArgNumber() >= block.getNumAxes();
  if (!isCaptured && !matchPattern(outside, m_Constant()))
    return refuse("expected a constant, or a captured value, outside", choice);
  return findBounds(choice.getCondition());
}

/// A constant, or the constant size of a captured buffer.
static std::optional<int64_t> getSize(Value value) {
  auto dim = value.getDefiningOp<memref::DimOp>();
  if (!dim)
    return getConstantIntValue(getAsOpFoldResult(value));
  auto type = cast<MemRefType>(dim.getSource().getType());
  std::optional<int64_t> index = dim.getConstantIndex();
  if (!index || *index >= type.getRank() || type.isDynamicDim(*index))
    return std::nullopt;
  return type.getDimSize(*index);
}

DiagnosedSilenceableFailure Request::findBounds(Value condition) {
  if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
    if (auto d = findBounds(both.getLhs()); !d.succeeded())
      return d;
    return findBounds(both.getRhs());
  }
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  std::optional<int64_t> size;
  AffineExpr index;
  if (compare && compare.getPredicate() == arith::CmpIPredicate::ult) {
    size = getSize(compare.getRhs());
    index = getIndex(compare.getLhs());
  }
  if (!size || *size < 0 || !index)
    return refuse("expected a condition that affine subscripts are inside of "
                  "constant sizes",
                  choice);
  bounds.push_back({index, *size});
  return DiagnosedSilenceableFailure::success();
}

/// `value` as an expression over the axes; null if it is none.
AffineExpr Request::getIndex(Value value) {
  if (auto number = getConstantIntValue(getAsOpFoldResult(value)))
    return getAffineConstantExpr(*number, block.getContext());
  if (auto axis = dyn_cast<BlockArgument>(value))
    return axis.getArgNumber() < block.getNumAxes()
               ? getAffineDimExpr(axis.getArgNumber(), block.getContext())
               : AffineExpr();
  Operation *op = value.getDefiningOp();
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, affine::AffineApplyOp>(
          op))
    return {};
  SmallVector<AffineExpr> inputs;
  for (Value operand : op->getOperands()) {
    inputs.push_back(getIndex(operand));
    if (!inputs.back())
      return {};
  }
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return asDims(apply.getAffineMap()).getResult(0).replaceDims(inputs);
  if (isa<arith::AddIOp>(op))
    return inputs[0] + inputs[1];
  if (isa<arith::SubIOp>(op))
    return inputs[0] - inputs[1];
  bool isLinear =
      inputs[0].isSymbolicOrConstant() || inputs[1].isSymbolicOrConstant();
  return isLinear ? inputs[0] * inputs[1] : AffineExpr();
}

/// Puts one branch of `choice` in its place, and erases what only the other one
/// needed.
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

/// A block in front of `loop` that stores the value outside everywhere.
te::BlockOp Request::buildFill(RewriterBase &rewriter) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(loop);
  ArrayRef<Loop> from(llvm::find(loops, loop), loops.end());
  IRMapping mapping = cloneSpatialLoops(rewriter, block, from);
  auto fill = cast<te::BlockOp>(rewriter.clone(*block, mapping));
  fill.setName(makeUniqueName(block, (block.getName() + "_pad").str()));
  auto copy = cast<scf::IfOp>(mapping.lookup(choice.getOperation()));
  take(rewriter, fill, copy, *copy.elseBlock());
  return fill;
}

/// A loop around this block alone whose variable is, but for `offset`, the
/// index; null where there is none.
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

/// The block runs inside only: in shorter loops where these are its own, under
/// a predicate otherwise.
void Request::restrictBlock() {
  for (const Bound &bound : bounds) {
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
  if (auto d = request.findChoice(); !d.succeeded())
    return d;
  if (auto d = request.checkPlace(); !d.succeeded())
    return d;
  fill = request.buildFill(rewriter);
  take(rewriter, block, request.choice, *request.choice.thenBlock());
  request.restrictBlock();
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
