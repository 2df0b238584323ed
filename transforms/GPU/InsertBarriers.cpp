// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/GPU/Passes.h"
#include "transforms/Schedule/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "transforms/Schedule/Analysis/Order.h"
#include "transforms/Schedule/Analysis/Races.h"
#include "transforms/Schedule/Primitives/Blocks/Blocks.h"
#include "transforms/Schedule/Primitives/Support/ThreadReductions.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace tvm::schedule {

#define GEN_PASS_DEF_INSERTBARRIERSPASS
#include "transforms/GPU/Passes.h.inc"

namespace {
/// A point that threads must synchronise at: all threads have to pass `after`
/// before one reaches `before`, an operation of the same body. With `wraps`,
/// `before` belongs to a later iteration.
struct Exchange {
  Operation *after, *before;
  bool wraps;
};
using Exchanges = llvm::MapVector<Block *, SmallVector<Exchange>>;
} // namespace

/// Finds the exchanges of two accesses in the same iterations of the loops
/// around both, but on any threads of loops whose threads share a buffer that
/// is allocated inside.
static void findExchanges(Loop launch, const Access &source, const Access &sink,
                          Exchanges &exchanges) {
  auto conflicts = [&](ArrayRef<std::pair<Loop, Order>> orders) {
    return findThreadConflict(source, sink, orders, /*isPartial=*/false) !=
           Proof::None;
  };
  auto add = [&](Block *body, bool wraps) {
    exchanges[body].push_back({body->findAncestorOpInBlock(*source.block),
                               body->findAncestorOpInBlock(*sink.block),
                               wraps});
  };
  SmallVector<std::pair<Loop, Order>> orders;
  for (auto [loop, other] :
       llvm::zip(getLoops(source.block), getLoops(sink.block))) {
    if (loop != other)
      break;
    if (launch->isProperAncestor(loop) && !getBoundAxis(loop)) {
      orders.push_back({loop, Order::Earlier});
      if (conflicts(orders))
        add(loop.getBody(), /*wraps=*/true);
      orders.pop_back();
    }
    if (!isOverThreads(loop) || !isDefinedIn(loop, source.buffer))
      orders.push_back({loop, Order::Same});
  }
  if (source.block != sink.block && precedes(source.op, sink.op) &&
      conflicts(orders))
    add(findCommonPlace(source.block, sink.block)->first->getBlock(),
        /*wraps=*/false);
}

static Exchanges findExchanges(Loop launch, const MemoryUse &use) {
  Exchanges exchanges;
  for (const Access &source : use.accesses)
    for (const Access &sink : use.accesses)
      if (source.buffer == sink.buffer && isShared(source.buffer) &&
          (source.isWrite || sink.isWrite))
        findExchanges(launch, source, sink, exchanges);
  return exchanges;
}

/// The operations of `body` that get a barrier in front: as few as possible
/// that lie in every exchange, each as late as possible.
static SmallVector<Operation *> choosePlaces(Block *body,
                                             ArrayRef<Exchange> exchanges) {
  SmallVector<Exchange> forward, wrapping;
  for (const Exchange &exchange : exchanges)
    (exchange.wraps ? wrapping : forward).push_back(exchange);
  llvm::sort(forward, [](const Exchange &a, const Exchange &b) {
    return a.before->isBeforeInBlock(b.before);
  });
  SmallVector<Operation *> places;
  for (const Exchange &exchange : forward)
    if (places.empty() || !exchange.after->isBeforeInBlock(places.back()))
      places.push_back(exchange.before);
  bool wraps = llvm::any_of(wrapping, [&](const Exchange &exchange) {
    return llvm::none_of(places, [&](Operation *place) {
      return exchange.after->isBeforeInBlock(place) ||
             !exchange.before->isBeforeInBlock(place);
    });
  });
  if (wraps)
    places.push_back(body->getTerminator());
  return places;
}

/// Whether `value` is the same on all threads of a block.
static bool isUniform(Loop launch, Value value) {
  if (!launch.getRegion().isAncestor(value.getParentRegion()))
    return true;
  auto isSame = [&](Value operand) { return isUniform(launch, operand); };
  if (Loop loop = affine::getForInductionVarOwner(value)) {
    std::optional<GPUAxis> axis = getBoundAxis(loop);
    return axis ? !isThreadAxis(*axis)
                : llvm::all_of(loop.getOperands(), isSame);
  }
  Operation *op = value.getDefiningOp();
  return op && op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperands(), isSame);
}

/// An operation between `place` and the launch whose execution may differ
/// between threads.
static Operation *findDivergence(Loop launch, Operation *place) {
  for (Operation *parent = place->getParentOp(); parent != launch;
       parent = parent->getParentOp()) {
    auto loop = dyn_cast<Loop>(parent);
    if (!loop || (!getBoundAxis(loop) &&
                  !llvm::all_of(loop.getControlOperands(), [&](Value operand) {
                    return isUniform(launch, operand);
                  })))
      return parent;
  }
  return nullptr;
}

static LogicalResult insertBarriers(Loop launch, const MemoryUse &use) {
  SmallVector<Operation *> places;
  for (auto &[body, exchanges] : findExchanges(launch, use))
    for (Operation *place : choosePlaces(body, exchanges)) {
      if (Operation *divergent = findDivergence(launch, place)) {
        auto error = launch.emitError("cannot run on a GPU: expected loops and "
                                      "conditions around a barrier to run "
                                      "alike on all threads of a block");
        error.attachNote(divergent->getLoc()) << "this does not";
        error.attachNote(place->getLoc()) << "the barrier is in front of this";
        return failure();
      }
      places.push_back(place);
    }
  for (Operation *place : places) {
    OpBuilder builder(place);
    gpu::BarrierOp::create(builder, place->getLoc());
  }
  return success();
}

LogicalResult insertBarriers(Operation *function) {
  // Each virtual thread has its own shared buffers.
  interleaveVirtualThreads(function, std::numeric_limits<int64_t>::max());
  IRRewriter rewriter(function->getContext());
  for (Loop launch : getLaunches(function)) {
    if (failed(requireLaunch(launch, "run on a GPU").checkAndReport()) ||
        failed(lowerThreadReductions(rewriter, launch, "run on a GPU")
                   .checkAndReport()))
      return failure();
    // `bind` checked this when fewer loops were bound and the inner loops were
    // different.
    auto legality = requireThreads(launch, getBoundLoops(launch),
                                   "run on a GPU", /*isPartial=*/false);
    if (failed(legality.checkAndReport()) ||
        failed(decomposeReductions(rewriter, launch).checkAndReport()) ||
        failed(insertBarriers(launch, getMemoryUse(launch))))
      return failure();
  }
  return success();
}

namespace {
struct InsertBarriersPass : impl::InsertBarriersPassBase<InsertBarriersPass> {
  void runOnOperation() override {
    if (failed(insertBarriers(getOperation())))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm::schedule
