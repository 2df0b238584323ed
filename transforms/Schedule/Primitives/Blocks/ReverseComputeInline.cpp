// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Analysis/Coverage.h"
#include "transforms/Schedule/Analysis/Order.h"
#include "transforms/Schedule/Primitives/Blocks/Blocks.h"
#include "transforms/Schedule/Primitives/Blocks/RemoveDeadBlocks.h"
#include "transforms/Schedule/Primitives/Support/Captures.h"
#include "transforms/Schedule/Primitives/Support/ElementBlock.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// A request and the facts about it.
struct Request : BlockRequest {
  explicit Request(te::BlockOp block)
      : BlockRequest(block,
                     "inline '" + block.getName() + "' into its producer") {}

  DiagnosedSilenceableFailure checkBlock();
  DiagnosedSilenceableFailure findProducer();
  DiagnosedSilenceableFailure checkReads();
  DiagnosedSilenceableFailure checkOrder();
  DiagnosedSilenceableFailure checkCaptures();

  te::BlockOp producer;
  ElementBlock element, input; // of the block and of its producer
  /// The axis of the block per axis of the producer.
  SmallVector<unsigned> axes;
};
} // namespace

/// (P1)
DiagnosedSilenceableFailure Request::checkBlock() {
  if (auto d = matchElementBlock(block, action, element); !d.succeeded())
    return d;
  auto store = element.store;
  auto at =
      getSubscriptAxes(block, store.getAffineMap(), store.getMapOperands());
  if (!at || at->size() != block.getNumAxes())
    return refuse("expected a store at the block's axes", store);
  return DiagnosedSilenceableFailure::success();
}

/// (P3) Finds the only other block that uses a buffer that this one reads.
DiagnosedSilenceableFailure Request::findProducer() {
  for (const Access &access : getAccesses(block)) {
    if (access.isWrite || !getAllocation(access.buffer))
      continue;
    te::BlockOp other;
    bool isOnly = true;
    for (Operation *user : access.buffer.getUsers()) {
      if (user == block || isa<memref::DeallocOp>(user) ||
          (isa<memref::DimOp>(user) &&
           cast<memref::DimOp>(user).getConstantIndex()))
        continue;
      isOnly &= !other || user == other;
      other = dyn_cast<te::BlockOp>(user);
      isOnly &= static_cast<bool>(other);
    }
    if (!isOnly || !other || !precedes(other, block))
      continue;
    if (producer && producer != other)
      return refuse("expected one producer, got '" + producer.getName() +
                    "' and '" + other.getName() + "'");
    producer = other;
    input.buffer = access.buffer;
  }
  if (!producer)
    return refuse("expected a buffer that one block in front writes and no "
                  "other one uses");
  Value buffer = input.buffer;
  if (auto d = matchElementBlock(producer, action, input); !d.succeeded())
    return d;
  auto store = input.store;
  auto at =
      getSubscriptAxes(producer, store.getAffineMap(), store.getMapOperands());
  if (input.buffer != buffer || !at || at->size() != producer.getNumAxes() ||
      !llvm::is_sorted(*at))
    return refuse("expected a producer that stores at its axes, in order",
                  store);
  return DiagnosedSilenceableFailure::success();
}

/// (P2)
DiagnosedSilenceableFailure Request::checkReads() {
  for (unsigned i = 0; i < block.getCaptures().size(); ++i) {
    if (block.getCaptures()[i] != input.buffer)
      continue;
    for (Operation *user :
         block.getCaptureArgument(block.getBody(), i).getUsers()) {
      if (isa<memref::DimOp>(user) &&
          cast<memref::DimOp>(user).getConstantIndex())
        continue;
      auto load = dyn_cast<affine::AffineLoadOp>(user);
      auto at = load ? getSubscriptAxes(block, load.getAffineMap(),
                                        load.getMapOperands())
                     : std::nullopt;
      if (!at || at->size() != block.getNumAxes() ||
          (!axes.empty() && *at != axes))
        return refuse("expected it to read the buffer at its axes", user);
      axes = *at;
    }
  }
  CommonPlace place = *findCommonPlace(producer, block);
  auto own = llvm::to_vector(llvm::seq<unsigned>(producer.getNumAxes()));
  if (axes.size() != own.size() ||
      !coversBlock(block, axes, producer, own, place.numLoops) ||
      !coversBlock(producer, own, block, axes, place.numLoops))
    return refuse("no proof that it runs where its producer does", producer);
  return DiagnosedSilenceableFailure::success();
}

