// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "transforms/Schedule/Analysis/Cooperation.h"
#include "transforms/Schedule/Analysis/Coverage.h"
#include "transforms/Schedule/Analysis/Order.h"
#include "transforms/Schedule/Primitives/Primitives.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"
#include "transforms/Schedule/Primitives/Support/ProducerNest.h"
#include "transforms/Schedule/Primitives/Support/RegionBuffer.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace tvm::schedule {

/// Whether all accesses of capture `index` are affine and at the spatial axes.
static bool isWrittenAtAxes(te::BlockOp block, unsigned index) {
  for (Region *region : {&block.getInit(), &block.getBody()}) {
    if (region->empty())
      continue;
    for (Operation *user :
         block.getCaptureArgument(*region, index).getUsers()) {
      ValueRange operands;
      AffineMap map;
      if (auto load = dyn_cast<affine::AffineLoadOp>(user)) {
        map = load.getAffineMap();
        operands = load.getMapOperands();
      } else if (auto store = dyn_cast<affine::AffineStoreOp>(user)) {
        map = store.getAffineMap();
        operands = store.getMapOperands();
      } else {
        return false;
      }
      if (user->getParentOp() != block || !map.isIdentity())
        return false;
      for (auto [axis, operand] : llvm::enumerate(operands))
        if (operand != region->getArgument(axis) || block.isReduction(axis))
          return false;
    }
  }
  return true;
}

namespace {
/// A request: the block to be computed, its new place, and facts about both.
struct Request : BlockRequest {
  Request(te::BlockOp producer, Loop loop)
      : BlockRequest(producer,
                     "compute '" + producer.getName() + "' at a loop"),
        producer(producer), loop(loop) {}

  DiagnosedSilenceableFailure check();
  DiagnosedSilenceableFailure checkProducer();
  DiagnosedSilenceableFailure checkWrites(ArrayRef<Access> reads,
                                          Operation *op);
  DiagnosedSilenceableFailure checkInputs();
  DiagnosedSilenceableFailure checkRegion();
  DiagnosedSilenceableFailure checkNest();

  te::BlockOp producer;
  Loop loop;
  SmallVector<unsigned> written; // captures of the producer
  SmallVector<Value> buffers;    // the captured buffers
  bool isSplit = false;          // whether spatial axes lack loops of their own
  ReadRegion region;
};
} // namespace

/// (P1), (P2)
DiagnosedSilenceableFailure Request::checkProducer() {
  written = getWrittenCaptures(producer);
  for (unsigned index : written)
    buffers.push_back(producer.getCaptures()[index]);
  auto getRank = [](Value buffer) {
    return cast<MemRefType>(buffer.getType()).getRank();
  };
  bool isWhole = !written.empty() &&
                 llvm::all_equal(llvm::map_range(buffers, getRank)) &&
                 llvm::all_of(written, [&](unsigned index) {
                   Value buffer = producer.getCaptures()[index];
                   return isWrittenAtAxes(producer, index) &&
                          llvm::count(producer.getCaptures(), buffer) == 1;
                 });
  if (!isWhole)
    return refuse("expected a block that writes buffers, all of them, at its "
                  "spatial axes");
  if (auto d = checkProducerNest(*this, buffers, isSplit); !d.succeeded())
    return d;
  if (producer.getInit().empty())
    for (const Access &access : getAccesses(producer))
      if (llvm::is_contained(buffers, access.buffer) && !access.isWrite)
        return refuse("expected a block that does not read its own result",
                      access.op);
  Operation *from = getNest(producer);
  Operation *to = from->getBlock()->findAncestorOpInBlock(*loop);
  if (!to || from == to || !from->isBeforeInBlock(to))
    return refuse("expected a loop behind the block's nest", loop);
  if (getLoopKind(loop) == LoopKind::Vectorized)
    return refuse("expected a loop that is not vectorized", loop);
  for (Value buffer : buffers)
    if (auto d = requireOnlyWriter(buffer); !d.succeeded())
      return d;
  return DiagnosedSilenceableFailure::success();
}

