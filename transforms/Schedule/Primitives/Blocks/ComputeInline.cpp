// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/CSE.h"
#include "transforms/Schedule/Analysis/Coverage.h"
#include "transforms/Schedule/Analysis/Order.h"
#include "transforms/Schedule/Primitives/Blocks/Blocks.h"
#include "transforms/Schedule/Primitives/Blocks/RemoveDeadBlocks.h"
#include "transforms/Schedule/Primitives/Support/Captures.h"
#include "transforms/Schedule/Primitives/Support/ElementBlock.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"
#include "transforms/Schedule/Support/Limits.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// A request and the facts about it.
struct Request : BlockRequest {
  explicit Request(te::BlockOp block)
      : BlockRequest(block,
                     "inline '" + block.getName() + "' where it is read") {}

  DiagnosedSilenceableFailure checkBlock();
  DiagnosedSilenceableFailure checkUses();
  DiagnosedSilenceableFailure checkReader(te::BlockOp reader);
  DiagnosedSilenceableFailure checkInputs(te::BlockOp reader);
  DiagnosedSilenceableFailure checkSize(te::BlockOp reader);

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

static bool isLoad(Operation *op) {
  return isa<affine::AffineLoadOp, memref::LoadOp>(op);
}

/// The loads of `buffer` in a region of `reader`.
static SmallVector<Operation *> getLoads(te::BlockOp reader, Region &region,
                                         Value buffer) {
  SmallVector<Operation *> loads;
  region.walk([&](Operation *op) {
    Value loaded;
    if (auto load = dyn_cast<affine::AffineLoadOp>(op))
      loaded = load.getMemRef();
    else if (auto load = dyn_cast<memref::LoadOp>(op))
      loaded = load.getMemRef();
    if (loaded && getCaptured(reader, loaded) == buffer)
      loads.push_back(op);
  });
  return loads;
}

static int64_t countOperations(Region &region) {
  int64_t count = 0;
  region.walk([&](Operation *) { ++count; });
  return count;
}

/// (P5) The body is repeated for each load, before equal values are shared.
DiagnosedSilenceableFailure Request::checkSize(te::BlockOp reader) {
  int64_t size = countOperations(block.getBody());
  for (Region *region : {&reader.getInit(), &reader.getBody()}) {
    int64_t loads = getLoads(reader, *region, element.buffer).size();
    int64_t all = countOperations(*region) + loads * size;
    if (all > kMaxInlinedOperations)
      return refuse("expected at most " + Twine(kMaxInlinedOperations) +
                        " operations in '" + reader.getName() + "', got " +
                        Twine(all),
                    reader);
  }
  return DiagnosedSilenceableFailure::success();
}

/// (P2), (P3) for one reader.
DiagnosedSilenceableFailure Request::checkReader(te::BlockOp reader) {
  for (const Access &access : getAccesses(reader)) {
    if (access.buffer != element.buffer)
      continue;
    if (access.isWrite)
      return refuse("expected no other block to write its buffer", access.op);
    if (!isLoad(access.op))
      return refuse("expected reads by loads", access.op);
  }
  for (Region *region : {&reader.getInit(), &reader.getBody()})
    for (unsigned i = 0; !region->empty() && i < reader.getCaptures().size();
         ++i) {
      if (reader.getCaptures()[i] != element.buffer)
        continue;
      for (Operation *user : reader.getCaptureArgument(*region, i).getUsers()) {
        auto dim = dyn_cast<memref::DimOp>(user);
        if (!isLoad(user) && !(dim && dim.getConstantIndex()))
          return refuse("expected reads by loads", user);
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

/// The values of the block's axes at the element that `load` reads.
static SmallVector<Value> buildAxes(OpBuilder &builder, Operation *load,
                                    unsigned numAxes) {
  if (auto other = dyn_cast<memref::LoadOp>(load))
    return SmallVector<Value>(other.getIndices());
  auto affine = cast<affine::AffineLoadOp>(load);
  SmallVector<Value> operands(affine.getMapOperands()), axes;
  for (unsigned axis = 0; axis < numAxes; ++axis)
    axes.push_back(buildIndex(builder, load->getLoc(),
                              affine.getAffineMap().getSubMap({axis}),
                              operands));
  return axes;
}

/// Turns affine accesses and indices of `op` that now depend on data into
/// general ones: the symbols of a block do not include the loops around it.
static void leaveAffine(RewriterBase &rewriter, Operation *op) {
  auto isAffine = [&](ValueRange operands) {
    return llvm::all_of(operands, [](Value operand) {
      return isa<BlockArgument>(operand) ||
             operand.getDefiningOp<affine::AffineApplyOp>() ||
             matchPattern(operand, m_Constant());
    });
  };
  op->walk([&](Operation *inner) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(inner);
    Location loc = inner->getLoc();
    if (auto apply = dyn_cast<affine::AffineApplyOp>(inner);
        apply && !isAffine(apply.getMapOperands())) {
      rewriter.replaceOp(
          apply, *affine::expandAffineMap(rewriter, loc, apply.getAffineMap(),
                                          apply.getMapOperands()));
    } else if (auto load = dyn_cast<affine::AffineLoadOp>(inner);
               load && !isAffine(load.getMapOperands())) {
      auto indices = *affine::expandAffineMap(
          rewriter, loc, load.getAffineMap(), load.getMapOperands());
      rewriter.replaceOpWithNewOp<memref::LoadOp>(load, load.getMemRef(),
                                                  indices);
    }
  });
}

/// Replaces `load` in `reader` by the value that `block` computes.
static void inlineAt(RewriterBase &rewriter, ElementBlock element,
                     te::BlockOp block, te::BlockOp reader, Region &region,
                     Operation *load) {
  OpBuilder builder(load);
  IRMapping mapping;
  for (auto [axis, value] :
       llvm::enumerate(buildAxes(builder, load, block.getNumAxes())))
    mapping.map(block.getBody().getArgument(axis), value);
  cloneBody(builder, block, reader, region, mapping,
            [&](Operation *op) { return op == element.store.getOperation(); });
  rewriter.replaceAllUsesWith(load->getResult(0),
                              mapping.lookup(element.store.getValueToStore()));
  if (isa<memref::LoadOp>(load))
    for (Operation &op : block.getBody().front())
      if (Operation *clone = mapping.lookupOrNull(&op))
        leaveAffine(rewriter, clone);
  rewriter.eraseOp(load);
}

static void inlineIn(RewriterBase &rewriter, ElementBlock element,
                     te::BlockOp block, te::BlockOp reader) {
  for (Region *region : {&reader.getInit(), &reader.getBody()}) {
    if (region->empty())
      continue;
    for (Operation *load : getLoads(reader, *region, element.buffer))
      inlineAt(rewriter, element, block, reader, *region, load);
    composeSubscripts(reader);
    eraseUnusedIndices(*region);
  }
  // Elements that are read twice are computed once. Otherwise chains of readers
  // would double in size with each block.
  DominanceInfo dominance;
  eliminateCommonSubExpressions(rewriter, dominance, reader);
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
    if (auto d = request.checkSize(reader); !d.succeeded())
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
