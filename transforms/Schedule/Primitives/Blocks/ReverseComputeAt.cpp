// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Coverage.h"
#include "transforms/Schedule/Analysis/Divisions.h"
#include "transforms/Schedule/Analysis/Order.h"
#include "transforms/Schedule/Primitives/Blocks/Blocks.h"
#include "transforms/Schedule/Primitives/Blocks/RemoveDeadBlocks.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"
#include "transforms/Schedule/Primitives/Support/Captures.h"
#include "transforms/Schedule/Primitives/Support/LoopRanges.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// A request. The block is built at its new place and checked there; it moves
/// only if all checks succeed.
struct Request : BlockRequest {
  Request(te::BlockOp block, Loop loop)
      : BlockRequest(block, "compute '" + block.getName() + "' at a loop"),
        loop(loop) {}

  DiagnosedSilenceableFailure checkPlace();
  DiagnosedSilenceableFailure checkNest();
  unsigned getAxis(Loop own);
  bool keepsOrder(te::BlockOp moved);
  DiagnosedSilenceableFailure checkOrder(te::BlockOp moved);
  DiagnosedSilenceableFailure checkInit();
  DiagnosedSilenceableFailure findRanges();
  DiagnosedSilenceableFailure checkCaptures();
  DiagnosedSilenceableFailure checkBetween();
  DiagnosedSilenceableFailure checkMoved(te::BlockOp moved);
  DiagnosedSilenceableFailure checkParallel(te::BlockOp moved);
  te::BlockOp build(RewriterBase &rewriter);
  void guard(te::BlockOp moved, unsigned i, Value variable);
  void move(RewriterBase &rewriter, te::BlockOp moved);

  Loop loop;
  CommonPlace place = {};
  SmallVector<Loop> nest;                       // loops of the block
  SmallVector<std::optional<LoopRange>> ranges; // ranges of these loops
  SmallVector<Access> accesses;                 // of the original block
};
} // namespace

/// (P2)
DiagnosedSilenceableFailure Request::checkPlace() {
  std::optional<CommonPlace> found = findCommonPlace(loop, block);
  if (!found || !found->first->isBeforeInBlock(found->second))
    return refuse("expected a loop in front of it", loop);
  place = *found;
  if (getLoopKind(loop) == LoopKind::Vectorized)
    return refuse("expected a loop that is not vectorized", loop);
  // The region of an iteration is a box, which does not describe steps.
  SmallVector<Loop> around = getLoops(loop);
  around.push_back(loop);
  for (Loop outer : around)
    if (outer.getStepAsInt() != 1)
      return refuse("expected loops in steps of 1", outer);
  return DiagnosedSilenceableFailure::success();
}

/// (P5) An empty reduction gives its start value, which no instance stores.
DiagnosedSilenceableFailure Request::checkInit() {
  if (block.getInit().empty())
    return DiagnosedSilenceableFailure::success();
  for (Loop own : nest)
    if (bindsAxis(block, own.getInductionVar(), /*reduction=*/true) &&
        getTripCount(own).value_or(0) < 1)
      return refuse("expected a reduction over a constant number of elements, "
                    "one at least",
                    own);
  return DiagnosedSilenceableFailure::success();
}

/// (P1)
DiagnosedSilenceableFailure Request::checkNest() {
  SmallVector<Loop> loops = getLoops(block);
  nest.assign(loops.begin() + place.numLoops, loops.end());
  for (Loop own : nest) {
    if (getLoopKind(own) != LoopKind::Serial || !isNormalized(own))
      return refuse("expected loops of its own that are serial, from 0 in "
                    "steps of 1",
                    own);
    for (Value operand : own.getUpperBoundOperands())
      for (Loop other : nest)
        if (operand == other.getInductionVar())
          return refuse("expected loops whose bounds do not depend on each "
                        "other",
                        own);
  }
  llvm::SmallPtrSet<Value, 4> bound;
  for (AffineExpr expr : block.getBindings().getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (dim)
      bound.insert(block.getIters()[dim.getPosition()]);
  }
  if (block.getPredicate() || bound.size() != block.getNumAxes() ||
      nest.size() != block.getNumAxes() || llvm::any_of(nest, [&](Loop own) {
        return !bound.contains(own.getInductionVar());
      }))
    return refuse("expected a block with a loop of its own per axis and no "
                  "predicate");
  accesses = getAccesses(block);
  for (const Access &read : accesses)
    for (const Access &write : accesses)
      if (!read.isWrite && write.isWrite && read.buffer == write.buffer &&
          (block.getInit().empty() || !isReductionPair(read, write)))
        return refuse("expected it to read nothing that it writes", read.op);
  return DiagnosedSilenceableFailure::success();
}

