#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Analysis/Coverage.h"
#include "transforms/Schedule/Analysis/Order.h"
#include "transforms/Schedule/Primitives/Blocks.h"
#include "transforms/Schedule/Primitives/Captures.h"
#include "transforms/Schedule/Primitives/ElementBlock.h"
#include "transforms/Schedule/Primitives/Preconditions.h"
#include "transforms/Schedule/Primitives/RemoveDeadBlocks.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// A request and what is known about it.
struct Request : BlockRequest {
  explicit Request(te::BlockOp block)
      : BlockRequest(block,
                     "inline '" + block.getName() + "' where it is read") {}

  DiagnosedSilenceableFailure checkBlock();
  DiagnosedSilenceableFailure checkUses();
  DiagnosedSilenceableFailure checkReader(te::BlockOp reader);
  DiagnosedSilenceableFailure checkInputs(te::BlockOp reader);

  ElementBlock element;
  llvm::SetVector<te::BlockOp> readers;
};
} // namespace

/// (P1)
DiagnosedSilenceableFailure Request::checkBlock() {
  return matchOrderedElementBlock(block, action, element);
}

/// (P2), (P3)
DiagnosedSilenceableFailure Request::checkUses() {
  Value buffer = element.buffer;
  if (!getAllocation(buffer))
    return refuse("expected a buffer that the kernel allocates, not an output");
  for (Operation *user : buffer.getUsers()) {
    auto dim = dyn_cast<memref::DimOp>(user);
    if (user == block || isa<memref::DeallocOp>(user) ||
        (dim && dim.getConstantIndex()))
      continue;
    auto reader = dyn_cast<te::BlockOp>(user);
    if (!reader)
      return refuse("expected a buffer that only blocks use", user);
    readers.insert(reader);
  }
  if (readers.empty())
    return refuse("expected a block whose result another block reads");
  return DiagnosedSilenceableFailure::success();
}

/// (P2), (P3) of one reader.
DiagnosedSilenceableFailure Request::checkReader(te::BlockOp reader) {
  for (const Access &access : getAccesses(reader)) {
    if (access.buffer != element.buffer)
      continue;
    if (access.isWrite)
      return refuse("expected no other block to write its buffer", access.op);
    if (!isa<affine::AffineLoadOp>(access.op))
      return refuse("expected reads at affine subscripts", access.op);
  }
  for (Region *region : {&reader.getInit(), &reader.getBody()})
    for (unsigned i = 0; !region->empty() && i < reader.getCaptures().size();
         ++i) {
      if (reader.getCaptures()[i] != element.buffer)
        continue;
      for (Operation *user : reader.getCaptureArgument(*region, i).getUsers()) {
        auto dim = dyn_cast<memref::DimOp>(user);
        if (!isa<affine::AffineLoadOp>(user) &&
            !(dim && dim.getConstantIndex()))
          return refuse("expected reads at affine subscripts", user);
      }
    }
  std::optional<CommonPlace> place = findCommonPlace(block, reader);
  if (!place || !place->first->isBeforeInBlock(place->second))
    return refuse("expected readers behind the block", reader);
  if (!coversBuffer(block, element.buffer, place->numLoops))
    return refuse("no proof that it writes the whole buffer in front of a "
                  "reader",
                  reader);
  return DiagnosedSilenceableFailure::success();
}

/// (P4)
DiagnosedSilenceableFailure Request::checkInputs(te::BlockOp reader) {
  for (auto [i, capture] : llvm::enumerate(block.getCaptures()))
    if (i != element.written && !isAvailable(capture, reader)) {
      Operation *definition = capture.getDefiningOp();
      return refuse("expected captures that are available where it is read",
                    definition ? definition
                               : capture.getParentRegion()->getParentOp());
    }
  SmallVector<Access> reads;
  for (Access &access : getAccesses(block))
    if (!access.isWrite)
      reads.push_back(std::move(access));
  std::optional<CommonPlace> place = findCommonPlace(block, reader);
  for (Operation *op = place->first; op; op = op->getNextNode()) {
    MemoryUse use = getMemoryUse(op);
    if (use.opaque)
      return refuseOpaque(block, action, use.opaque);
    if (auto found = findDependence(reads, use.accesses, place->numLoops))
      return schedule::refuse(block, action, *found);
    if (op == place->second)
      break;
  }
  return DiagnosedSilenceableFailure::success();
}

/// Replaces `load` in `reader` by what `block` computes.
static void inlineAt(RewriterBase &rewriter, ElementBlock element,
                     te::BlockOp block, te::BlockOp reader, Region &region,
                     affine::AffineLoadOp load) {
  OpBuilder builder(load);
  IRMapping mapping;
  SmallVector<Value> operands(load.getMapOperands());
  for (unsigned axis = 0; axis < block.getNumAxes(); ++axis)
    mapping.map(block.getBody().getArgument(axis),
                buildIndex(builder, load.getLoc(),
                           load.getAffineMap().getSubMap({axis}), operands));
  cloneBody(builder, block, reader, region, mapping,
            [&](Operation *op) { return op == element.store.getOperation(); });
  rewriter.replaceOp(load, mapping.lookup(element.store.getValueToStore()));
}

static void inlineIn(RewriterBase &rewriter, ElementBlock element,
                     te::BlockOp block, te::BlockOp reader) {
  for (Region *region : {&reader.getInit(), &reader.getBody()}) {
    if (region->empty())
      continue;
    SmallVector<affine::AffineLoadOp> loads;
    region->walk([&](affine::AffineLoadOp load) {
      if (getCaptured(reader, load.getMemRef()) == element.buffer)
        loads.push_back(load);
    });
    for (affine::AffineLoadOp load : loads)
      inlineAt(rewriter, element, block, reader, *region, load);
    composeSubscripts(reader);
    eraseUnusedIndices(*region);
  }
  for (unsigned i = reader.getCaptures().size(); i-- > 0;)
    if (reader.getCaptures()[i] == element.buffer)
      eraseCapture(reader, i);
}

DiagnosedSilenceableFailure computeInline(RewriterBase &rewriter,
                                          te::BlockOp block) {
  Request request(block);
  if (auto d = request.checkBlock(); !d.succeeded())
    return d;
  if (auto d = request.checkUses(); !d.succeeded())
    return d;
  for (te::BlockOp reader : request.readers) {
    if (auto d = request.checkReader(reader); !d.succeeded())
      return d;
    if (auto d = request.checkInputs(reader); !d.succeeded())
      return d;
  }
  Value buffer = request.element.buffer;
  replaceSizes(rewriter, buffer);
  for (te::BlockOp reader : request.readers)
    inlineIn(rewriter, request.element, block, reader);
  eraseNest(rewriter, block);
  for (Operation *user : llvm::make_early_inc_range(buffer.getUsers()))
    rewriter.eraseOp(user); // deallocations
  rewriter.eraseOp(buffer.getDefiningOp());
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