/// The reads of `block`, except of `buffers`, which the producer writes.
static SmallVector<Access> getInputs(te::BlockOp block,
                                     ArrayRef<Value> buffers) {
  SmallVector<Access> reads = getAccesses(block);
  llvm::erase_if(reads, [&](const Access &access) {
    return llvm::is_contained(buffers, access.buffer);
  });
  return reads;
}

/// Checks that no operation in `op` writes an element after it was read.
DiagnosedSilenceableFailure Request::checkWrites(ArrayRef<Access> reads,
                                                 Operation *op) {
  MemoryUse use = getMemoryUse(op);
  if (use.opaque)
    return refuseOpaque(producer, action, use.opaque);
  unsigned numFixed = getLoops(getNest(producer)).size();
  if (auto found = findDependence(reads, use.accesses, numFixed))
    return schedule::refuse(producer, action, *found);
  return DiagnosedSilenceableFailure::success();
}

/// (P3) for the operations between the two nests.
DiagnosedSilenceableFailure Request::checkInputs() {
  Operation *from = getNest(producer);
  Operation *to = from->getBlock()->findAncestorOpInBlock(*loop);
  SmallVector<Access> reads = getInputs(producer, buffers);
  for (Operation *op = from; op != to; op = op->getNextNode())
    if (auto d = checkWrites(reads, op); !d.succeeded())
      return d;
  return DiagnosedSilenceableFailure::success();
}

/// The loops of threads around `loop` whose threads share `buffers`: the union
/// of their reads is computed. None for private buffers.
static SmallVector<Loop> getSharingLoops(Loop loop, ArrayRef<Value> buffers) {
  SmallVector<Loop> loops = getLoops(loop);
  loops.push_back(loop);
  llvm::erase_if(loops, [&](Loop each) {
    return !llvm::all_of(buffers, isShared) || !isOverThreads(each);
  });
  return loops;
}

/// (P4), (P5)
DiagnosedSilenceableFailure Request::checkRegion() {
  bool isPlain = !isSplit && llvm::none_of(buffers, [](Value buffer) {
    return cast<MemRefType>(buffer.getType()).getMemorySpace();
  });
  SmallVector<Loop> sharing = getSharingLoops(loop, buffers);
  if (auto d =
          getReadRegion(loop, buffers, action, region,
                        {sharing, /*wholeDims=*/isPlain, /*divisions=*/true});
      !d.succeeded())
    return d;
  return checkLocalRegion(loop, buffers, region, action, producer);
}

/// Whether the iterations of the loop, or of a loop around it, have no order.
static bool isInConcurrent(Loop loop) {
  return isConcurrent(loop) || llvm::any_of(getLoops(loop), isConcurrent);
}

/// Whether a block of `nest` that writes a buffer of `reads` is initialised in
/// front of `loop` or of a loop around it.
static bool initializesBefore(Operation *nest, Loop loop,
                              ArrayRef<Access> reads) {
  auto isBefore = [&](te::BlockOp block) {
    Loop reduction = getReductionLoop(block);
    if (block.getInit().empty() || !reduction || !reduction->isAncestor(loop))
      return WalkResult::advance();
    for (unsigned index : getWrittenCaptures(block))
      for (const Access &read : reads)
        if (read.buffer == block.getCaptures()[index])
          return WalkResult::interrupt();
    return WalkResult::advance();
  };
  return nest->walk(isBefore).wasInterrupted();
}

