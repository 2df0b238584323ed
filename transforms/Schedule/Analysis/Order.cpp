// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Order.h"

using namespace mlir;

namespace tvm::schedule {

/// The operations of the innermost IR block around both `a` and `b` that
/// contain them.
static std::pair<Operation *, Operation *> findAncestors(Operation *a,
                                                         Operation *b) {
  for (Operation *first = a; first && first->getBlock();
       first = first->getParentOp())
    if (Operation *second = first->getBlock()->findAncestorOpInBlock(*b))
      return {first, second};
  return {};
}

bool precedes(Operation *a, Operation *b) {
  auto [first, second] = findAncestors(a, b);
  if (first != second)
    return first->isBeforeInBlock(second);
  // Of two regions of one block, the initialisation runs first.
  auto block = dyn_cast_or_null<te::BlockOp>(first);
  return block && a != b && block.getInit().isAncestor(a->getParentRegion());
}

std::optional<CommonPlace> findCommonPlace(Operation *a, Operation *b) {
  auto [first, second] = findAncestors(a, b);
  if (!first)
    return std::nullopt;
  return CommonPlace{first, second,
                     static_cast<unsigned>(getLoops(first).size())};
}

Proof findOrdered(const Access &source, const Access &sink, unsigned numFixed) {
  SmallVector<Loop> common;
  for (auto [a, b] : llvm::zip(getLoops(source.block), getLoops(sink.block))) {
    if (a != b)
      break;
    common.push_back(a);
  }
  Proof result = Proof::None;
  SmallVector<std::pair<Loop, Order>> orders;
  auto ask = [&] {
    Proof proof = findConflict(source, sink, orders);
    if (result != Proof::Exists && proof != Proof::None)
      result = proof;
  };
  for (auto [i, loop] : llvm::enumerate(common)) {
    if (i >= numFixed) {
      orders.push_back({loop, Order::Earlier});
      ask();
      orders.pop_back();
    }
    orders.push_back({loop, Order::Same});
  }
  if (precedes(source.op, sink.op))
    ask();
  return result;
}

std::optional<Dependence> findDependence(ArrayRef<Access> sources,
                                         ArrayRef<Access> sinks,
                                         unsigned numFixed) {
  std::optional<Dependence> unknown;
  for (const Access &source : sources)
    for (const Access &sink : sinks) {
      if (source.buffer != sink.buffer || (!source.isWrite && !sink.isWrite))
        continue;
      Proof proof = findOrdered(source, sink, numFixed);
      if (proof == Proof::Exists)
        return Dependence{&source, &sink, proof};
      if (proof == Proof::Unknown)
        unknown = Dependence{&source, &sink, proof};
    }
  return unknown;
}

} // namespace tvm::schedule
