// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Support/Initialization.h"

#include "mlir/IR/IntegerSet.h"

using namespace mlir;

namespace tvm::schedule {

using Orders = SmallVector<std::pair<Loop, Order>>;

DiagnosedSilenceableFailure InitConflict::refuse(Operation *at,
                                                 const Twine &action,
                                                 bool isInitFirst) const {
  if (opaque)
    return refuseOpaque(at, action, opaque);
  if (isInitFirst)
    return schedule::refuse(at, action, {&init, &use, proof});
  return schedule::refuse(at, action, {&use, &init, proof});
}

static Value getWrittenBuffer(te::BlockOp block) {
  std::optional<unsigned> index = getWrittenCapture(block);
  return index ? block.getCaptures()[*index] : Value();
}

/// Whether `other` is `block` or a part of the same reduction: it continues the
/// reduction, or has its own points in the same loop.
static bool belongsTo(te::BlockOp other, te::BlockOp block) {
  if (other == block)
    return true;
  return other.hasReduction() &&
         getWrittenBuffer(other) == getWrittenBuffer(block) &&
         (other.getInit().empty() ||
          getReductionLoop(other) == getReductionLoop(block));
}

/// The orders of iterations in which `other` runs before the initialisation of
/// `block`, one per loop around both. In loops of reduction axes alone, the
/// initialisation is in the first iteration.
static SmallVector<Orders> getEarlierOrders(te::BlockOp block,
                                            te::BlockOp other, Loop loop) {
  SmallVector<Orders> all;
  Orders same;
  Operation *first = other, *second = block;
  Loop reduction = getReductionLoop(block);
  bool isOwn = belongsTo(other, block);
  for (Loop shared : getLoops(block)) {
    if (!shared->isAncestor(other))
      break;
    // All points of the block are initialised in front of its reduction.
    if (isOwn && shared == reduction)
      return all;
    Value variable = shared.getInductionVar();
    bool isFirst = bindsReductionOnly(block, variable);
    if (loop->isAncestor(shared) && !isFirst) {
      all.push_back(same);
      all.back().push_back({shared, Order::Earlier});
    }
    same.push_back({shared, Order::Same});
    first = shared.getBody()->findAncestorOpInBlock(*other);
    second = shared.getBody()->findAncestorOpInBlock(*block);
  }
  if (first != second && first->isBeforeInBlock(second))
    all.push_back(same);
  return all;
}

static SmallVector<Access> getInitAccesses(te::BlockOp block) {
  SmallVector<Access> initialized;
  for (Access &access : getAccesses(block))
    if (access.isWrite &&
        block.getInit().isAncestor(access.op->getParentRegion()))
      initialized.push_back(access);
  return initialized;
}

/// The orders of one iteration of `loop` and a later one.
static Orders getCarriedOrders(Loop loop) {
  Orders orders;
  for (Loop outer : getLoops(loop))
    orders.push_back({outer, Order::Same});
  orders.push_back({loop, Order::Earlier});
  return orders;
}

/// Whether the predicate of `block` depends on the loop's variable.
static bool isInPredicate(te::BlockOp block, Loop loop) {
  std::optional<IntegerSet> set = block.getPredicate();
  return set && llvm::any_of(set->getConstraints(), [&](AffineExpr expr) {
           return dependsOn(block, expr, [&](Value v) {
             return v == loop.getInductionVar();
           });
         });
}

bool repeatsInit(te::BlockOp block, Loop loop) {
  // A predicate on such a loop decides whether there is an initialisation; a
  // predicate on a reduction loop does not.
  bool isSpatial =
      bindsAxis(block, loop.getInductionVar(), /*reduction=*/false);
  if (!isSpatial && isInPredicate(block, loop))
    return true;
  SmallVector<Access> initialized = getInitAccesses(block);
  if (initialized.empty())
    return !isSpatial;
  Orders orders = getCarriedOrders(loop);
  return llvm::any_of(initialized, [&](const Access &access) {
    return findConflict(access, access, orders) != Proof::None;
  });
}

InitConflict getRepeatedInit(te::BlockOp block, Loop loop) {
  Orders orders = getCarriedOrders(loop);
  SmallVector<Access> initialized = getInitAccesses(block);
  if (initialized.empty())
    return {block, {}, {}};
  for (const Access &access : getAccesses(block))
    for (const Access &init : initialized)
      if (access.isWrite && access.op != init.op)
        if (Proof proof = findConflict(access, init, orders);
            proof != Proof::None)
          return {nullptr, access, init, proof};
  return {nullptr, initialized.front(), initialized.front()};
}

std::optional<InitConflict> findEarlierUse(te::BlockOp block, Loop loop,
                                           Loop nest) {
  SmallVector<Access> initialized = getInitAccesses(block);
  MemoryUse use = getMemoryUse(nest);
  if (use.opaque)
    return InitConflict{use.opaque, {}, {}};
  Orders orders{{loop, Order::Earlier}};
  for (Loop outer : getLoops(nest))
    orders.push_back({outer, Order::Same});
  for (const Access &access : use.accesses)
    for (const Access &init : initialized)
      if (loop->isAncestor(access.block) && !isReductionPair(access, init))
        if (Proof proof = findConflict(access, init, orders);
            proof != Proof::None)
          return InitConflict{nullptr, access, init, proof};
  return std::nullopt;
}

std::optional<InitConflict> findUseBeforeInit(te::BlockOp block, Loop loop) {
  SmallVector<Access> initialized = getInitAccesses(block);
  MemoryUse use = getMemoryUse(loop);
  if (use.opaque)
    return InitConflict{use.opaque, {}, {}};
  // An empty reduction has an initialisation, but no instance to compare with.
  bool isEmpty = llvm::any_of(getLoops(block), [&](Loop each) {
    return getTripCount(each) == 0 &&
           bindsAxis(block, each.getInductionVar(), /*reduction=*/true);
  });
  for (const Access &access : use.accesses) {
    if (isEmpty && !getReductionLoop(block)->isAncestor(access.block) &&
        access.buffer == getWrittenBuffer(block) && !initialized.empty())
      return InitConflict{nullptr, access, initialized.front()};
    auto allOrders = getEarlierOrders(block, access.block, loop);
    for (const Access &init : initialized)
      for (const Orders &orders : allOrders)
        if (!isReductionPair(access, init))
          if (Proof proof = findConflict(access, init, orders);
              proof != Proof::None)
            return InitConflict{nullptr, access, init, proof};
  }
  return std::nullopt;
}

} // namespace tvm::schedule