/// (P3) for the nest of `loop`. Where the nest writes an element that the block
/// reads, the block is built at its new place, checked, and removed again.
DiagnosedSilenceableFailure Request::checkNest() {
  Operation *to = getNest(producer)->getBlock()->findAncestorOpInBlock(*loop);
  SmallVector<Access> inputs = getInputs(producer, buffers);
  auto outcome = checkWrites(inputs, to);
  MemoryUse use = getMemoryUse(to);
  if (!outcome.isSilenceableFailure() || use.opaque || isInConcurrent(loop) ||
      initializesBefore(to, loop, inputs))
    return outcome;
  OpBuilder builder = OpBuilder::atBlockBegin(loop.getBody());
  Operation *top = &loop.getBody()->front();
  te::BlockOp moved =
      buildProducerNest(builder, producer, region.size,
                        buildBases(builder, producer.getLoc(), region));
  bool isLate = findDependence(use.accesses, getInputs(moved, buffers),
                               getLoops(getNest(producer)).size())
                    .has_value();
  while (&loop.getBody()->front() != top)
    top->getPrevNode()->erase();
  if (isLate)
    return outcome;
  (void)outcome.silence();
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure Request::check() {
  if (auto d = checkProducer(); !d.succeeded())
    return d;
  if (auto d = checkInputs(); !d.succeeded())
    return d;
  if (auto d = checkRegion(); !d.succeeded())
    return d;
  return checkNest();
}

DiagnosedSilenceableFailure checkComputeAt(te::BlockOp producer, Loop loop) {
  return Request(producer, loop).check();
}

/// Whether the loop may read elements that `producer` does not write.
static bool mayExceed(te::BlockOp producer, const ReadRegion &region) {
  for (auto [reader, index] : region.readers)
    for (const Access &access : getAccesses(reader))
      for (unsigned d = 0; d < region.size.size(); ++d) {
        Value buffer = reader.getCaptures()[index];
        Loop loop = getAxisLoop(producer, d);
        if (access.buffer == buffer && !ShapedType::isDynamic(region.size[d]) &&
            !coversDim(loop, buffer, d) && !endsWith(access, d, loop))
          return true;
      }
  return region.mayExceed;
}

static te::BlockOp buildAt(RewriterBase &rewriter, Request &request) {
  te::BlockOp producer = request.producer;
  ReadRegion &region = request.region;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(request.loop.getBody());
  SmallVector<Value> bases = buildBases(rewriter, producer.getLoc(), region);
  llvm::SmallMapVector<Value, Value, 2> locals;
  for (Value buffer : request.buffers)
    locals[buffer] = buildLocal(rewriter, producer.getLoc(), buffer, region,
                                getTopLevelNest(request.loop));
  te::BlockOp block = buildProducerNest(rewriter, producer, region.size, bases);
  if (request.isSplit && region.mayExceed) {
    guardRegion(block, request.buffers.front(), region.size.size());
  } else if (!request.isSplit && mayExceed(producer, region)) {
    SmallVector<Value> iters(block.getIters());
    AffineMap bindings = block.getBindings();
    for (unsigned d = 0; d < region.size.size(); ++d) {
      Loop axis = getAxisLoop(producer, d);
      Value buffer = request.buffers.front();
      if (ShapedType::isDynamic(region.size[d]) ||
          (coversDim(axis, buffer, d) && staysInside(block, d, buffer)))
        continue;
      addPredicate(block, bindings.getResult(d), iters);
      addUpperBound(block, bindings.getResult(d), iters, axis);
    }
  }
  for (unsigned index : request.written)
    redirect(block, index, locals[producer.getCaptures()[index]], bases);
  for (auto [reader, index] : region.readers)
    redirect(reader, index, locals[reader.getCaptures()[index]], bases);
  return block;
}

DiagnosedSilenceableFailure computeAt(RewriterBase &rewriter,
                                      te::BlockOp producer, Loop loop,
                                      te::BlockOp &computed) {
  Request request(producer, loop);
  if (auto d = request.check(); !d.succeeded())
    return d;
  std::string name = producer.getName().str();
  computed = buildAt(rewriter, request);
  removeDeadBlocks(rewriter, computed->getParentOfType<FunctionOpInterface>());
  // If the original is gone, its name is free.
  if (makeUniqueName(computed, name) == name)
    computed.setName(name);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
