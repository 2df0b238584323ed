// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Dependence/Dependences.h"

#include "transforms/Schedule/Analysis/UndeclaredAccess.h"

using namespace mlir;

namespace tvm::schedule {

std::optional<Dependence>
findCarried(Loop loop, const MemoryUse &use,
            function_ref<bool(const Access &, const Access &)> mayIgnore) {
  SmallVector<std::pair<Loop, Order>> orders;
  for (Loop outer : getLoops(loop))
    orders.push_back({outer, Order::Same});
  orders.push_back({loop, Order::Earlier});
  return findConflictIn(loop, use, orders, mayIgnore);
}

namespace {
/// The proofs for pairs of accesses in one order. A sum reads and writes its
/// element by the same subscripts, so many pairs are equal.
class PairProofs {
public:
  explicit PairProofs(ArrayRef<std::pair<Loop, Order>> orders)
      : orders(orders) {}

  Proof get(const Access &source, const Access &sink) {
    for (const Known &known : proofs)
      if (areEqual(*known.source, source) && areEqual(*known.sink, sink))
        return known.proof;
    proofs.push_back({&source, &sink, findConflict(source, sink, orders)});
    return proofs.back().proof;
  }

private:
  struct Known {
    const Access *source, *sink;
    Proof proof;
  };

  static bool isInit(const Access &access) {
    te::BlockOp block = access.block;
    return block.getInit().isAncestor(access.op->getParentRegion());
  }
  static bool areEqual(const Access &a, const Access &b) {
    return a.block == b.block && a.buffer == b.buffer && a.map == b.map &&
           a.operands == b.operands && a.sizes == b.sizes &&
           isInit(a) == isInit(b);
  }

  ArrayRef<std::pair<Loop, Order>> orders;
  SmallVector<Known> proofs;
};
} // namespace

std::optional<Dependence>
findConflictIn(Loop loop, const MemoryUse &use,
               ArrayRef<std::pair<Loop, Order>> orders,
               function_ref<bool(const Access &, const Access &)> mayIgnore) {
  std::optional<Dependence> unknown;
  PairProofs proofs(orders);
  for (const Access &source : use.accesses)
    for (const Access &sink : use.accesses) {
      if (source.buffer != sink.buffer || (!source.isWrite && !sink.isWrite) ||
          mayIgnore(source, sink))
        continue;
      Operation *definition = source.buffer.getDefiningOp();
      if (definition && loop->isProperAncestor(definition))
        continue;
      Proof proof = proofs.get(source, sink);
      if (proof == Proof::Exists)
        return Dependence{&source, &sink, proof};
      if (proof == Proof::Unknown)
        unknown = Dependence{&source, &sink, proof};
    }
  return unknown;
}

static StringRef getName(const Dependence &dependence) {
  if (!dependence.source->isWrite)
    return "write-after-read";
  return dependence.sink->isWrite ? "write-after-write" : "read-after-write";
}

/// The verb for the access in a message.
static StringRef getVerb(const Access &access) {
  te::BlockOp block = access.block;
  if (!access.isWrite)
    return "reads";
  return block.getInit().isAncestor(access.op->getParentRegion())
             ? "initialises"
             : "writes";
}

DiagnosedSilenceableFailure refuse(Operation *at, const Twine &action,
                                   const Dependence &dependence) {
  const Access &source = *dependence.source, &sink = *dependence.sink;
  te::BlockOp from = source.block, to = sink.block;
  auto failure = emitSilenceableFailure(at, "cannot " + action + ": ");
  failure << (dependence.proof == Proof::Exists ? "it breaks a "
                                                : "no proof that there is no ")
          << getName(dependence) << " dependence of block '" << to.getName()
          << "' on block '" << from.getName() << "'";
  failure.attachNote(source.op->getLoc())
      << "'" << from.getName() << "' " << getVerb(source) << " first, here";
  failure.attachNote(sink.op->getLoc())
      << "'" << to.getName() << "' " << getVerb(sink)
      << " the same element later, here";
  return failure;
}

DiagnosedSilenceableFailure refuseOpaque(Operation *at, const Twine &action,
                                         Operation *opaque) {
  auto block = opaque->getParentOfType<te::BlockOp>();
  bool isUndeclared = block && findUndeclaredAccess(block) == opaque;
  auto failure = emitSilenceableFailure(
      at, "cannot " + action + ": no proof where " +
              (isUndeclared ? "a block may access undeclared elements"
                            : "an operation's accesses are unknown"));
  failure.attachNote(opaque->getLoc()) << "this operation";
  return failure;
}

} // namespace tvm::schedule