/// (P3)
DiagnosedSilenceableFailure Request::findRanges() {
  ranges.resize(nest.size());
  bool isFound = false;
  for (const Access &access : accesses) {
    if (access.isWrite || !access.map || !isWrittenIn(loop, access.buffer))
      continue;
    ReadRegion region;
    if (auto d = getWrittenRegion(loop, access.buffer, action, region);
        !d.succeeded())
      return d;
    if (beginsInside(loop, region))
      return refuse("expected a region that begins at values from outside "
                    "of the loop's body",
                    loop);
    addRanges(block, nest, access, region, ranges);
    isFound = true;
  }
  if (!isFound)
    return refuse("expected a loop that writes its operand, at affine "
                  "subscripts",
                  loop);
  return DiagnosedSilenceableFailure::success();
}

/// (P4)
DiagnosedSilenceableFailure Request::checkCaptures() {
  SmallVector<Value> needed(block.getCaptures());
  for (Loop own : nest)
    llvm::append_range(needed, own.getUpperBoundOperands());
  for (Value value : needed) {
    auto owner = affine::getForInductionVarOwner(value);
    if (llvm::is_contained(nest, owner) || isAvailable(value, place.first))
      continue;
    Operation *definition = value.getDefiningOp();
    return refuse("expected values that are available at the loop",
                  definition ? definition
                             : value.getParentRegion()->getParentOp());
  }
  return DiagnosedSilenceableFailure::success();
}

/// (P4) for the operations between the two places.
DiagnosedSilenceableFailure Request::checkBetween() {
  for (Operation *op = place.first; op; op = op->getNextNode()) {
    MemoryUse use = getMemoryUse(op);
    if (use.opaque)
      return refuseOpaque(block, action, use.opaque);
    llvm::erase_if(use.accesses,
                   [&](const Access &a) { return a.block == block; });
    if (op != place.first)
      if (auto found = findDependence(use.accesses, accesses, place.numLoops))
        return schedule::refuse(block, action, *found);
    if (op == place.second)
      break;
  }
  return DiagnosedSilenceableFailure::success();
}

/// Builds a copy of the block in its own loops at the end of the loop's body.
te::BlockOp Request::build(RewriterBase &rewriter) {
  Location loc = block.getLoc();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(loop.getBody()->getTerminator());
  SmallVector<Loop> added;
  for (auto [own, range] : llvm::zip(nest, ranges)) {
    added.push_back(
        range
            ? Loop::create(rewriter, loc, 0, range->size)
            : Loop::create(rewriter, loc, ValueRange(), own.getLowerBoundMap(),
                           own.getUpperBoundOperands(), own.getUpperBoundMap(),
                           own.getStepAsInt()));
    rewriter.setInsertionPointToStart(added.back().getBody());
  }
  auto moved = cast<te::BlockOp>(rewriter.clone(*block));
  for (unsigned i = 0; i < nest.size(); ++i) {
    AffineExpr value = rewriter.getAffineDimExpr(0);
    SmallVector<Value> operands;
    if (ranges[i]) {
      operands = ranges[i]->operands;
      value = ranges[i]->base + rewriter.getAffineDimExpr(operands.size());
    }
    operands.push_back(added[i].getInductionVar());
    substitute(moved, nest[i].getInductionVar(),
               AffineMap::get(operands.size(), 0, value), operands);
  }
  for (unsigned i = 0; i < nest.size(); ++i)
    if (ranges[i])
      this->guard(moved, i, added[i].getInductionVar());
  return moved;
}

/// The axis that is bound to `own`, a loop of the nest.
unsigned Request::getAxis(Loop own) {
  unsigned axis = 0;
  while (
      block.getIters()[cast<AffineDimExpr>(block.getBindings().getResult(axis))
                           .getPosition()] != own.getInductionVar())
    ++axis;
  return axis;
}

/// Adds a predicate along loop `i` of the block, because the region that an
/// iteration writes may exceed the loop's range.
void Request::guard(te::BlockOp moved, unsigned i, Value variable) {
  MLIRContext *context = block.getContext();
  unsigned axis = getAxis(nest[i]);
  auto isInside = [&] {
    return coversBlock(block, axis, moved, axis, place.numLoops);
  };
  SmallVector<Value> operands(ranges[i]->operands);
  operands.push_back(variable);
  AffineExpr index =
      ranges[i]->base + getAffineDimExpr(operands.size() - 1, context);
  if (!isInside())
    addUpperBound(moved, index, operands, nest[i]);
  if (!isInside())
    addPredicate(moved, index, operands);
}