/// The accesses of `op`, without the accesses of `block` to `buffer`.
static SmallVector<Access> dropAccesses(SmallVector<Access> accesses,
                                        te::BlockOp block, Value buffer) {
  llvm::erase_if(accesses, [&](const Access &access) {
    return access.block == block && (!buffer || access.buffer == buffer);
  });
  return accesses;
}

/// (P4) The block runs earlier, at its producer: no access in between may have
/// to precede it.
DiagnosedSilenceableFailure Request::checkOrder() {
  CommonPlace place = *findCommonPlace(producer, block);
  SmallVector<Access> own = getAccesses(block);
  for (Operation *op = place.first; op; op = op->getNextNode()) {
    MemoryUse use = getMemoryUse(op);
    if (use.opaque)
      return refuseOpaque(block, action, use.opaque);
    SmallVector<Access> others = dropAccesses(
        dropAccesses(use.accesses, block, {}), producer, input.buffer);
    if (auto found = findDependence(others, own, place.numLoops))
      return schedule::refuse(block, action, *found);
    if (op == place.second)
      break;
  }
  return DiagnosedSilenceableFailure::success();
}

/// (P4)
DiagnosedSilenceableFailure Request::checkCaptures() {
  for (Value capture : block.getCaptures())
    if (capture != input.buffer && !isAvailable(capture, producer)) {
      Operation *definition = capture.getDefiningOp();
      return refuse("expected captures that are available at its producer",
                    definition ? definition
                               : capture.getParentRegion()->getParentOp());
    }
  return DiagnosedSilenceableFailure::success();
}

/// Appends the body of the block to the producer's body in place of its store.
static void inlineIn(RewriterBase &rewriter, Request &request) {
  te::BlockOp block = request.block, producer = request.producer;
  affine::AffineStoreOp store = request.input.store;
  OpBuilder builder(store);
  IRMapping mapping;
  for (auto [own, axis] : llvm::enumerate(request.axes))
    mapping.map(block.getBody().getArgument(axis),
                producer.getBody().getArgument(own));
  SmallVector<Operation *> loads;
  for (unsigned i = 0; i < block.getCaptures().size(); ++i)
    if (block.getCaptures()[i] == request.input.buffer)
      llvm::append_range(
          loads, block.getCaptureArgument(block.getBody(), i).getUsers());
  for (Operation *load : loads)
    rewriter.replaceAllUsesWith(load->getResult(0), store.getValueToStore());
  for (Operation *load : loads)
    rewriter.eraseOp(load);
  cloneBody(builder, block, producer, producer.getBody(), mapping,
            [](Operation *) { return false; });
  rewriter.eraseOp(store);
  eraseCapture(producer, request.input.written);
}

DiagnosedSilenceableFailure reverseComputeInline(RewriterBase &rewriter,
                                                 te::BlockOp block) {
  Request request(block);
  if (auto d = request.checkBlock(); !d.succeeded())
    return d;
  if (auto d = request.findProducer(); !d.succeeded())
    return d;
  if (auto d = request.checkReads(); !d.succeeded())
    return d;
  if (auto d = request.checkOrder(); !d.succeeded())
    return d;
  if (auto d = request.checkCaptures(); !d.succeeded())
    return d;
  Value buffer = request.input.buffer;
  replaceSizes(rewriter, buffer);
  for (Value capture : block.getCaptures())
    if (capture != buffer)
      hoist(capture, request.producer);
  inlineIn(rewriter, request);
  eraseNest(rewriter, block);
  for (Operation *user : llvm::make_early_inc_range(buffer.getUsers()))
    rewriter.eraseOp(user); // deallocations
  rewriter.eraseOp(buffer.getDefiningOp());
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
