// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "transforms/Schedule/Analysis/Dependence/Dependences.h"
#include "transforms/Schedule/Primitives/Loops/Loops.h"
#include "transforms/Schedule/Primitives/Support/Initialization.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"

using namespace mlir;

namespace tvm::schedule {

/// (P1), (P2)
static DiagnosedSilenceableFailure checkNest(ArrayRef<Loop> nest) {
  for (auto [outer, inner] : llvm::zip(nest, nest.drop_front())) {
    if (outer == inner)
      return emitSilenceableFailure(outer)
             << "cannot reorder: expected distinct loops";
    if (auto d = requirePerfectNest(outer, inner, "reorder"); !d.succeeded())
      return d;
  }
  for (Loop loop : nest) {
    if (loop.getNumIterOperands() != 0)
      return emitSilenceableFailure(loop)
             << "cannot reorder: expected a loop that carries no values";
    for (Value operand :
         llvm::concat<Value>(SmallVector<Value>(loop.getLowerBoundOperands()),
                             SmallVector<Value>(loop.getUpperBoundOperands())))
      for (Loop other : nest)
        if (other.getInductionVar() == operand) {
          auto failure = emitSilenceableFailure(loop)
                         << "cannot reorder: expected bounds that do not "
                            "depend on the loops";
          failure.attachNote(other.getLoc()) << "the bound depends on this one";
          return failure;
        }
  }
  return DiagnosedSilenceableFailure::success();
}

/// The relations of two iterations whose order is reversed: they first differ
/// in loop `p` of the old order and in loop `q` of the new order.
static SmallVector<std::pair<Loop, Order>>
getTurnedPairs(ArrayRef<Loop> nest, ArrayRef<Loop> order, size_t p, Loop q) {
  SmallVector<std::pair<Loop, Order>> orders;
  for (Loop outer : getLoops(nest.front()))
    orders.push_back({outer, Order::Same});
  for (Loop loop : nest.take_front(p))
    orders.push_back({loop, Order::Same});
  for (Loop loop : order) {
    if (loop == q)
      break;
    if (!llvm::is_contained(nest.take_front(p), loop))
      orders.push_back({loop, Order::Same});
  }
  orders.push_back({nest[p], Order::Earlier});
  orders.push_back({q, Order::Later});
  return orders;
}

/// The loops in front of the first reduction loop that repeat initialisations.
static llvm::SmallSetVector<Operation *, 4> getRepeating(te::BlockOp block,
                                                         ArrayRef<Loop> nest) {
  llvm::SmallSetVector<Operation *, 4> repeating;
  for (Loop loop : nest) {
    if (bindsAxis(block, loop.getInductionVar(), /*reduction=*/true))
      break;
    if (repeatsInit(block, loop))
      repeating.insert(loop);
  }
  return repeating;
}

/// (P3) The block is initialised as often in `order` as in `nest`, and last in
/// the same iteration.
static DiagnosedSilenceableFailure
checkRepetition(te::BlockOp block, ArrayRef<Loop> nest, ArrayRef<Loop> order) {
  Loop reduction = getReductionLoop(block);
  if (block.getInit().empty() || !reduction ||
      reduction->isProperAncestor(nest.front()))
    return DiagnosedSilenceableFailure::success();
  auto before = getRepeating(block, nest), after = getRepeating(block, order);
  for (Loop loop : nest)
    if (before.contains(loop) != after.contains(loop))
      return getRepeatedInit(block, loop)
          .refuse(nest.front(), "reorder", after.contains(loop));
  for (auto [first, second] : llvm::zip(before, after))
    if (first != second)
      return getRepeatedInit(block, cast<Loop>(first))
          .refuse(nest.front(), "reorder", /*isInitFirst=*/false);
  return DiagnosedSilenceableFailure::success();
}

/// The loops that the initialisation of the block runs over: the spatial loops
/// inside of its outermost reduction loop.
static llvm::SmallPtrSet<Operation *, 4> getInitLoops(te::BlockOp block,
                                                      ArrayRef<Loop> nest) {
  llvm::SmallPtrSet<Operation *, 4> loops;
  bool isInside = false;
  for (Loop loop : nest) {
    bool reduces = bindsAxis(block, loop.getInductionVar(), /*reduction=*/true);
    if (isInside && !reduces)
      loops.insert(loop);
    isInside |= reduces;
  }
  return loops;
}

/// (P3) Accesses whose order relative to the initialisation changes use other
/// elements.
static DiagnosedSilenceableFailure
checkInit(te::BlockOp block, ArrayRef<Loop> nest, ArrayRef<Loop> order) {
  auto before = getInitLoops(block, nest), after = getInitLoops(block, order);
  for (Loop loop : nest) {
    if (block.getInit().empty() ||
        before.contains(loop) == after.contains(loop))
      continue;
    if (auto conflict = findEarlierUse(block, loop, nest.front()))
      return conflict->refuse(nest.front(), "reorder", before.contains(loop));
  }
  return DiagnosedSilenceableFailure::success();
}

/// (P3)
static DiagnosedSilenceableFailure checkDependences(ArrayRef<Loop> nest,
                                                    ArrayRef<Loop> order) {
  SmallVector<te::BlockOp> blocks;
  Loop outermost = nest.front();
  outermost.walk([&](te::BlockOp block) { blocks.push_back(block); });
  for (te::BlockOp block : blocks)
    if (auto d = checkRepetition(block, nest, order); !d.succeeded())
      return d;
  MemoryUse use = getMemoryUse(nest.front());
  if (use.opaque)
    return refuseOpaque(nest.front(), "reorder", use.opaque);
  for (te::BlockOp block : blocks)
    if (auto d = checkInit(block, nest, order); !d.succeeded())
      return d;
  for (const Access &source : use.accesses)
    for (const Access &sink : use.accesses) {
      if (source.buffer != sink.buffer || (!source.isWrite && !sink.isWrite) ||
          isReductionPair(source, sink))
        continue;
      // A buffer that the innermost body allocates is private to an iteration.
      Operation *definition = source.buffer.getDefiningOp();
      Loop innermost = nest.back();
      if (definition && innermost->isProperAncestor(definition))
        continue;
      for (size_t p = 0; p < nest.size(); ++p)
        for (Loop q : nest.drop_front(p + 1)) {
          if (llvm::find(order, q) > llvm::find(order, nest[p]))
            continue;
          Proof proof =
              findConflict(source, sink, getTurnedPairs(nest, order, p, q));
          if (proof != Proof::None)
            return refuse(nest.front(), "reorder", {&source, &sink, proof});
        }
    }
  return DiagnosedSilenceableFailure::success();
}

/// (P4)
static DiagnosedSilenceableFailure checkKinds(ArrayRef<Loop> nest,
                                              ArrayRef<Loop> order) {
  for (auto [i, loop] : llvm::enumerate(order)) {
    if (getLoopKind(loop) == LoopKind::Vectorized && loop != order.back())
      return emitSilenceableFailure(loop)
             << "cannot reorder: expected a vectorized loop to stay innermost";
    if (!isConcurrent(loop))
      continue;
    // Its iterations are now compared within fewer outer loops.
    SmallVector<std::pair<Loop, Order>> orders;
    for (Loop outer : getLoops(nest.front()))
      orders.push_back({outer, Order::Same});
    for (Loop outer : order.take_front(i))
      orders.push_back({outer, Order::Same});
    orders.push_back({loop, Order::Earlier});
    MemoryUse use = getMemoryUse(nest.front());
    auto none = [](const Access &, const Access &) { return false; };
    if (std::optional<Dependence> carried =
            findConflictIn(nest.back(), use, orders, none))
      return refuse(loop, "reorder a parallel loop", *carried);
  }
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure reorder(RewriterBase &rewriter,
                                    ArrayRef<Loop> order) {
  if (order.size() < 2)
    return DiagnosedSilenceableFailure::success();
  // The nest in its present order: sorted by depth.
  SmallVector<Loop> nest(order);
  llvm::sort(nest, [](Loop a, Loop b) {
    return getLoops(a).size() < getLoops(b).size();
  });
  if (auto d = checkNest(nest); !d.succeeded())
    return d;
  if (auto d = checkDependences(nest, order); !d.succeeded())
    return d;
  if (auto d = checkKinds(nest, order); !d.succeeded())
    return d;
  SmallVector<unsigned> permutation;
  for (Loop loop : nest)
    permutation.push_back(llvm::find(order, loop) - order.begin());
  affine::permuteLoops(nest, permutation);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