/// Whether points keep their order: the expressions that replace the variables
/// of `nest` increase with one loop each, in the same order.
bool Request::keepsOrder(te::BlockOp moved) {
  SmallVector<Loop> loops = getLoops(moved);
  size_t last = place.numLoops;
  for (Loop own : nest) {
    AffineMap map = moved.getBindings().getSubMap({getAxis(own)});
    SmallVector<Value> operands(moved.getIters());
    affine::fullyComposeAffineMapAndOperands(&map, &operands);
    AffineExpr value = dropUnitLoops(asDims(map).getResult(0), operands);
    bool isFound = false;
    for (auto [d, operand] : llvm::enumerate(operands)) {
      size_t position =
          llvm::find(loops, affine::getForInductionVarOwner(operand)) -
          loops.begin();
      if (!value.isFunctionOfDim(d) || position < place.numLoops)
        continue;
      AffineExpr step = simplifyAffineExpr(
          value - getAffineDimExpr(d, value.getContext()), operands.size(), 0);
      if (isFound || position < last || step.isFunctionOfDim(d))
        return false;
      last = position;
      isFound = true;
    }
  }
  return true;
}

/// (P4) Of two points that write one element, the last one has to stay last.
DiagnosedSilenceableFailure Request::checkOrder(te::BlockOp moved) {
  if (keepsOrder(moved))
    return DiagnosedSilenceableFailure::success();
  MemoryUse use;
  llvm::copy_if(accesses, std::back_inserter(use.accesses),
                [](const Access &access) { return access.isWrite; });
  for (Loop own : nest) {
    bool isSpatial =
        bindsAxis(block, own.getInductionVar(), /*reduction=*/false);
    auto mayIgnore = [&](const Access &source, const Access &sink) {
      return !isSpatial && isReductionPair(source, sink);
    };
    if (std::optional<Dependence> found = findCarried(own, use, mayIgnore))
      return schedule::refuse(block, action, *found);
  }
  return DiagnosedSilenceableFailure::success();
}

/// (P4), (P5) for the block at its new place.
DiagnosedSilenceableFailure Request::checkMoved(te::BlockOp moved) {
  MemoryUse use = getMemoryUse(place.first);
  SmallVector<Access> own = getAccesses(moved), others = use.accesses;
  llvm::erase_if(others, [&](const Access &a) { return a.block == moved; });
  // These blocks ran in front of the block and would run behind it.
  if (auto found = findDependence(own, others, place.numLoops))
    return schedule::refuse(block, action,
                            {found->sink, found->source, found->proof});
  SmallVector<unsigned> axes =
      llvm::to_vector(llvm::seq<unsigned>(block.getNumAxes()));
  if (!coversBlock(moved, axes, block, axes, place.numLoops))
    return refuse("no proof that all of it is computed there", loop);
  if (auto d = checkOrder(moved); !d.succeeded())
    return d;
  return checkParallel(moved);
}

/// (P6)
DiagnosedSilenceableFailure Request::checkParallel(te::BlockOp moved) {
  SmallVector<Loop> loops = getLoops(moved);
  for (Loop outer : llvm::drop_begin(loops, place.numLoops)) {
    if (getLoopKind(outer) == LoopKind::Serial ||
        getLoopKind(outer) == LoopKind::Unrolled)
      continue;
    MemoryUse use = getMemoryUse(outer);
    auto none = [](const Access &, const Access &) { return false; };
    if (std::optional<Dependence> found = findCarried(outer, use, none))
      return schedule::refuse(block, action + " in a parallel one", *found);
  }
  return DiagnosedSilenceableFailure::success();
}

/// Moves the block to the place of its copy.
void Request::move(RewriterBase &rewriter, te::BlockOp moved) {
  for (Value value : moved.getCaptures())
    if (value.getParentRegion() == place.first->getParentRegion())
      hoist(value, place.first);
  for (Loop own : nest)
    for (Value value : own.getUpperBoundOperands())
      hoist(value, place.first);
  Operation *parent = block->getParentOp();
  block->moveBefore(moved);
  block.setBindings(moved.getBindings());
  if (std::optional<IntegerSet> predicate = moved.getPredicate())
    block.setPredicate(predicate);
  block.getItersMutable().assign(moved.getIters());
  block.getCapturesMutable().assign(moved.getCaptures());
  rewriter.eraseOp(moved);
  eraseEmptyLoops(rewriter, parent);
}

DiagnosedSilenceableFailure reverseComputeAt(RewriterBase &rewriter,
                                             te::BlockOp block, Loop loop) {
  Request request(block, loop);
  if (auto d = request.checkPlace(); !d.succeeded())
    return d;
  if (auto d = request.checkNest(); !d.succeeded())
    return d;
  if (auto d = request.checkInit(); !d.succeeded())
    return d;
  if (auto d = request.checkBetween(); !d.succeeded())
    return d;
  if (auto d = request.findRanges(); !d.succeeded())
    return d;
  if (auto d = request.checkCaptures(); !d.succeeded())
    return d;
  te::BlockOp moved = request.build(rewriter);
  if (auto d = request.checkMoved(moved); !d.succeeded()) {
    Operation *added = moved;
    while (added->getParentOp() != loop)
      added = added->getParentOp();
    rewriter.eraseOp(added);
    return d;
  }
  request.move(rewriter, moved);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
