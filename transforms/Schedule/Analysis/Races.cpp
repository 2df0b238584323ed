// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Races.h"

using namespace mlir;

namespace tvm::schedule {

Proof findThreadConflict(const Access &first, const Access &second,
                         ArrayRef<std::pair<Loop, Order>> orders,
                         bool isPartial) {
  Proof result = Proof::None;
  for (GPUAxis axis : kThreadAxes) {
    Loop a = getLoopOfAxis(first.block, axis);
    Loop b = getLoopOfAxis(second.block, axis);
    if ((!a && !b) || (isPartial && (!a || !b)) ||
        (a == b && llvm::is_contained(orders, std::pair(a, Order::Same))))
      continue;
    for (Order order : {Order::Earlier, Order::Later}) {
      Proof proof = findConflict(first, second, orders, {{a, b, order}});
      if (proof == Proof::Exists)
        return proof;
      if (proof == Proof::Unknown)
        result = proof;
    }
  }
  return result;
}

bool isReducedBy(te::BlockOp block, Loop loop) {
  return isOverThreads(loop) && !block.getInit().empty() &&
         bindsAxis(block, loop.getInductionVar(), /*reduction=*/true);
}

/// Requires that no iteration of the bound `loop` depends on another iteration,
/// within one iteration of the loops around it.
static DiagnosedSilenceableFailure requireIndependent(Loop loop,
                                                      const MemoryUse &use,
                                                      const Twine &action,
                                                      bool isPartial) {
  auto isOfReduction = [&](const Access &a, const Access &b) {
    return isPartial && a.block == b.block && isReducedBy(a.block, loop);
  };
  if (std::optional<Dependence> carried = findCarried(loop, use, isOfReduction))
    return refuse(loop, action, *carried);
  return DiagnosedSilenceableFailure::success();
}

/// The loops that both instances have in common: the loops around the launch
/// and the block, and the loops around the allocation of `buffer`, since each
/// thread then has its own memory.
static SmallVector<std::pair<Loop, Order>> getSameLoops(Loop launch,
                                                        Value buffer) {
  SmallVector<std::pair<Loop, Order>> orders;
  Operation *definition = buffer.getDefiningOp();
  for (Loop loop : getLoops(launch))
    orders.push_back({loop, Order::Same});
  launch->walk([&](Loop loop) {
    std::optional<GPUAxis> axis = getBoundAxis(loop);
    if ((axis && !isThreadAxis(*axis)) ||
        (definition && loop->isAncestor(definition)))
      orders.push_back({loop, Order::Same});
  });
  return orders;
}

static DiagnosedSilenceableFailure refuseRace(Loop launch, const Twine &action,
                                              const Dependence &pair) {
  const Access &a = *pair.source, &b = *pair.sink;
  te::BlockOp first = a.block, second = b.block;
  auto failure = emitSilenceableFailure(launch, "cannot " + action + ": ");
  failure << (pair.proof == Proof::Exists ? "" : "no proof that no ")
          << "threads of '" << first.getName() << "' and of '"
          << second.getName()
          << "' use the same element of a buffer that is not shared";
  failure.attachNote(a.op->getLoc())
      << "'" << first.getName() << "' " << (a.isWrite ? "writes" : "reads")
      << " here";
  failure.attachNote(b.op->getLoc())
      << "'" << second.getName() << "' " << (b.isWrite ? "writes" : "reads")
      << " here, on another thread";
  return failure;
}

static bool isReducedByThreads(te::BlockOp block) {
  return llvm::any_of(getLoops(block),
                      [&](Loop loop) { return isReducedBy(block, loop); });
}

/// Requires that threads exchange values through shared memory only.
static DiagnosedSilenceableFailure requireNoRace(Loop launch,
                                                 const MemoryUse &use,
                                                 const Twine &action,
                                                 bool isPartial) {
  for (const Access &first : use.accesses) {
    if (isShared(first.buffer)) {
      if (auto d = requireSameOnThreads(first.buffer, action); !d.succeeded())
        return d;
      continue;
    }
    auto orders = getSameLoops(launch, first.buffer);
    for (const Access &second : ArrayRef<Access>(&first, use.accesses.end())) {
      if (first.buffer != second.buffer || (!first.isWrite && !second.isWrite))
        continue;
      if (isPartial && first.block == second.block &&
          isReducedByThreads(first.block))
        continue;
      Proof proof = findThreadConflict(first, second, orders, isPartial);
      if (proof != Proof::None)
        return refuseRace(launch, action, {&first, &second, proof});
    }
  }
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure requireThreads(Loop loop, ArrayRef<Loop> bound,
                                           const Twine &action,
                                           bool isPartial) {
  Loop launch = getLaunch(loop);
  if (auto d = requireLaunch(launch, action); !d.succeeded())
    return d;
  MemoryUse use = getMemoryUse(launch);
  if (use.opaque)
    return refuseOpaque(loop, action, use.opaque);
  for (Loop each : bound)
    if (auto d =
            requireIndependent(each, getMemoryUse(each), action, isPartial);
        !d.succeeded())
      return d;
  return requireNoRace(launch, use, action, isPartial);
}

} // namespace tvm::schedule
